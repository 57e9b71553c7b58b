/** The log beside a board: one item for each sentence about an event. */
import type { GameUpdate } from "../messages";

export interface LogItem {
  key: string;
  /** The number of the update that it belongs to. */
  number: number;
  seat: number;
  by: string;
  words: string;
}

/** The log with the events of an update, in the order of their numbers; each update counts once. */
export function addToLog(log: LogItem[], update: GameUpdate): LogItem[] {
  const { number } = update.sight;
  if (log.some((item) => item.number === number)) return log;
  const added = update.events.flatMap((event, at) =>
    event.words.map((words, index) => ({
      key: `${number}-${at}-${index}`,
      number,
      seat: event.seat,
      by: event.by,
      words,
    })),
  );
  return [...log, ...added].sort((one, two) => one.number - two.number);
}
