import { expect, test, vi } from "vitest";
import type { ReplayStep } from "../messages";

vi.hoisted(() => {
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
});
const { viewOfStep } = await import("./requests");

const step: ReplayStep = {
  number: 9,
  seat: 0,
  by: "player",
  kind: "move",
  move: {},
  words: [],
  view: {},
  turn: null,
  points: [7, 7, 3],
  winners: [1],
};

test("winners come from the server, not from the points", () => {
  expect(viewOfStep(step).winners).toEqual([1]);
  expect(viewOfStep({ ...step, winners: [0, 1] }).winners).toEqual([0, 1]);
  expect(viewOfStep(step).over).toBe(true);
});

test("before the end nobody has won, whatever the points", () => {
  const early = viewOfStep({ ...step, turn: 0, points: [9, 1, 0], winners: [] });
  expect([early.over, early.winners]).toEqual([false, []]);
});

test("a replay hides nothing, and nothing can be done in it", () => {
  const { points, legal, may_undo, deadline } = viewOfStep(step);
  expect({ points, legal, may_undo, deadline }).toEqual({
    points: [7, 7, 3],
    legal: [],
    may_undo: false,
    deadline: null,
  });
});
