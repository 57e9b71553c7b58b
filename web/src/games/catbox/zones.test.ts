/** The sums shown at the end agree with the rules. */
import { describe, expect, it } from "vitest";
import type { Identity, Laid } from "./position";
import { keyOf, visibleSquares } from "./cards";
import { edition } from "./test_edition";
import { sumOf, zonesOf } from "./zones";

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
