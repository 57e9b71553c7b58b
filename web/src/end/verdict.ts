/** Who won and why: the data behind the sentence at the end of a game. */
import type { ScoreSheet } from "../messages";

/** A list of names in the notation of the language ("Ada and Bo"). */
export function formatList(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(names);
}

export type Verdict =
  | { kind: "shared"; seats: number[]; points: number }
  | { kind: "tie"; winner: number; seats: number[]; points: number }
  | { kind: "ahead"; winner: number; second: number; points: number; lead: number }
  | { kind: "unknown" };

/** How the game was decided, judging by the points. */
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

/** The source of points with the largest lead of the winner over the second. */
export function decisive(
  sheet: ScoreSheet,
  winner: number,
  second: number,
): { label: string; points: number; theirs: number } | null {
  const mine = sheet.seats[winner]?.parts ?? [];
  const theirs = sheet.seats[second]?.parts ?? [];
  const best = mine
    .map((part) => ({
      label: part.label,
      points: part.points,
      theirs: theirs.find((other) => other.name === part.name)?.points ?? 0,
    }))
    .sort((one, two) => two.points - two.theirs - (one.points - one.theirs))[0];
  return best && best.points > best.theirs ? best : null;
}
