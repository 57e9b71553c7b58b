/** What a board is given: everything it shows follows from this, and it holds no rules. */
import type { Component } from "svelte";
import type { Event, JsonObject, SeatView } from "../messages";

export interface BoardProps {
  /** What one may know now; `sight.view["position"]` is the position (docs/formats). */
  sight: SeatView;
  /** What happened just before it, for movement; empty at first and after a reload. */
  events: Event[];
  /** One's own seat; null for who watches, and in a replay. */
  seat: number | null;
  /** Everybody's name, by seat. */
  names: string[];
  /** What is printed on the components. */
  edition: JsonObject;
  /** The move that waits to be confirmed. */
  picked: JsonObject | null;
  /** By legal move: one's points after it, null where that cannot be known; null if switched off. */
  points: (number | null)[] | null;
  /** Whether a move is on its way, or nothing can be done here: then nothing reacts. */
  frozen: boolean;
  /** Choose a move that cannot be taken back: a button to confirm it appears. Null: none. */
  pick: (move: JsonObject | null) => void;
  /** Make a move at once: one that can be taken back, or was confirmed in the board. */
  play: (move: JsonObject) => void;
  /** Open up the points of a seat: what they are made of. Absent where that cannot be asked. */
  explain?: ((seat: number) => void) | undefined;
  /** Called when the board has shown the end: from now on the page may say who won. */
  onEndShown?: (() => void) | undefined;
}

export interface GameModule {
  Board: Component<BoardProps>;
  /** Its board tells the end step by step, and says when it has. */
  revealsEnd?: boolean;
}
