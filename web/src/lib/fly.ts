/**
 * Things fly from where they were to where they are now.
 *
 *   <div {@attach flying(() => sight.number)}> … <Card data-fly="card-7" /> … </div>
 *
 * After each change of what is given, everything with a `data-fly` key that lay somewhere else
 * before moves over from there. A key that is new may name in `data-fly-from` the key of what it
 * comes out of (a deck, a player). With reduced motion, what is new or moved fades in.
 */
interface Spot {
  x: number;
  y: number;
  width: number;
}

const DURATION = 280;

export function reducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function spots(root: HTMLElement): Map<string, Spot> {
  const origin = root.getBoundingClientRect();
  const found = new Map<string, Spot>();
  for (const node of root.querySelectorAll<HTMLElement>("[data-fly]")) {
    const box = node.getBoundingClientRect();
    const key = node.dataset["fly"] ?? "";
    if (box.width > 0)
      found.set(key, { x: box.x - origin.x, y: box.y - origin.y, width: box.width });
  }
  return found;
}

function move(node: HTMLElement, from: Spot, to: Spot): void {
  const scale = from.width / to.width;
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${scale})`;
  node.animate(
    [
      { transform: start, transformOrigin: "0 0", zIndex: 5 },
      { transform: "none", transformOrigin: "0 0", zIndex: 5 },
    ],
    { duration: DURATION, easing: "cubic-bezier(.3,.9,.4,1)" },
  );
}

const last = new WeakMap<HTMLElement, Map<string, Spot>>();

function settle(root: HTMLElement): Map<string, Spot> {
  const now = spots(root);
  last.set(root, now);
  return now;
}

/** Runs again whenever what `moment` reads has changed, after the page has. */
export function flying(moment: () => unknown): (root: HTMLElement) => () => void {
  return (root) => {
    moment();
    const before = last.get(root);
    const now = settle(root);
    if (before) {
      for (const node of root.querySelectorAll<HTMLElement>("[data-fly]"))
        bring(node, before, now);
    }
    const again = (): void => void settle(root);
    addEventListener("resize", again);
    return () => removeEventListener("resize", again);
  };
}

function bring(node: HTMLElement, before: Map<string, Spot>, now: Map<string, Spot>): void {
  const key = node.dataset["fly"] ?? "";
  const to = now.get(key);
  const from = before.get(key) ?? before.get(node.dataset["flyFrom"] ?? "");
  if (!to || !from || Math.abs(from.x - to.x) + Math.abs(from.y - to.y) < 2) return;
  if (reducedMotion()) node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 150 });
  else move(node, from, to);
}
