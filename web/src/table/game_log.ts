/** The events of a game so far, and the log beside the board: one item for each sentence of them. */
import type { GameEvent, GameUpdate } from "../messages";

export interface PastUpdate {
  number: number;
  events: GameEvent[];
}

export interface LogItem {
  key: string;
  /** The number of the update that it belongs to. */
  number: number;
  words: string;
}

/** The history with the events of an update, in the order of their numbers; each counts once. */
export function addToHistory(history: PastUpdate[], update: GameUpdate): PastUpdate[] {
  const { number } = update.sight;
  if (history.some((past) => past.number === number)) return history;
  const added = [...history, { number, events: update.events }];
  return added.sort((one, two) => one.number - two.number);
}

export function logOf(history: PastUpdate[]): LogItem[] {
  return history.flatMap(({ number, events }) =>
    events.flatMap((event, at) =>
      event.words.map((words, index) => ({ key: `${number}-${at}-${index}`, number, words })),
    ),
  );
}
