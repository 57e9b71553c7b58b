/** The legal moves, typed and with the points after them. */
import type { JsonObject, LegalMove } from "../../messages";
import { castJson } from "../../lib/json";
import type { Move } from "./position";

/** A legal move, as JSON and as a typed move. */
export interface Choice {
  move: JsonObject;
  parsed: Move;
  /** The player's points after it, null if unknown. */
  points: number | null;
}

export function choicesOf(legal: LegalMove[], points: (number | null)[] | null): Choice[] {
  return legal.map(({ move }, index) => ({
    move,
    parsed: castJson<Move>(move),
    points: points?.[index] ?? null,
  }));
}
