import { describe, expect, it } from "vitest";
import { parseCard, seatsInOrder } from "./position";

describe("cards", () => {
  it("are parsed from their names", () => {
    expect(parseCard("black:3+dna")).toMatchObject({ kind: "black", plus: 3, minus: 3, dna: true });
    expect(parseCard("grey:2/1")).toMatchObject({ plus: 2, minus: 1, dna: false });
    expect(parseCard("egg:raptors")).toMatchObject({ kind: "egg", egg: "raptors" });
  });
});

it("the others come in the order of play", () => {
  expect(seatsInOrder(4, 1, 1)).toEqual([2, 3, 0]);
  expect(seatsInOrder(4, 1, -1)).toEqual([0, 3, 2]);
  expect(seatsInOrder(3, null, 1)).toEqual([0, 1, 2]);
});
