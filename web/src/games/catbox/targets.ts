/** Targets to tap on the table: places for a card, squares for a guard, cards to lift. */
import type { JsonObject } from "../../messages";
import type { Choice } from "./choices";
import type { Edition, Guard, Laid, Place } from "./position";
import { footprint, keyOf, sideOf, type Picture, type VisibleSquares } from "./cards";

export interface Target {
  key: string;
  /** The centre and size, in squares of the table. */
  x: number;
  y: number;
  size: number;
  kind: "place" | "guard" | "lift";
  at: Place;
  move: JsonObject;
  label: string;
  /** The change of the player's points, null if unknown. */
  gain: number | null;
}

/** The label of a target, with the gain if it is known. */
export type Naming = (at: Place, gain: number | null) => string;

export function placeTargets(choices: Choice[], name: Naming, now: number | null): Target[] {
  return choices.flatMap((choice) => {
    if (choice.parsed.do !== "place") return [];
    const at = choice.parsed.at;
    const gain = choice.points === null || now === null ? null : choice.points - now;
    const [x, y] = [at[0] + 1, at[1] + 1];
    const label = name(at, gain);
    return [{ key: keyOf(at), x, y, size: 1, kind: "place", at, move: choice.move, label, gain }];
  });
}

export function guardTargets(choices: Choice[], name: Naming): Target[] {
  return choices.flatMap((choice) => {
    if (choice.parsed.do !== "token" || choice.parsed.token !== "catbox") return [];
    const at = choice.parsed.at ?? [0, 0];
    const [x, y] = [at[0] + 0.5, at[1] + 0.5];
    const label = name(at, null);
    return [
      { key: keyOf(at), x, y, size: 1, kind: "guard", at, move: choice.move, label, gain: null },
    ];
  });
}

/** The target nearest to a point and within reach. */
export function nearest(targets: Target[], x: number, y: number, reach: number): Target | null {
  let best: Target | null = null;
  let least = reach;
  for (const target of targets) {
    const distance = Math.hypot(target.x - x, target.y - y);
    if (distance >= least) continue;
    best = target;
    least = distance;
  }
  return best;
}

/** The target an arrow key leads to: the nearest in that direction, preferring straight ahead. */
export function towards(targets: Target[], from: Target, dx: number, dy: number): Target | null {
  let best: Target | null = null;
  let least = Infinity;
  for (const target of targets) {
    const [x, y] = [target.x - from.x, target.y - from.y];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (ahead <= 0 || ahead + 2 * aside >= least) continue;
    best = target;
    least = ahead + 2 * aside;
  }
  return best;
}

/** Facts about a place that is not a target, to explain why; the server decides what is legal. */
export type Fact = { is: "guarded" } | { is: "nothing" } | { is: "covers"; squares: number; cards: number };

export function factOf(at: Place, seen: VisibleSquares, guards: Guard[]): Fact {
  const near = (guard: Guard): boolean => {
    const [right, down] = [at[0] - guard.at[0], at[1] - guard.at[1]];
    return right >= -2 && right <= 1 && down >= -2 && down <= 1;
  };
  if (guards.some(near)) return { is: "guarded" };
  const below = footprint(at).flatMap((square) => seen.get(keyOf(square)) ?? []);
  if (below.length === 0) return { is: "nothing" };
  return { is: "covers", squares: below.length, cards: new Set(below.map((one) => one.card)).size };
}

export function liftTargets(
  choices: Choice[],
  layout: Laid[],
  edition: Edition,
  name: (at: Place, picture: Picture) => string,
): Target[] {
  return choices.flatMap((choice) => {
    const { parsed, move } = choice;
    const laid = parsed.do === "lift" ? layout.find((one) => one.card === parsed.card) : undefined;
    if (!laid) return [];
    const at = laid.at;
    const label = name(at, sideOf(edition, laid.card, laid.side));
    const [x, y] = [at[0] + 1, at[1] + 1];
    return [{ key: keyOf(at), x, y, size: 2, kind: "lift", at, move, label, gain: null }];
  });
}
