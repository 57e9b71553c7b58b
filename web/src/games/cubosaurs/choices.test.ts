import { describe, expect, it } from "vitest";
import type { SeatView } from "../../messages";
import { choicesOf } from "./choices";

describe("choices", () => {
  const sight = (moves: SeatView["legal"]): SeatView => ({
    number: 0,
    view: {},
    turn: 0,
    question: "",
    legal: moves,
    may_undo: false,
    points: [4, 0],
    over: false,
    winners: [],
    deadline: null,
  });

  it("are sorted by what one touches, with the change of points", () => {
    const found = choicesOf(
      sight([
        { move: { do: "keep" }, words: "keep" },
        { move: { do: "refuse", add: "trex" }, words: "one" },
        { move: { do: "refuse", add: "trex+dna" }, words: "two" },
      ]),
      [7, 2, 2],
      0,
      "choose",
      false,
    );
    expect(found.keep?.gain).toBe(3);
    expect(found.cards.get(0)?.get("trex")?.map((choice) => choice.words)).toEqual(["one"]);
  });

  it("name several players for a gift, and the owner of what is stolen", () => {
    const give = sight([
      { move: { do: "give", seat: 1, card: "trex" }, words: "" },
      { move: { do: "give", seat: 2, card: "trex" }, words: "" },
    ]);
    expect(choicesOf(give, null, 0, "give", true).cards.get(0)?.get("trex")).toHaveLength(2);
    const steal = sight([{ move: { do: "steal", seat: 2, card: "trex" }, words: "" }]);
    expect([...choicesOf(steal, null, 0, "steal", true).cards.keys()]).toEqual([2]);
  });
});
