/** The legal moves with their gains, lookup by content, and what a tap on one does. */
import type { JsonObject, LegalMove } from "../../messages";
import type { BoardProps } from "../contract";
import { jsonEqual } from "../../lib/json";
import type { Position } from "./position";

export interface Choice extends LegalMove {
  /** The change of the player's points, null if unknown. */
  gain: number | null;
  picked: boolean;
}

export class Choices {
  readonly all: readonly Choice[];

  constructor(
    private readonly given: BoardProps,
    private readonly position: Position,
  ) {
    const { sight, seat, frozen, picked, points } = given;
    const now = seat === null ? null : sight.points[seat];
    this.all = frozen
      ? []
      : sight.legal.map((one, index) => {
          const then = points?.[index] ?? null;
          return {
            ...one,
            gain: then === null || now === null || now === undefined ? null : then - now,
            picked: picked !== null && jsonEqual(picked, one.move),
          };
        });
  }

  /** The choice with this move, if it is legal. */
  find(move: JsonObject): Choice | undefined {
    return this.all.find((one) => jsonEqual(one.move, move));
  }

  where(fits: (move: JsonObject) => boolean): Choice[] {
    return this.all.filter((one) => fits(one.move));
  }

  get picked(): Choice | undefined {
    return this.all.find((one) => one.picked);
  }

  /** The first tap picks, the second plays; a move that can be undone is played at once. */
  tap(choice: Choice | undefined): void {
    if (!choice) return;
    if (choice.picked || canBeUndone(choice.move, this.position)) this.given.play(choice.move);
    else this.given.pick(choice.move);
  }

  /** Plays at once, for buttons that already say what they do. */
  play(choice: Choice | undefined): void {
    if (choice) this.given.play(choice.move);
  }
}

/** Feeding an egg while another die is unused: the turn goes on, and the move can be undone. */
export function canBeUndone(move: JsonObject, position: Position): boolean {
  return move["do"] === "place" && position.used.includes(false);
}

/** The dice that a move uses. */
export function diceOf(move: JsonObject): number[] {
  const { die, dice } = move;
  if (typeof die === "number") return [die];
  return Array.isArray(dice) ? dice.filter((one) => typeof one === "number") : [];
}
