import { describe, expect, it } from "vitest";
import type { Colour, Egg, Objective } from "./position";
import { countDragons, rolledSince, stageOf, turnedTo, wantedOf } from "./board_state";

function egg(colours: Colour[], fire = 2, water = 2): Egg {
  return { id: 0, colours, fire, water, points: 3 };
}
const OBJECTIVE: Objective = { index: 0, dragons: { red: 2, blue: 1 }, gold: 0, points: 5 };

describe("an egg", () => {
  it("cracks in stages until it is ready", () => {
    const stages = [0, 1, 2, 3, 4].map((fed) =>
      stageOf(egg(["red"]), { egg: 0, fire: Math.min(fed, 2), water: Math.max(fed - 2, 0) }),
    );
    expect(stages).toEqual([0, 1, 2, 3, 4]);
  });
  it("of two needs is nearly there after one", () => {
    expect(stageOf(egg([], 1, 1), { egg: 0, fire: 1, water: 0 })).toBe(3);
  });
});

describe("an objective", () => {
  it("is filled by dragons of its colours, then by mysteries, never by hybrids", () => {
    const dragons = [egg(["red"]), egg(["red", "blue"]), egg([])];
    expect(wantedOf(OBJECTIVE, dragons).map((one) => one.by)).toEqual(["colour", "mystery", null]);
    expect(countDragons(dragons)).toMatchObject({ red: 1, blue: 0, hybrid: 1, mystery: 1 });
  });
  it("does not count more dragons than it asks for", () => {
    const dragons = [egg(["red"]), egg(["red"]), egg(["red"])];
    expect(wantedOf(OBJECTIVE, dragons).map((one) => one.by)).toEqual(["colour", "colour", null]);
  });
});

describe("the wheel", () => {
  it("goes on past a whole turn, and back when a move is taken back", () => {
    expect(turnedTo(7, 0)).toBe(8);
    expect(turnedTo(8, 7)).toBe(7);
    expect(turnedTo(0, 3)).toBe(3);
    expect(turnedTo(15, 0)).toBe(16);
  });
});

describe("the dice", () => {
  it("tumble when they were rolled, and only then", () => {
    expect(rolledSince({ turn: -1, rolls: 0 }, { turn: 0, rolls: 0 }, [])).toEqual([]);
    expect(rolledSince({ turn: 0, rolls: 0 }, { turn: 0, rolls: 1 }, [])).toEqual([0, 1]);
    expect(rolledSince({ turn: 3, rolls: 1 }, { turn: 3, rolls: 2 }, [1])).toEqual([1]);
    expect(rolledSince({ turn: 3, rolls: 2 }, { turn: 3, rolls: 2 }, [])).toEqual([]);
    expect(rolledSince({ turn: 3, rolls: 2 }, { turn: 4, rolls: 1 }, [])).toEqual([0, 1]);
  });
});
