/** What the last event did: where new tokens fly from, and the dice that were rerolled. */
import type { GameEvent } from "../../messages";
import { diceOf } from "./choices";

export interface Sources {
  /** The `data-fly` key for tokens that an egg or a player gets. */
  gain: string | undefined;
  /** The `data-fly` key for tokens that fall into a treasure. */
  treasure: string | undefined;
}

export function flightSources(events: readonly GameEvent[]): Sources {
  const event = events.at(-1);
  if (event?.kind !== "move") return { gain: undefined, treasure: undefined };
  const { move } = event;
  switch (move["do"]) {
    case "use":
      return { gain: `die-${diceOf(move)[0] ?? 0}`, treasure: undefined };
    case "take_treasure":
      return { gain: `section-${String(move["section"])}`, treasure: undefined };
    case "overflow":
      return { gain: "hub", treasure: "spare" };
    case "place":
      return { gain: "spare", treasure: undefined };
    case "stay":
    case "reroll":
      return { gain: "hub", treasure: "hub" };
    default:
      return { gain: "hub", treasure: undefined };
  }
}

/** The dice that the last event rerolled. */
export function rerolledDice(events: readonly GameEvent[]): number[] {
  const move = events.at(-1)?.move;
  return move?.["do"] === "reroll" ? diceOf(move) : [];
}
