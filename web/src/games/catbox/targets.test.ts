import { describe, expect, it } from "vitest";
import { footprint, visibleSquares } from "./cards";
import { factOf, nearest, towards, type Target } from "./targets";
import { edition, small } from "./test_edition";

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
