import { describe, expect, it, vi } from "vitest";
import type { JsonObject, SeatView } from "../../messages";
import type { BoardProps } from "../contract";
import { Hand, diceOf } from "./hand";
import type { Position } from "./position";

const PLACE: JsonObject = { do: "place", resource: "fire", slot: 0 };
const USE: JsonObject = { do: "use", dice: [0] };

function handWith(more: Partial<BoardProps>, used = [false, true]) {
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
  return { given, hand: new Hand(given, position) };
}

describe("a hand", () => {
  it("knows what a choice brings", () => {
    const { hand } = handWith({});
    expect(hand.find(USE)?.gain).toBe(5);
    expect(handWith({ points: null }).hand.find(USE)?.gain).toBeNull();
  });
  it("holds nothing while nothing can be done", () => {
    expect(handWith({ frozen: true }).hand.choices).toEqual([]);
  });
  it("chooses with the first tap and does it with the second", () => {
    const first = handWith({});
    first.hand.tap(first.hand.find(USE));
    expect(first.given.pick).toHaveBeenCalledWith(USE);
    const second = handWith({ picked: USE });
    second.hand.tap(second.hand.find(USE));
    expect(second.given.play).toHaveBeenCalledWith(USE);
  });
  it("gives to an egg at once while a die is left, since that can be taken back", () => {
    const before = handWith({});
    before.hand.tap(before.hand.find(PLACE));
    expect(before.given.play).toHaveBeenCalledWith(PLACE);
    const last = handWith({}, [true, true]);
    last.hand.tap(last.hand.find(PLACE));
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
