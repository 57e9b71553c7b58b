/** The move that a player has picked on the board and has not confirmed yet. */
import type { JsonObject, LegalMove } from "../messages";
import { jsonEqual } from "../lib/json";

export class Selection {
  move = $state.raw<JsonObject | null>(null);

  constructor(private readonly legalMoves: () => readonly LegalMove[]) {}

  /** The picked move as the server lists it, null if none is picked. */
  get legalMove(): LegalMove | null {
    const { move } = this;
    if (move === null) return null;
    return this.legalMoves().find((legal) => jsonEqual(legal.move, move)) ?? null;
  }

  clear(): void {
    this.move = null;
  }
}
