/** Geometry of the win-chance chart, and a colour for each seat. */

/** Colours of the seats, readable in both themes; SeatMark adds a shape for each seat. */
export const COLOURS = ["#c4702b", "#4a86d0", "#3f9560", "#a66bcf", "#d5577d"];

/** Spreads labels out: each stays as near to its wanted place as the gap and the edges allow. */
export function spread(wanted: readonly number[], gap: number, least: number, most: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = new Array<number>(wanted.length).fill(0);
  let low = least;
  for (const index of order) {
    placed[index] = Math.max(wanted[index] ?? 0, low);
    low = (placed[index] ?? 0) + gap;
  }
  let high = most;
  for (const index of order.reverse()) {
    placed[index] = Math.min(placed[index] ?? 0, high);
    high = (placed[index] ?? 0) - gap;
  }
  return placed;
}

/** The SVG path through the chances of one seat. */
export function curvePath(
  chances: readonly (readonly number[])[],
  seat: number,
  x: (step: number) => number,
  y: (chance: number) => number,
): string {
  return chances
    .map((all, step) => {
      const [left, top] = [x(step), y(all[seat] ?? 0)];
      return `${step ? "L" : "M"}${left.toFixed(1)} ${top.toFixed(1)}`;
    })
    .join("");
}

/** The step nearest to a horizontal position on the chart. */
export function stepAt(left: number, width: number, steps: number): number {
  if (width <= 0) return 0;
  return Math.max(0, Math.min(steps - 1, Math.round((left / width) * (steps - 1))));
}
