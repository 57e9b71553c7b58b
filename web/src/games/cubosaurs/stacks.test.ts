import { describe, expect, it } from "vitest";
import type { Edition } from "./position";
import { stacksOf } from "./stacks";

const edition = {
  series: { trex: [4, 1, -2, -5] },
  eggs: { trex: [5, 2], raptors: [3, 3] },
} as Edition;

describe("stacks", () => {
  it("put equal cards on one pile; DNA makes a difference in the advanced game only", () => {
    const own = [["trex", "trex", "trex+dna"]];
    expect(stacksOf(own, 0, edition, false)[0]?.piles.map((pile) => pile.at)).toEqual([[0, 1, 2]]);
    expect(stacksOf(own, 0, edition, true)[0]?.piles.map((pile) => pile.at)).toEqual([[0, 1], [2]]);
    expect(stacksOf(own, 0, edition, true)[0]).toMatchObject({ count: 3, series: [4, 1, -2, -5] });
  });

  it("tell which raptors have a partner and whether an egg is ahead", () => {
    const all = [["black:2", "egg:trex", "grey:1", "grey:3"], ["trex"]];
    const stacks = stacksOf(all, 0, edition, false);
    const now = stacks.flatMap((stack) => stack.piles.map((pile) => [pile.face, pile.now]));
    expect(now).toEqual([
      ["grey:1", [-1]],
      ["grey:3", [3]],
      ["black:2", [2]],
      ["egg:trex", [-2]],
    ]);
  });
});
