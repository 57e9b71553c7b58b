/** The contract between the page and the boards of the games. */
import type { Component } from "svelte";
import type { GameEvent, JsonObject, SeatView } from "../messages";

export interface BoardProps {
  /** The seat's view of the game; `sight.view["position"]` is the position (docs/formats). */
  sight: SeatView;
  /** The events that led to this view, for animations; empty at first and after a reload. */
  events: GameEvent[];
  /** The player's seat; null for watchers and in replays. */
  seat: number | null;
  /** The players' names, by seat. */
  names: string[];
  /** The edition: what is printed on the components. */
  edition: JsonObject;
  /** The move that is picked and not confirmed yet. */
  picked: JsonObject | null;
  /** The player's points after each legal move, null where unknown; null if switched off. */
  points: (number | null)[] | null;
  /** Whether the board ignores input: a move is being sent, or it is not the player's turn. */
  frozen: boolean;
  /** Picks a move that cannot be undone, to be confirmed in the action bar; null clears the selection. */
  pick: (move: JsonObject | null) => void;
  /**
   * Plays a move at once, without the action bar: one that the board expects to be undoable, or
   * that was confirmed on the board.
   */
  play: (move: JsonObject) => void;
  /** Explains the points of a seat in a dialog; absent where that is not possible. */
  explain?: ((seat: number) => void) | undefined;
  /** Called when the board has shown the end: from now on the page may say who won. */
  onEndShown?: (() => void) | undefined;
}

export interface GameModule {
  Board: Component<BoardProps>;
  /** Whether the board reveals the end step by step, and then calls `onEndShown`. */
  revealsEnd?: boolean;
}
