import { expect, test } from "vitest";
import type { LegalMove } from "../messages";
import { Selection } from "./selection.svelte";

const LEGAL: LegalMove[] = [
  { move: { do: "keep" }, words: "keep the Hand" },
  { move: { do: "refuse", add: "trex" }, words: "refuse, adding T-Rex" },
];

test("the picked move is found among the legal ones, by its content", () => {
  const selection = new Selection(() => LEGAL);
  expect(selection.legalMove).toBeNull();
  selection.move = { add: "trex", do: "refuse" };
  expect(selection.legalMove).toBe(LEGAL[1]);
  selection.clear();
  expect(selection.legalMove).toBeNull();
});

test("a move that is not legal any more is not selected", () => {
  const selection = new Selection(() => []);
  selection.move = { do: "keep" };
  expect(selection.legalMove).toBeNull();
});
