import { describe, expect, it } from "vitest";
import { CardTracker } from "./card_tracker";

const at = (hand: (string | null)[], ...collections: string[][]) => ({
  round: 1,
  hand,
  collections,
});

describe("card ids", () => {
  it("follow a card that is added to the Hand", () => {
    const tracker = new CardTracker();
    const before = tracker.update(at(["trex"], ["egg:trex", "grey:1"], []));
    const now = tracker.update(at(["trex", "grey:1"], ["egg:trex"], []));
    expect(now.hand).toEqual([before.hand[0], before.collections[0]?.[1]]);
    expect(now.collections[0]).toEqual([before.collections[0]?.[0]]);
  });

  it("follow a Hand that is kept, also the cards that were not seen", () => {
    const tracker = new CardTracker();
    const before = tracker.update(at([null, "trex"], [], ["grey:1"]));
    const now = tracker.update(at([null], [], ["black:3", "grey:1", "trex"]));
    expect(now.collections[1]).toEqual([
      before.hand[0],
      before.collections[1]?.[0],
      before.hand[1],
    ]);
    expect(now.hand[0]).not.toBe(before.hand[0]);
  });

  it("know a new card from a kept one that is like it", () => {
    const tracker = new CardTracker();
    const before = tracker.update(at(["trex"], []));
    const now = tracker.update(at(["trex"], ["trex"]));
    expect(now.collections[0]).toEqual(before.hand);
    expect(now.hand).not.toEqual(before.hand);
  });

  it("follow a card that is stolen, and one that is drawn into the Hand", () => {
    const tracker = new CardTracker();
    const before = tracker.update(at(["trex"], ["grey:1"], []));
    const stolen = tracker.update(at(["trex"], [], ["grey:1"]));
    expect(stolen.collections[1]).toEqual(before.collections[0]);
    const drawn = tracker.update(at(["trex", "trex"], [], ["grey:1"]));
    expect(drawn.hand[0]).toBe(before.hand[0]);
    expect(drawn.hand[1]).not.toBe(before.hand[0]);
  });

  it("are all new in a new round", () => {
    const tracker = new CardTracker();
    const before = tracker.update(at(["trex"], ["grey:1"]));
    const now = tracker.update({ ...at(["trex"], ["grey:1"]), round: 2 });
    expect(now.hand).not.toEqual(before.hand);
    expect(now.collections).not.toEqual(before.collections);
  });
});
