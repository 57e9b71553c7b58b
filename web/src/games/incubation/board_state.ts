/** What follows from what lies on the table: how far an egg is, who has what an objective asks for. */
import {
  COLOURS,
  type Colour,
  type Egg,
  type Goal,
  type Kind,
  type Nest,
  type Position,
  type Edition,
} from "./position";

/** How far an egg has cracked: 0 whole, 1 and 2 on its way, 3 nearly there, 4 ready. */
export function stageOf(egg: Egg, nest: Nest): number {
  const need = egg.fire + egg.water;
  const missing = need - nest.fire - nest.water;
  if (missing <= 0) return 4;
  if (missing === need) return 0;
  if (missing === 1) return 3;
  return missing * 2 > need ? 1 : 2;
}

/** How many dragons of one colour, and mysteries, somebody has; hybrids count for neither. */
export function countDragons(dragons: readonly Egg[]): Record<Kind, number> & { hybrid: number } {
  const found = { red: 0, blue: 0, green: 0, purple: 0, mystery: 0, hybrid: 0 };
  for (const { colours } of dragons) {
    if (colours.length > 1) found.hybrid += 1;
    else found[colours[0] ?? "mystery"] += 1;
  }
  return found;
}

export interface Wanted {
  colour: Colour;
  /** What stands there: a dragon of that colour, a mystery in its place, or nothing yet. */
  by: "colour" | "mystery" | null;
}

/** The dragons an objective asks for, one by one, and which of them are there. */
export function wantedOf(goal: Goal, dragons: readonly Egg[]): Wanted[] {
  const have = countDragons(dragons);
  let mysteries = have.mystery;
  return COLOURS.flatMap((colour) =>
    Array.from({ length: goal.dragons[colour] ?? 0 }, (_, index): Wanted => {
      if (index < have[colour]) return { colour, by: "colour" };
      mysteries -= 1;
      return { colour, by: mysteries >= 0 ? "mystery" : null };
    }),
  );
}

export function dragonsOf(position: Position, edition: Edition, seat: number): Egg[] {
  return (position.dragons[seat] ?? []).flatMap((id) => edition.eggs[id] ?? []);
}

/** The seats that have all an objective asks for. */
export function whoHas(goal: Goal, position: Position, edition: Edition): number[] {
  return position.slots
    .map((_, seat) => seat)
    .filter(
      (seat) =>
        (position.gold[seat] ?? 0) >= goal.gold &&
        wantedOf(goal, dragonsOf(position, edition, seat)).every((one) => one.by !== null),
    );
}

/** How far the wheel is turned, in eighths: on from where it was, the short way round. */
export function turnedTo(before: number, wheel: number): number {
  const ahead = (((wheel - before) % 8) + 8) % 8;
  return before + (ahead > 4 ? ahead - 8 : ahead);
}

interface Rolled {
  turn: number;
  rolls: number;
}

/** Which dice were rolled since what was seen before; `again` are those that were rolled again. */
export function rolledSince(before: Rolled, now: Rolled, again: number[]): number[] {
  if (now.rolls === 0) return [];
  if (before.rolls === 0 || before.turn !== now.turn) return [0, 1];
  return now.rolls > before.rolls ? again : [];
}
