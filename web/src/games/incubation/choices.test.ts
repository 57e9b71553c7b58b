import { describe, expect, it, vi } from "vitest";
import type { JsonObject, SeatView } from "../../messages";
import type { BoardProps } from "../contract";
import { Choices, diceOf } from "./choices";
import type { Position } from "./position";

const PLACE: JsonObject = { do: "place", resource: "fire", slot: 0 };
const USE: JsonObject = { do: "use", dice: [0] };

function choicesWith(more: Partial<BoardProps>, used = [false, true]) {
  const sight: SeatView = {
    number: 3,
    view: {},
    turn: 0,
    question: "",
    legal: [PLACE, USE].map((move) => ({ move, words: "" })),
    may_undo: false,
    points: [4, 2],
    over: false,
    winners: [],
    deadline: null,
  };
  const given: BoardProps = {
    sight,
    events: [],
    seat: 0,
    names: ["Ada", "Bo"],
    edition: {},
    picked: null,
    points: [4, 9],
    frozen: false,
    pick: vi.fn(),
    play: vi.fn(),
    ...more,
  };
  const position = { used } as Position;
  return { given, choices: new Choices(given, position) };
}

describe("choices", () => {
  it("knows what a choice brings", () => {
    const { choices } = choicesWith({});
    expect(choices.find(USE)?.gain).toBe(5);
    expect(choicesWith({ points: null }).choices.find(USE)?.gain).toBeNull();
  });
  it("holds nothing while nothing can be done", () => {
    expect(choicesWith({ frozen: true }).choices.all).toEqual([]);
  });
  it("chooses with the first tap and does it with the second", () => {
    const first = choicesWith({});
    first.choices.tap(first.choices.find(USE));
    expect(first.given.pick).toHaveBeenCalledWith(USE);
    const second = choicesWith({ picked: USE });
    second.choices.tap(second.choices.find(USE));
    expect(second.given.play).toHaveBeenCalledWith(USE);
  });
  it("gives to an egg at once while a die is left, since that can be taken back", () => {
    const before = choicesWith({});
    before.choices.tap(before.choices.find(PLACE));
    expect(before.given.play).toHaveBeenCalledWith(PLACE);
    const last = choicesWith({}, [true, true]);
    last.choices.tap(last.choices.find(PLACE));
    expect(last.given.pick).toHaveBeenCalledWith(PLACE);
  });
});

describe("the dice of a move", () => {
  it("are named one by one or together", () => {
    expect(diceOf({ do: "take_egg", die: 1, pile: 0 })).toEqual([1]);
    expect(diceOf({ do: "use", dice: [0, 1] })).toEqual([0, 1]);
    expect(diceOf({ do: "stay" })).toEqual([]);
  });
});
