/** The legal moves, grouped by the part of the board that makes them. */
import type { JsonObject, SeatView } from "../../messages";
import { castJson } from "../../lib/json";
import type { Move, Phase, Tile } from "./position";
import { faceOf } from "./stacks";

export interface Choice {
  move: JsonObject;
  words: string;
  /** The other player involved, if any. */
  seat: number | null;
  /** The change of the player's points, null if unknown. */
  gain: number | null;
}

export interface Choices {
  keep: Choice | null;
  /** By tile. */
  buy: Map<Tile, Choice>;
  /** By owner, then by face; several choices if a receiver is to be chosen. */
  cards: Map<number, Map<string, Choice[]>>;
  rob: Choice[];
}

/** Whether this phase chooses a card of the player's own collection. */
export function choosesOwnCard(phase: Phase): boolean {
  return ["choose", "forbidden", "destroy_own", "give", "swap_give"].includes(phase);
}

/** Whether the move can be undone, because the turn goes on after it. */
export function canBeUndone(move: Move): boolean {
  if (move.do === "buy") return move.tile !== "draw" && move.tile !== "free_refusal";
  return !["keep", "refuse", "rob"].includes(move.do);
}

export function choicesOf(
  sight: SeatView,
  points: (number | null)[] | null,
  seat: number,
  phase: Phase,
  advanced: boolean,
): Choices {
  const found: Choices = { keep: null, buy: new Map(), cards: new Map(), rob: [] };
  const own = sight.points[seat] ?? null;
  sight.legal.forEach((legal, index) => {
    const move = castJson<Move>(legal.move);
    const after = points?.[index] ?? null;
    const choice: Choice = {
      move: legal.move,
      words: legal.words,
      seat: move.seat ?? null,
      gain: after === null || own === null ? null : after - own,
    };
    if (move.do === "keep") found.keep = choice;
    else if (move.do === "buy" && move.tile) found.buy.set(move.tile, choice);
    else if (move.do === "rob") found.rob.push(choice);
    else {
      const owner = choosesOwnCard(phase) ? seat : (move.seat ?? seat);
      put(found.cards, owner, faceOf(move.add ?? move.card ?? "", advanced), choice);
    }
  });
  return found;
}

function put(
  cards: Map<number, Map<string, Choice[]>>,
  owner: number,
  face: string,
  choice: Choice,
): void {
  const own = cards.get(owner) ?? new Map<string, Choice[]>();
  const before = own.get(face) ?? [];
  // Cards with the same face are one choice.
  if (!before.some((other) => other.seat === choice.seat)) own.set(face, [...before, choice]);
  cards.set(owner, own);
}
