import { expect, test } from "vitest";
import { curvePath, spread, stepAt } from "./win_chance_chart";

test("labels that lie apart stay where they are", () => {
  expect(spread([10, 90], 16, 0, 100)).toEqual([10, 90]);
});

test("labels on one spot move apart, and stay within the edges", () => {
  expect(spread([0, 100, 100, 100], 16, 0, 100)).toEqual([0, 68, 84, 100]);
  expect(spread([0, 0, 0], 16, 0, 100)).toEqual([0, 16, 32]);
});

test("a line goes through all chances of its seat", () => {
  const chances = [
    [0.5, 0.5],
    [0.25, 0.75],
  ];
  const line = curvePath(
    chances,
    1,
    (step) => 10 * step,
    (chance) => 100 * (1 - chance),
  );
  expect(line).toBe("M0.0 50.0L10.0 25.0");
});

test("a tap finds the nearest step", () => {
  expect(stepAt(0, 100, 11)).toBe(0);
  expect(stepAt(54, 100, 11)).toBe(5);
  expect(stepAt(300, 100, 11)).toBe(10);
  expect(stepAt(5, 0, 11)).toBe(0);
});
