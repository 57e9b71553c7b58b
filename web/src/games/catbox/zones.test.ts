/** The sums shown at the end agree with the rules. */
import { describe, expect, it } from "vitest";
import printed from "../../../../src/menagerie/games/catbox/edition.toml?raw";
import type { Edition, Identity, Laid } from "./position";
import { chosenOf, footprint, keyOf, letterOf, publicOf, secretOf, visibleSquares, sideOf } from "./cards";
import { factOf, nearest, towards, type Target } from "./targets";
import { sumOf, zonesOf } from "./zones";

const listed = printed.slice(printed.indexOf("fronts = ["));
const fronts = [...listed.matchAll(/"([GBWYT.]{4})"/g)].map((found) => found[1] ?? "");
const edition: Edition = {
  cats: { G: "ginger", B: "black", W: "white", Y: "grey", T: "tabby" },
  deck: { fronts, back: "mirror" },
};

// The end of a game of five, played by the engine: card, side, column, row.
const END =
  `41 f 0 0;13 f 1 1;46 b -1 -1;14 b -1 1;1 b -2 2;36 f -3 3;31 f -3 4;28 b -4 2;15 b -4
   4;10 f -2 5;20 b -1 4;8 f -5 4;11 b -6 3;30 b -2 -1;12 f 2 1;27 b -7 2;44 f 3 0;0 f -8
   2;29 b -6 5;6 f -3 -1;42 b -8 1;33 b -9 1;18 b -10 0;43 f -4 -2;16 f -5 -1;21 f 0 4;47 f
   -6 -2;39 f -10 -1;34 f -6 0;2 f -1 6;5 f -10 -2;22 b -5 6;7 f -2 7;19 b -9 3;17 b -6 7;9
   f -6 -3;40 b -10 3;23 b -11 1;37 f -11 -2;45 f -3 8;26 b 0 3;38 b 0 7;25 f 1 7;3 b 4
   1;35 b -12 0;4 b -7 -4;24 b -7 7;32 f -12 -3`;
const WHO: Identity[] = ["white", "chihuahua", "tabby", "grey", "black"];
const TOKENS = [0, 0, 1, 0, 0];
const SCORES = [26, 30, 24, 27, 21];

function laidOf(text: string): Laid[] {
  return text.split(";").map((one) => {
    const [card, side, column, row] = one.trim().split(/\s+/);
    return {
      card: Number(card),
      side: side === "f" ? "front" : "back",
      at: [Number(column), Number(row)],
    };
  });
}
const small: Laid[] = [
  { card: 0, side: "front", at: [0, 0] },
  { card: 7, side: "front", at: [1, 1] },
];

describe("cards", () => {
  it("have 48 fronts, and backs as in a mirror", () => {
    expect(fronts).toHaveLength(48);
    expect(sideOf(edition, 0, "front")).toEqual(["black", "black", "box", "white"]);
    expect(sideOf(edition, 0, "back")).toEqual(["black", "black", "white", "box"]);
    expect(letterOf(edition, "grey")).toBe("Y");
  });
  it("may have backs of their own", () => {
    const other: Edition = { ...edition, deck: { fronts, back: ["GGGG"] } };
    expect(sideOf(other, 0, "back")).toEqual(["ginger", "ginger", "ginger", "ginger"]);
  });
  it("show the public side, and to their owner the secret one", () => {
    expect(publicOf(edition, { card: 0, public: "back" })?.[3]).toBe("box");
    expect(secretOf(edition, { card: 0, public: "back" })?.[2]).toBe("box");
    expect(publicOf(edition, { card: null, public: null, shows: "BB.W" })?.[2]).toBe("box");
    expect(secretOf(edition, { card: null, public: null, shows: "BB.W" })).toBeNull();
    expect(publicOf(edition, null)).toBeNull();
  });
  it("cover what is below them", () => {
    const seen = visibleSquares(edition, small);
    expect(seen.size).toBe(7);
    expect(seen.get("1,1")).toEqual({ at: [1, 1], kind: "ginger", card: 7 });
    expect(visibleSquares(edition, small, 7).get("1,1")?.kind).toBe("white");
  });
  it("show on the table what the choice says", () => {
    const position = {
      phase: "place" as const,
      to_move: 0,
      turn: 1,
      identities: [null, null],
      deck: [],
      layout: small,
      hands: [[{ card: 0, public: "front" as const }], [{ card: 1, public: "front" as const }]],
      held: [[], []],
      tokens: [[], []],
      guards: [],
      token_played: false,
      attention: false,
    };
    const own = { ...position, chosen: { do: "card" as const, from: 0, slot: 0 } };
    const theirs = { ...position, chosen: { do: "card" as const, from: 1, slot: 0 } };
    const lift = { ...position, chosen: { do: "lift" as const, card: 7 } };
    expect(chosenOf(edition, own, 0)).toEqual(sideOf(edition, 0, "back"));
    expect(chosenOf(edition, theirs, 0)).toEqual(sideOf(edition, 1, "front"));
    expect(chosenOf(edition, lift, 0)).toEqual(sideOf(edition, 7, "front"));
    expect(chosenOf(edition, { ...position, chosen: null }, 0)).toBeNull();
  });
});

describe("zones", () => {
  const seen = visibleSquares(edition, laidOf(END));
  it.each(WHO.map((identity, seat) => [identity, seat] as const))("count for the %s", (identity, seat) => {
    const sum = sumOf(identity, seen, TOKENS[seat] ?? 0);
    expect(sum.total).toBe(SCORES[seat]);
    expect(sum.squares + sum.zones + sum.tokens).toBe(sum.total);
  });
  it("hold every square with a cat once", () => {
    const squares = zonesOf(seen).flatMap((zone) => zone.squares.map(keyOf));
    expect(new Set(squares).size).toBe(squares.length);
    expect(squares).toHaveLength([...seen.values()].filter((one) => one.kind !== "box").length);
  });
});

describe("targets", () => {
  const target = (x: number, y: number): Target => ({
    key: `${x},${y}`, x, y, size: 1, kind: "place", at: [x - 1, y - 1], move: {}, label: "", gain: null,
  });
  const all = [target(0, 0), target(3, 0), target(3, 4)];
  it("snap to the nearest, if it is near", () => {
    expect(nearest(all, 2.4, 0.2, 1.3)?.key).toBe("3,0");
    expect(nearest(all, 1.5, 2, 1.3)).toBeNull();
  });
  it("are reached by arrows", () => {
    expect(towards(all, target(0, 0), 1, 0)?.key).toBe("3,0");
    expect(towards(all, target(3, 0), 0, 1)?.key).toBe("3,4");
    expect(towards(all, target(0, 0), -1, 0)).toBeNull();
  });
  it("explains why a place is not a target", () => {
    const seen = visibleSquares(edition, small);
    expect(factOf([9, 9], seen, [])).toEqual({ is: "nothing" });
    expect(factOf([0, 0], seen, [])).toEqual({ is: "covers", squares: 4, cards: 2 });
    expect(factOf([2, 2], seen, [{ seat: 0, at: [1, 1] }])).toEqual({ is: "guarded" });
    expect(footprint([0, 0])).toHaveLength(4);
  });
});
