import { expect, test } from "vitest";
import { decisive, formatList, verdict } from "./verdict";

test("names are listed as the language does it", () => {
  expect(formatList(["Ada", "Bo"], "fr")).toBe("Ada et Bo");
  expect(formatList(["Ada"], "it")).toBe("Ada");
});

test("somebody is ahead of the second best", () => {
  expect(verdict([3, 12, 9], [1])).toEqual({
    kind: "ahead",
    winner: 1,
    second: 2,
    points: 12,
    lead: 3,
  });
});

test("equal points: a rule decides, or the win is shared", () => {
  expect(verdict([9, 9, 2], [1])).toEqual({ kind: "tie", winner: 1, seats: [0], points: 9 });
  expect(verdict([9, 9, 2], [0, 1])).toEqual({ kind: "shared", seats: [0, 1], points: 9 });
  expect(verdict([9, 9], [])).toEqual({ kind: "unknown" });
});

test("what decided is where the winner was furthest ahead", () => {
  const sheet = {
    number: 40,
    seats: [
      {
        total: 12,
        parts: [
          { name: "gold", label: "Gold", points: 8 },
          { name: "dragons", label: "Dragons: 2", points: 4 },
        ],
      },
      { total: 9, parts: [{ name: "gold", label: "Gold", points: 9 }] },
    ],
  };
  expect(decisive(sheet, 0, 1)).toEqual({ label: "Dragons: 2", points: 4, theirs: 0 });
  expect(decisive({ number: 1, seats: [] }, 0, 1)).toBeNull();
});
