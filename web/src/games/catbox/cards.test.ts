import { describe, expect, it } from "vitest";
import type { Edition } from "./position";
import { chosenOf, letterOf, publicOf, secretOf, sideOf, visibleSquares } from "./cards";
import { edition, fronts, small } from "./test_edition";

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
