import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameEvent, GameUpdate, SeatView, TableInfo, Welcome } from "../messages";
import { FakeSocket, fakeBrowser } from "../lib/fake_socket";
import type { TableStore } from "./table_store.svelte";

const OWN = 0;
const OTHER = 1;
const MOVE = { type: "move", number: 3, move: { do: "keep" } };

const sight = (number: number): SeatView =>
  ({ number, turn: OWN, legal: [], may_undo: true, over: false }) as unknown as SeatView;
const welcome = (number: number): Welcome => ({
  type: "welcome",
  seat: OWN,
  sight: sight(number),
  table: { seats: [] } as unknown as TableInfo,
  now: 0,
});
const update = (number: number, seat: number): GameUpdate => ({
  type: "update",
  events: [{ kind: "move", seat, by: "player", move: { number }, words: [`move ${number}`] }],
  sight: sight(number),
});
const numbers = (events: readonly GameEvent[]): unknown[] => events.map(({ move }) => move["number"]);

let store: TableStore;

/** A table where it is the player's turn, in view 3. */
beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  vi.stubGlobal("navigator", { languages: ["en"] });
  fakeBrowser();
  const { TableStore } = await import("./table_store.svelte");
  store = new TableStore("T");
  FakeSocket.newest.emitMessage(welcome(3));
});

afterEach(() => {
  store.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function reconnect(number: number): void {
  FakeSocket.newest.emitClose(1006);
  vi.advanceTimersByTime(250);
  FakeSocket.newest.emitMessage(welcome(number));
}

const sent = (type: string): unknown[] =>
  FakeSocket.newest.sent.filter((message) => message.type === type);

test("an undo is ignored while a move is pending, which is still resent", () => {
  store.play({ do: "keep" });
  FakeSocket.newest.emitClose(1006);
  store.undo();
  vi.advanceTimersByTime(250);
  FakeSocket.newest.emitMessage(welcome(3));
  expect(sent("move")).toEqual([MOVE]);
  expect(sent("undo")).toEqual([]);
});

test("an undo is sent when nothing is pending", () => {
  store.undo();
  expect(sent("undo")).toEqual([{ type: "undo", number: 3 }]);
});

test("events that were missed during a lost connection belong to the past and to the log", () => {
  FakeSocket.newest.emitMessage(update(4, OTHER));
  reconnect(6);
  expect(sent("again")).toEqual([{ type: "again", since: 4 }]);
  FakeSocket.newest.emitMessage(update(5, OWN));
  FakeSocket.newest.emitMessage(update(6, OTHER));
  expect(numbers(store.past)).toEqual([4, 5, 6]);
  expect(store.log.map(({ words }) => words)).toEqual(["move 4", "move 5", "move 6"]);
});

test("updates that are shown at once are shown with the events of all of them", () => {
  for (const number of [4, 5, 6]) FakeSocket.newest.emitMessage(update(number, OTHER));
  expect(numbers(store.events)).toEqual([4]);
  FakeSocket.newest.emitMessage(update(7, OWN));
  expect(store.sight?.number).toBe(7);
  expect(numbers(store.events)).toEqual([5, 6, 7]);
  expect(numbers(store.past)).toEqual([4, 5, 6, 7]);
});

test("a second reaction of a seat is shown for its full time", () => {
  FakeSocket.newest.emitMessage({ type: "reaction", seat: OTHER, reaction: "bravo" });
  vi.advanceTimersByTime(3000);
  FakeSocket.newest.emitMessage({ type: "reaction", seat: OTHER, reaction: "wow" });
  vi.advanceTimersByTime(3999);
  expect(store.reactions[OTHER]).toBe("wow");
  vi.advanceTimersByTime(1);
  expect(store.reactions[OTHER]).toBeUndefined();
});
