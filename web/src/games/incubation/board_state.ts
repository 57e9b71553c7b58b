/** State derived from a position: stages of eggs, progress of objectives, turns of the wheel. */
import {
  COLOURS,
  type Colour,
  type Egg,
  type Objective,
  type Kind,
  type Incubator,
  type Position,
  type Edition,
} from "./position";

/** How far an egg has cracked, from 0 (whole) to 3 (nearly there) and 4 (ready). */
export function stageOf(egg: Egg, incubator: Incubator): number {
  const need = egg.fire + egg.water;
  const missing = need - incubator.fire - incubator.water;
  if (missing <= 0) return 4;
  if (missing === need) return 0;
  if (missing === 1) return 3;
  return missing * 2 > need ? 1 : 2;
}

/** Counts dragons by colour; mysteries and hybrids are counted apart. */
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
  /** What fills it: a dragon of the colour, a mystery, or nothing yet. */
  by: "colour" | "mystery" | null;
}

/** The dragons an objective asks for, one by one, and what fills each. */
export function wantedOf(objective: Objective, dragons: readonly Egg[]): Wanted[] {
  const have = countDragons(dragons);
  let mysteries = have.mystery;
  return COLOURS.flatMap((colour) =>
    Array.from({ length: objective.dragons[colour] ?? 0 }, (_, index): Wanted => {
      if (index < have[colour]) return { colour, by: "colour" };
      mysteries -= 1;
      return { colour, by: mysteries >= 0 ? "mystery" : null };
    }),
  );
}

export function dragonsOf(position: Position, edition: Edition, seat: number): Egg[] {
  return (position.dragons[seat] ?? []).flatMap((id) => edition.eggs[id] ?? []);
}

/** The seats that meet an objective. */
export function seatsMeeting(objective: Objective, position: Position, edition: Edition): number[] {
  return position.slots
    .map((_, seat) => seat)
    .filter(
      (seat) =>
        (position.gold[seat] ?? 0) >= objective.gold &&
        wantedOf(objective, dragonsOf(position, edition, seat)).every((one) => one.by !== null),
    );
}

/** The rotation of the wheel in eighths of a turn, reached from `before` the short way round. */
export function turnedTo(before: number, wheel: number): number {
  const ahead = (((wheel - before) % 8) + 8) % 8;
  return before + (ahead > 4 ? ahead - 8 : ahead);
}

interface Rolled {
  turn: number;
  rolls: number;
}

/** The dice rolled since the position seen before; `rerolled` are the rerolled dice. */
export function rolledSince(before: Rolled, now: Rolled, rerolled: number[]): number[] {
  if (now.rolls === 0) return [];
  if (before.rolls === 0 || before.turn !== now.turn) return [0, 1];
  return now.rolls > before.rolls ? rerolled : [];
}
