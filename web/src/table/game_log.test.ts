import { expect, test } from "vitest";
import type { GameUpdate } from "../messages";
import { addToHistory, logOf, type PastUpdate } from "./game_log";

const update = (number: number, ...words: string[]): GameUpdate =>
  ({
    type: "update",
    events: [{ kind: "move", seat: 1, by: "player", move: {}, words }],
    sight: { number },
  }) as unknown as GameUpdate;
const texts = (history: PastUpdate[]): string[] => logOf(history).map((item) => item.words);

test("every sentence of an event is an item with a key of its own", () => {
  const history = addToHistory([], update(4, "Bo draws a card.", "It is the turn of Ada."));
  expect(texts(history)).toEqual(["Bo draws a card.", "It is the turn of Ada."]);
  expect(new Set(logOf(history).map((item) => item.key)).size).toBe(2);
});

test("older updates are sorted in", () => {
  const history = [update(5, "five"), update(3, "three"), update(4, "four")].reduce(addToHistory, []);
  expect(texts(history)).toEqual(["three", "four", "five"]);
});

test("an update that arrives twice is logged once", () => {
  const history = addToHistory([], update(4, "four"));
  expect(addToHistory(history, update(4, "four"))).toBe(history);
});
