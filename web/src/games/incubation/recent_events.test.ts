import { describe, expect, it } from "vitest";
import type { GameEvent, JsonObject } from "../../messages";
import { rerolledDice, flightSources } from "./recent_events";

function after(move: JsonObject, kind: "move" | "undo" = "move"): GameEvent[] {
  return [{ kind, seat: 0, by: "player", move, words: [] }];
}

describe("where new tokens come from", () => {
  it("dice give to eggs and players", () => {
    expect(flightSources(after({ do: "use", dice: [1] })).gain).toBe("die-1");
    expect(flightSources(after({ do: "use", dice: [0, 1] })).gain).toBe("die-0");
  });
  it("treasures do, and what is left over goes into them", () => {
    expect(flightSources(after({ do: "take_treasure", section: 5 })).gain).toBe("section-5");
    expect(flightSources(after({ do: "overflow", section: 5 })).treasure).toBe("spare");
    expect(flightSources(after({ do: "stay" })).treasure).toBe("hub");
  });
  it("nothing is new after a reload, or when a move was taken back", () => {
    expect(flightSources([]).gain).toBeUndefined();
    expect(flightSources(after({ do: "use", dice: [1] }, "undo")).gain).toBeUndefined();
  });
  it("names the dice that were rolled again", () => {
    expect(rerolledDice(after({ do: "reroll", dice: [0, 1] }))).toEqual([0, 1]);
    expect(rerolledDice(after({ do: "stay" }))).toEqual([]);
  });
});
