import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameUpdate } from "../messages";
import { UpdateQueue } from "./update_queue";

const PAUSE_MS = 100;
const update = (number: number): GameUpdate =>
  ({ type: "update", events: [], sight: { number } }) as unknown as GameUpdate;

let shown: number[] = [];
let times = 0; // how often something was shown
let queue: UpdateQueue;

beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
  times = 0;
  queue = new UpdateQueue(
    (updates) => {
      shown.push(...updates.map(({ sight }) => sight.number));
      times += 1;
    },
    () => PAUSE_MS,
  );
});

afterEach(() => {
  queue.close();
  vi.useRealTimers();
});

function push(...numbers: number[]): void {
  for (const number of numbers) queue.push(update(number));
}

test("the first update is shown at once, the next one after a pause", () => {
  push(1, 2);
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(PAUSE_MS - 1);
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([1, 2]);
});

test("after the last pause a new update is shown at once", () => {
  push(1);
  vi.advanceTimersByTime(PAUSE_MS);
  push(2);
  expect(shown).toEqual([1, 2]);
});

test("the newest is the last one that waits", () => {
  expect(queue.newest).toBeNull();
  push(1, 2, 3);
  expect(queue.newest).toBe(3);
  vi.advanceTimersByTime(2 * PAUSE_MS);
  expect(queue.newest).toBeNull();
});

test("a long queue is cut to eight: the oldest updates are shown without a pause", () => {
  push(...Array.from({ length: 12 }, (_, index) => index + 1));
  expect(shown).toEqual([1, 2, 3, 4]);
});

test("a flush shows everything that waits, and then the pause begins anew", () => {
  push(1, 2, 3);
  queue.flush();
  expect(shown).toEqual([1, 2, 3]);
  expect(times).toBe(2);
  push(4);
  expect(shown).toEqual([1, 2, 3]);
  vi.advanceTimersByTime(PAUSE_MS);
  expect(shown).toEqual([1, 2, 3, 4]);
});

test("an update that is flushed is shown together with those before it", () => {
  push(1, 2);
  queue.flush(update(3));
  expect(shown).toEqual([1, 2, 3]);
  expect(times).toBe(2);
});

test("what was cleared is never shown, and the running pause goes on", () => {
  push(1, 2);
  queue.clear();
  push(5);
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(PAUSE_MS);
  expect(shown).toEqual([1, 5]);
});

test("a closed queue shows nothing more", () => {
  push(1, 2);
  queue.close();
  vi.advanceTimersByTime(10 * PAUSE_MS);
  expect(shown).toEqual([1]);
});
