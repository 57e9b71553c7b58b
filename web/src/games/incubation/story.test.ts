import { describe, expect, it } from "vitest";
import type { Event, JsonObject } from "../../messages";
import { rolledAgain, sourcesOf } from "./story";

function after(move: JsonObject, kind: "move" | "undo" = "move"): Event[] {
  return [{ kind, seat: 0, by: "player", move, words: [] }];
}

describe("where new things come from", () => {
  it("dice give to eggs and players", () => {
    expect(sourcesOf(after({ do: "use", dice: [1] })).gain).toBe("die-1");
    expect(sourcesOf(after({ do: "use", dice: [0, 1] })).gain).toBe("die-0");
  });
  it("treasures do, and what is left over goes into them", () => {
    expect(sourcesOf(after({ do: "take_treasure", section: 5 })).gain).toBe("section-5");
    expect(sourcesOf(after({ do: "overflow", section: 5 })).treasure).toBe("spare");
    expect(sourcesOf(after({ do: "stay" })).treasure).toBe("hub");
  });
  it("nothing is new after a reload, or when a move was taken back", () => {
    expect(sourcesOf([]).gain).toBeUndefined();
    expect(sourcesOf(after({ do: "use", dice: [1] }, "undo")).gain).toBeUndefined();
  });
  it("names the dice that were rolled again", () => {
    expect(rolledAgain(after({ do: "reroll", dice: [0, 1] }))).toEqual([0, 1]);
    expect(rolledAgain(after({ do: "stay" }))).toEqual([]);
  });
});
