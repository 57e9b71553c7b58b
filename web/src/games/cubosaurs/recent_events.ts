/** What happened before this position: the card added last, and the scores of the last round. */
import type { GameEvent } from "../../messages";
import { castJson } from "../../lib/json";
import type { Move, Position } from "./position";

export interface Added {
  seat: number;
  card: string;
  round: number;
}

/** The card last added to the Hand, and by whom; remembered while the same Hand goes on. */
export function lastAdded(
  before: Added | null,
  events: readonly GameEvent[],
  position: Position,
): Added | null {
  let known = before;
  for (const event of events) {
    const move = castJson<Move>(event.move);
    if (event.kind !== "move") continue;
    if (move.do === "refuse" && move.add)
      known = { seat: event.seat, card: move.add, round: position.round };
    else if (move.do === "keep" || (move.do === "buy" && move.tile === "free_refusal")) known = null;
  }
  const there = known !== null && position.hand.includes(known.card);
  return there && known?.round === position.round ? known : null;
}

const DEALT_CARDS = 10; // in a round, for each player
const STARTING_CARDS = 4; // of them, those in the player's first collection

/** The scores of the previous round, at the very start of a later one; else null. */
export function previousRoundScores(position: Position): number[] | null {
  const players = position.collections.length;
  const untouched =
    position.deck.length + position.hand.length === (DEALT_CARDS - STARTING_CARDS) * players &&
    position.collections.every((own) => own.length === STARTING_CARDS);
  return untouched ? (position.round_scores.at(-1) ?? null) : null;
}
