/** The lessons: for each game a list of steps, each tied to what happens at the table. */
import type { JsonObject, NewTable } from "../messages";
import { castJson } from "../lib/json";
import type { Moment, Step } from "./lesson_progress";

export interface Lesson {
  /** The smallest table that can teach the game. */
  table: Omit<NewTable, "name">;
  steps: readonly Step[];
}

interface Position {
  phase: string;
  hand?: unknown[];
  slots?: ({ egg: number } | null)[][];
  dragons?: number[][];
}

const position = (now: Moment): Position => castJson<Position>(now.sight.view["position"]);

export const myTurn = (now: Moment): boolean => now.sight.turn === now.seat;

/** A condition: it is the learner's turn, in one of these phases. */
export const inPhase =
  (...phases: string[]) =>
  (now: Moment): boolean =>
    myTurn(now) && phases.includes(position(now).phase);

/** Whether the learner has such a legal move now. */
export function canPlay(now: Moment, wanted: (move: JsonObject) => boolean): boolean {
  return myTurn(now) && now.sight.legal.some((one) => wanted(one.move));
}

/** How many such moves the learner has made, after the first `since` events. */
export function countPlayed(now: Moment, wanted: (move: JsonObject) => boolean, since = 0): number {
  return now.past
    .slice(since)
    .filter((event) => event.seat === now.seat && event.kind === "move" && wanted(event.move))
    .length;
}

const plays =
  (...names: string[]) =>
  (move: JsonObject): boolean =>
    names.includes(String(move["do"]));
const anything = (): boolean => true;
const bot: NonNullable<NewTable["bots"]> = { "1": "easy" };

const refuse = plays("refuse");
const keep = plays("keep");

const cubosaurs: Lesson = {
  table: { game: "cubosaurs", players: 2, options: { rounds: 1 }, bots: bot },
  steps: [
    { text: "study.cub.hello" },
    { text: "study.cub.collection" },
    { text: "study.cub.series" },
    { text: "study.cub.hand", when: inPhase("choose") },
    {
      text: "study.cub.refuse",
      when: (now) => canPlay(now, refuse),
      until: (now, since) => countPlayed(now, refuse, since) > 0,
    },
    { text: "study.cub.passed" },
    {
      text: "study.cub.keep",
      when: (now) => canPlay(now, keep),
      until: (now, since) => countPlayed(now, keep, since) > 0,
    },
    { text: "study.cub.kept" },
    { text: "study.cub.raptors" },
    { text: "study.cub.eggs" },
    {
      text: "study.cub.must",
      aside: true,
      when: (now) => inPhase("choose")(now) && !canPlay(now, refuse),
    },
    {
      text: "study.cub.free",
      when: inPhase("choose"),
      until: (now, since) => countPlayed(now, anything, since) > 1,
    },
    { text: "study.cub.end" },
  ],
};

const incubation: Lesson = {
  table: { game: "incubation", players: 2, bots: bot },
  steps: [
    { text: "study.inc.hello" },
    {
      text: "study.inc.egg",
      when: inPhase("draft"),
      until: (now) => countPlayed(now, plays("take_egg")) > 0,
    },
    { text: "study.inc.needs" },
    {
      text: "study.inc.roll",
      when: inPhase("reroll"),
      until: (now, since) => countPlayed(now, plays("stay", "reroll"), since) > 0,
    },
    {
      text: "study.inc.dice",
      when: inPhase("dice"),
      until: (now, since) => countPlayed(now, plays("use", "take_egg"), since) > 0,
    },
    { text: "study.inc.wheel", when: (now) => !inPhase("dice", "place")(now) },
    {
      text: "study.inc.second",
      aside: true,
      when: (now) =>
        countPlayed(now, plays("use")) > 0 && inPhase("dice")(now) && canPlay(now, plays("take_egg")),
    },
    {
      text: "study.inc.spare",
      aside: true,
      when: inPhase("overflow"),
      until: (now, since) => countPlayed(now, plays("overflow"), since) > 0,
    },
    {
      text: "study.inc.grow",
      when: myTurn,
      until: (now) => (position(now).dragons?.[now.seat] ?? []).length > 0,
    },
    { text: "study.inc.hatched" },
    { text: "study.inc.goals" },
    { text: "study.inc.end" },
  ],
};

/** A condition on moves: plays a card of the learner's own, or of somebody else. */
const card =
  (own: boolean, seat: number) =>
  (move: JsonObject): boolean =>
    move["do"] === "card" && (move["from"] === seat) === own;
const place = plays("place");

const catbox: Lesson = {
  table: { game: "catbox", players: 2, bots: bot },
  steps: [
    { text: "study.cat.hello" },
    { text: "study.cat.secret" },
    { text: "study.cat.points" },
    {
      text: "study.cat.card",
      when: (now) => inPhase("play")(now) && canPlay(now, card(true, now.seat)),
      until: (now, since) => countPlayed(now, card(true, now.seat), since) > 0,
    },
    {
      text: "study.cat.place",
      when: inPhase("place"),
      until: (now, since) => countPlayed(now, place, since) > 0,
    },
    { text: "study.cat.laid" },
    { text: "study.cat.sides", when: inPhase("play") },
    {
      text: "study.cat.other",
      when: (now) => inPhase("play")(now) && canPlay(now, card(false, now.seat)),
      until: (now, since) => countPlayed(now, card(false, now.seat), since) > 0,
    },
    {
      text: "study.cat.where",
      when: inPhase("place"),
      until: (now, since) => countPlayed(now, place, since) > 0,
    },
    { text: "study.cat.zones" },
    {
      text: "study.cat.free",
      when: inPhase("play", "place"),
      until: (now, since) => countPlayed(now, place, since) > 0,
    },
    { text: "study.cat.end" },
  ],
};

export const lessons: Record<string, Lesson> = { cubosaurs, incubation, catbox };
