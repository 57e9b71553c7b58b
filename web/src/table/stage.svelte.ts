/** A table as it is shown: one event after another, and what was asked of the server. */
import type {
  HintReply,
  Event,
  JsonObject,
  LegalMove,
  Reaction,
  ErrorReply,
  SeatInfo,
  SeatView,
  SocketReply,
  TableInfo,
  GameUpdate,
  Welcome,
} from "../messages";
import { Connection } from "../lib/connection.svelte";
import { call, ring } from "../lib/calling";
import { same } from "../lib/json";
import { settings } from "../lib/settings.svelte";
import { t } from "../lib/texts.svelte";

export interface Line {
  key: string;
  number: number;
  seat: number;
  by: string;
  words: string;
}

const PAUSE = 650; // milliseconds that an event is looked at before the next one
const SHORT_PAUSE = 60; // for those who want it quick
const MOST_WAITING = 8; // who was away does not watch all of it again
const TOLD_AGAIN = 30; // lines of the log after a reload
const BUBBLE = 4000;

/** What somebody is called; bots are numbered as the seats are. */
export function nameOf(seat: SeatInfo): string {
  if (seat.bot) return t("table.bot", { number: seat.seat + 1 });
  return seat.name ?? t("wait.free");
}

/** Everybody's name; of two who have the same, each with the number of their seat. */
export function namesOf(seats: SeatInfo[]): string[] {
  const names = seats.map((seat) => nameOf(seat));
  return names.map((name, seat) =>
    names.filter((other) => other === name).length > 1 ? `${name} ${seat + 1}` : name,
  );
}

export class Stage {
  table = $state.raw<TableInfo | null>(null);
  seat = $state<number | null>(null);
  sight = $state.raw<SeatView | null>(null);
  events = $state.raw<Event[]>([]);
  lines = $state.raw<Line[]>([]);
  picked = $state.raw<JsonObject | null>(null);
  problem = $state("");
  reactions = $state.raw<Record<number, Reaction | undefined>>({});
  /** By legal move: one's points after it. */
  points = $state.raw<(number | null)[] | null>(null);
  advice = $state.raw<HintReply | null>(null);
  thinking = $state(false); // the coach is
  /** How far the server's clock is ahead of ours, in seconds. */
  ahead = 0;

  private queue: GameUpdate[] = [];
  private timer = 0;
  readonly connection: Connection;

  constructor(id: string) {
    this.connection = new Connection(id, settings.language, (message) => this.hear(message));
  }

  get names(): string[] {
    return namesOf(this.table?.seats ?? []);
  }

  get myTurn(): boolean {
    return this.sight !== null && this.seat !== null && this.sight.turn === this.seat;
  }

  /** The move that waits to be confirmed. */
  get chosen(): LegalMove | null {
    const { picked } = this;
    if (picked === null) return null;
    return this.sight?.legal.find((one) => same(one.move, picked)) ?? null;
  }

  get frozen(): boolean {
    return !this.myTurn || this.connection.busy || this.connection.link !== "open";
  }

  protected hear(message: SocketReply): void {
    switch (message.type) {
      case "welcome":
        return this.welcome(message);
      case "update":
        return this.update(message);
      case "table":
        this.table = message.table;
        return;
      case "reaction":
        return this.bubble(message.seat ?? -1, message.reaction);
      case "previewed":
        if (message.number === this.sight?.number) this.points = message.points;
        return;
      case "advice":
        this.thinking = false;
        if (message.number === this.sight?.number) this.advice = message;
        return;
      case "error":
        return this.refuse(message);
      default:
        return;
    }
  }

  /** What came too late is shown by the view that counts, and what is sent again by the link. */
  private refuse(message: ErrorReply): void {
    this.thinking = false;
    this.picked = null;
    if (message.code !== "late" && !this.connection.busy) this.problem = message.message;
  }

  private welcome(message: Welcome): void {
    const seen = this.sight?.number ?? null;
    this.ahead = message.now - Date.now() / 1000;
    this.table = message.table;
    this.seat = message.seat;
    if (message.sight === null) return;
    this.queue = [];
    this.show(message.sight, []);
    const number = message.sight.number;
    const since = seen ?? Math.max(0, number - TOLD_AGAIN);
    if (since < number) this.connection.send({ type: "again", since });
  }

  private update(message: GameUpdate): void {
    const number = message.sight.number;
    const newest = this.queue.at(-1)?.sight.number ?? this.sight?.number ?? -1;
    if (number <= newest) {
      this.tell(message); // of the past: it belongs in the log alone
      return;
    }
    this.queue.push(message);
    while (this.queue.length > MOST_WAITING) this.next();
    const mine = message.events.some((event) => event.seat === this.seat);
    if (mine) this.skip(); // one need not wait for oneself
    else if (!this.timer) this.next();
  }

  /** Show the next event, and the one after it in a while. */
  private next(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    const message = this.queue.shift();
    if (!message) return;
    this.tell(message);
    this.show(message.sight, message.events);
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.next();
    }, settings.quick ? SHORT_PAUSE : PAUSE);
  }

  /** A tap skips ahead. */
  skip(): void {
    while (this.queue.length > 0) this.next();
  }

  private show(sight: SeatView, events: Event[]): void {
    const mine = this.myTurn;
    this.sight = sight;
    this.events = events;
    this.picked = null;
    this.problem = "";
    this.points = null;
    this.advice = null;
    this.thinking = false;
    if (this.myTurn && !mine) call();
    if (sight.over && events.length > 0) ring();
    if (this.myTurn && settings.numbers) this.connection.send({ type: "preview", number: sight.number });
  }

  /** Ask the coach. */
  ask(): void {
    if (this.sight === null || this.frozen) return;
    this.thinking = true;
    this.connection.send({ type: "hint", number: this.sight.number });
  }

  private tell(message: GameUpdate): void {
    const number = message.sight.number;
    if (this.lines.some((line) => line.number === number)) return;
    const told = message.events.flatMap((event, at) =>
      event.words.map((words, index) => ({
        key: `${number}-${at}-${index}`,
        number,
        seat: event.seat,
        by: event.by,
        words,
      })),
    );
    this.lines = [...this.lines, ...told].sort((one, two) => one.number - two.number);
  }

  private bubble(seat: number, reaction: Reaction): void {
    this.reactions = { ...this.reactions, [seat]: reaction };
    setTimeout(() => (this.reactions = { ...this.reactions, [seat]: undefined }), BUBBLE);
  }

  readonly pick = (move: JsonObject | null): void => {
    if (!this.frozen) this.picked = move;
  };

  readonly play = (move: JsonObject): void => {
    if (this.sight === null || this.frozen) return;
    this.picked = null;
    this.connection.play(this.sight.number, move);
  };

  undo(): void {
    if (this.sight?.may_undo) this.connection.undo(this.sight.number);
  }

  close(): void {
    clearTimeout(this.timer);
    this.connection.close();
  }
}
