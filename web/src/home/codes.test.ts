import { expect, test } from "vitest";
import { parseCode } from "./codes";

test.each([
  ["BCDFGH", "BCDFGH"],
  ["bcdfgh", "BCDFGH"],
  ["BCDFG", "BCDFG"], // from an older server
  [" bcd fgh ", "BCDFGH"],
  ["BCD-FGH", "BCDFGH"],
])("%j is a code", (typed, code) => {
  expect(parseCode(typed)).toBe(code);
});

test.each(["", "BCDF", "BCDFGHJ", "BCDFG1", "BCDFÉH", "BCD/GH"])("%j is none", (typed) => {
  expect(parseCode(typed)).toBeNull();
});
