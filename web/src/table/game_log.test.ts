import { expect, test } from "vitest";
import type { GameUpdate } from "../messages";
import { addToLog, type LogItem } from "./game_log";

const update = (number: number, ...words: string[]): GameUpdate =>
  ({
    type: "update",
    events: [{ kind: "move", seat: 1, by: "player", move: {}, words }],
    sight: { number },
  }) as unknown as GameUpdate;
const texts = (log: LogItem[]): string[] => log.map((item) => item.words);

test("every sentence of an event is an item with a key of its own", () => {
  const log = addToLog([], update(4, "Bo draws a card.", "It is the turn of Ada."));
  expect(texts(log)).toEqual(["Bo draws a card.", "It is the turn of Ada."]);
  expect(new Set(log.map((item) => item.key)).size).toBe(2);
});

test("older updates are sorted in", () => {
  const log = [update(5, "five"), update(3, "three"), update(4, "four")].reduce(addToLog, []);
  expect(texts(log)).toEqual(["three", "four", "five"]);
});

test("an update that arrives twice is logged once", () => {
  const log = addToLog([], update(4, "four"));
  expect(addToLog(log, update(4, "four"))).toBe(log);
});
