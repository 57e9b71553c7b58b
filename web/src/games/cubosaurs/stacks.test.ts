import { describe, expect, it } from "vitest";
import type { SeatView } from "../../messages";
import { choicesOf } from "./choices";
import { formatSigned } from "../../lib/numbers";
import { parseCard, seatsInOrder, type Edition } from "./position";
import { stacksOf } from "./stacks";

const edition = {
  series: { trex: [4, 1, -2, -5] },
  eggs: { trex: [5, 2], raptors: [3, 3] },
} as Edition;

describe("cards", () => {
  it("are parsed from their names", () => {
    expect(parseCard("black:3+dna")).toMatchObject({ kind: "black", plus: 3, minus: 3, dna: true });
    expect(parseCard("grey:2/1")).toMatchObject({ plus: 2, minus: 1, dna: false });
    expect(parseCard("egg:raptors")).toMatchObject({ kind: "egg", egg: "raptors" });
  });

  it("have a real minus", () => expect([2, 0, -3].map((points) => formatSigned(points))).toEqual(["+2", "0", "−3"]));
});

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

it("the others come in the order of play", () => {
  expect(seatsInOrder(4, 1, 1)).toEqual([2, 3, 0]);
  expect(seatsInOrder(4, 1, -1)).toEqual([0, 3, 2]);
  expect(seatsInOrder(3, null, 1)).toEqual([0, 1, 2]);
});
