import { expect, test } from "vitest";
import type { GameEvent, JsonObject, SeatView } from "../messages";
import en from "../texts/en";
import { canPlay, countPlayed, inPhase, lessons } from "./lessons";
import { advance, BEGIN, fits, isReading, type Moment, type Progress } from "./lesson_progress";

const sight = (position: JsonObject, legal: JsonObject[] = [], turn: number | null = 0): SeatView => ({
  number: 0,
  view: { position },
  turn,
  question: "",
  legal: legal.map((move) => ({ move, words: "" })),
  may_undo: false,
  points: [],
  over: turn === null,
  winners: [],
  deadline: null,
});
const made = (move: JsonObject, seat = 0): GameEvent => ({
  kind: "move",
  seat,
  by: "player",
  move,
  words: [],
});
const moment = (seen: SeatView, past: GameEvent[] = []): Moment => ({ sight: seen, seat: 0, past });

const choose = sight({ phase: "choose", hand: ["trex"] }, [
  { do: "keep" },
  { do: "refuse", add: "black:2" },
]);
const stuck = sight({ phase: "choose", hand: ["trex"] }, [{ do: "keep" }]);
const waiting = sight({ phase: "choose", hand: ["trex"] }, [], 1);

/** The last part of the key of the text that is shown. */
function saying(game: string, progress: Progress): string {
  const step = progress.current === null ? null : lessons[game]?.steps[progress.current];
  return step?.text.split(".").at(-1) ?? "";
}

/** Presses "Next" until a step asks for a move. */
function readOn(game: string, progress: Progress, now: Moment): Progress {
  const steps = lessons[game]?.steps ?? [];
  let found = advance(steps, progress, now);
  for (let times = 0; times < 20 && found.current !== null; times++) {
    if (!isReading(steps[found.current] ?? null) || found.current === steps.length - 1) break;
    found = advance(steps, found, now, true);
  }
  return found;
}

test("conditions look at the table", () => {
  expect(inPhase("choose")(moment(choose))).toBe(true);
  expect(inPhase("choose")(moment(waiting))).toBe(false);
  expect(canPlay(moment(stuck), (move) => move["do"] === "refuse")).toBe(false);
  const past = [made({ do: "keep" }), made({ do: "keep" }, 1)];
  expect(countPlayed(moment(choose, past), (move) => move["do"] === "keep")).toBe(1);
  expect(countPlayed(moment(choose, past), (move) => move["do"] === "keep", 1)).toBe(0);
});

test("the lesson waits until a step was read", () => {
  const steps = lessons["cubosaurs"]?.steps ?? [];
  const first = advance(steps, BEGIN, moment(waiting));
  expect(saying("cubosaurs", first)).toBe("hello");
  expect(advance(steps, first, moment(choose))).toBe(first);
  expect(saying("cubosaurs", advance(steps, first, moment(choose), true))).toBe("collection");
});

test("a lesson of Cubosaurs", () => {
  let now = readOn("cubosaurs", BEGIN, moment(waiting));
  expect(saying("cubosaurs", now)).toBe(""); // waits for the player's turn
  now = readOn("cubosaurs", now, moment(choose));
  expect(saying("cubosaurs", now)).toBe("refuse");
  const past = [made({ do: "refuse", add: "black:2" })];
  now = advance(lessons["cubosaurs"]?.steps ?? [], now, moment(waiting, past));
  expect(saying("cubosaurs", now)).toBe("passed");
  now = readOn("cubosaurs", now, moment(choose, past));
  expect(saying("cubosaurs", now)).toBe("keep");
  past.push(made({ do: "keep" }));
  now = readOn("cubosaurs", now, moment(choose, past));
  expect(saying("cubosaurs", now)).toBe("free");
  past.push(made({ do: "keep" }), made({ do: "keep" }));
  now = readOn("cubosaurs", now, moment(waiting, past));
  expect(saying("cubosaurs", now)).toBe("end");
});

test("a learner who must keep is told once", () => {
  const steps = lessons["cubosaurs"]?.steps ?? [];
  let now = advance(steps, BEGIN, moment(stuck));
  now = advance(steps, now, moment(stuck), true);
  expect(saying("cubosaurs", now)).toBe("must");
  now = readOn("cubosaurs", now, moment(stuck));
  expect(now.current).toBeNull();
});

test("an aside interrupts the current step", () => {
  const steps = lessons["cubosaurs"]?.steps ?? [];
  const doing = readOn("cubosaurs", BEGIN, moment(choose));
  expect(saying("cubosaurs", doing)).toBe("refuse");
  let now = advance(steps, doing, moment(stuck));
  expect(saying("cubosaurs", now)).toBe("must");
  now = advance(steps, now, moment(choose), true);
  expect(saying("cubosaurs", now)).toBe("refuse");
});

test("a game that ends early ends the lesson", () => {
  const doing = readOn("cubosaurs", BEGIN, moment(choose));
  const over = sight({ phase: "over" }, [], null);
  const end = advance(lessons["cubosaurs"]?.steps ?? [], doing, moment(over));
  expect(saying("cubosaurs", end)).toBe("end");
});

test("a lesson of Incubation hatches a dragon", () => {
  const at = (phase: string, dragons: number[] = []): SeatView =>
    sight({ phase, dragons: [dragons, []], slots: [[null, null], []] });
  const past: GameEvent[] = [];
  let now = readOn("incubation", BEGIN, moment(at("draft")));
  expect(saying("incubation", now)).toBe("egg");
  past.push(made({ do: "take_egg", pile: 0 }));
  now = readOn("incubation", now, moment(at("reroll"), past));
  expect(saying("incubation", now)).toBe("roll");
  past.push(made({ do: "stay" }));
  now = readOn("incubation", now, moment(at("dice"), past));
  expect(saying("incubation", now)).toBe("dice");
  past.push(made({ do: "use", dice: [0] }));
  now = readOn("incubation", now, moment(at("overflow"), past));
  expect(saying("incubation", now)).toBe("spare");
  past.push(made({ do: "overflow", section: 1 }));
  now = readOn("incubation", now, moment(at("reroll"), past));
  expect(saying("incubation", now)).toBe("grow");
  now = advance(lessons["incubation"]?.steps ?? [], now, moment(at("reroll", [3]), past));
  expect(saying("incubation", now)).toBe("hatched");
});

test("a lesson of Cat Box plays a card of one's own, and one of the other", () => {
  const own = { do: "card", from: 0, slot: 0 };
  const other = { do: "card", from: 1, slot: 0 };
  const play = sight({ phase: "play" }, [own, other]);
  const place = sight({ phase: "place" }, [{ do: "place", at: [1, 1] }]);
  const past: GameEvent[] = [];
  let now = readOn("catbox", BEGIN, moment(play));
  expect(saying("catbox", now)).toBe("card");
  past.push(made(own));
  now = readOn("catbox", now, moment(place, past));
  expect(saying("catbox", now)).toBe("place");
  past.push(made({ do: "place", at: [1, 1] }));
  now = readOn("catbox", now, moment(play, past));
  expect(saying("catbox", now)).toBe("other");
  past.push(made(other), made({ do: "place", at: [2, 2] }));
  now = readOn("catbox", now, moment(play, past));
  expect(saying("catbox", now)).toBe(""); // too late for "where"
});

test.each(Object.keys(lessons))("%s: steps have texts, and an end", (game) => {
  const steps = lessons[game]?.steps ?? [];
  expect(steps.length).toBeGreaterThanOrEqual(8);
  expect(new Set(steps.map((step) => step.text)).size).toBe(steps.length);
  for (const step of steps) expect(en[step.text]).toBeTruthy();
  expect(isReading(steps.at(-1) ?? null)).toBe(true);
  expect(fits(steps[0] ?? { text: "title" }, moment(waiting))).toBe(true);
});
