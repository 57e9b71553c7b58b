/** Who won, and why: what the sentence at the end is made of. */
import type { ScoreSheet } from "../messages";

/** Names one after another, as the language does it. */
export function listed(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(names);
}

export type Verdict =
  | { kind: "shared"; seats: number[]; points: number }
  | { kind: "tie"; winner: number; seats: number[]; points: number }
  | { kind: "ahead"; winner: number; second: number; points: number; lead: number }
  | { kind: "unknown" };

/** How a game was decided, as its points tell it. */
export function verdict(points: readonly (number | null)[], winners: readonly number[]): Verdict {
  const [winner] = winners;
  if (winner === undefined) return { kind: "unknown" };
  const best = points[winner] ?? 0;
  if (winners.length > 1) return { kind: "shared", seats: [...winners], points: best };
  const others = points.flatMap((value, seat) =>
    seat === winner || value === null ? [] : [{ seat, value }],
  );
  const level = others.filter((other) => other.value === best).map((other) => other.seat);
  if (level.length > 0) return { kind: "tie", winner, seats: level, points: best };
  const second = others.sort((one, two) => two.value - one.value)[0];
  if (!second) return { kind: "unknown" };
  return { kind: "ahead", winner, second: second.seat, points: best, lead: best - second.value };
}

/** The source of points in which a seat was furthest ahead of another. */
export function decisive(
  sheet: ScoreSheet,
  winner: number,
  second: number,
): { label: string; points: number; theirs: number } | null {
  const mine = sheet.seats[winner]?.parts ?? [];
  const theirs = sheet.seats[second]?.parts ?? [];
  const found = mine
    .map((part) => ({
      label: part.label,
      points: part.points,
      theirs: theirs.find((other) => other.name === part.name)?.points ?? 0,
    }))
    .sort((one, two) => two.points - two.theirs - (one.points - one.theirs))[0];
  return found && found.points > found.theirs ? found : null;
}
