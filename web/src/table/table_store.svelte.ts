/** The state of a table on the page: what is shown, and what was requested of the server. */
import type {
  ErrorReply,
  GameEvent,
  GameUpdate,
  HintReply,
  JsonObject,
  Reaction,
  SeatView,
  SocketReply,
  TableInfo,
  Welcome,
} from "../messages";
import { Connection } from "../lib/connection.svelte";
import { notifyGameOver, notifyTurn } from "../lib/notifications";
import { settings } from "../lib/settings.svelte";
import { UpdateQueue } from "./update_queue";
import { addToHistory, logOf, type PastUpdate } from "./game_log";
import { namesOf } from "./player_names";
import { Selection } from "./selection.svelte";

const EVENT_PAUSE_MS = 650; // between the moves of other players
const QUICK_EVENT_PAUSE_MS = 60; // the same with the setting "quick"
const RELOADED_UPDATES = 20; // requested for the log after a reload: the server keeps no more
const REACTION_SHOWN_MS = 4000;

export class TableStore {
  table = $state.raw<TableInfo | null>(null);
  seat = $state<number | null>(null);
  sight = $state.raw<SeatView | null>(null);
  /** The events that led from the view shown before to this one. */
  events = $state.raw<GameEvent[]>([]);
  private history = $state.raw<PastUpdate[]>([]);
  /** All events so far, also those that happened while the connection was lost. */
  readonly past = $derived(this.history.flatMap(({ events }) => events));
  readonly log = $derived(logOf(this.history));
  problem = $state("");
  reactions = $state.raw<Record<number, Reaction | undefined>>({});
  /** The player's points after each legal move, in the order of the legal moves. */
  points = $state.raw<(number | null)[] | null>(null);
  hint = $state.raw<HintReply | null>(null);
  hintPending = $state(false);
  /** How far the server's clock is ahead of the browser's. */
  clockOffsetS = 0;

  readonly selection = new Selection(() => this.sight?.legal ?? []);
  readonly connection: Connection;
  /** By seat: runs while the reaction is shown. */
  private readonly reactionTimers: Record<number, ReturnType<typeof setTimeout>> = {};
  private readonly queue = new UpdateQueue(
    (updates) => {
      this.history = updates.reduce(addToHistory, this.history);
      const last = updates.at(-1);
      if (last) this.show(last.sight, updates.flatMap(({ events }) => events));
    },
    () => (settings.quick ? QUICK_EVENT_PAUSE_MS : EVENT_PAUSE_MS),
  );

  constructor(id: string) {
    this.connection = new Connection(id, settings.language, (message) => this.onMessage(message));
  }

  get names(): string[] {
    return namesOf(this.table?.seats ?? []);
  }

  get myTurn(): boolean {
    return this.sight !== null && this.seat !== null && this.sight.turn === this.seat;
  }

  get frozen(): boolean {
    return !this.myTurn || this.connection.busy || this.connection.state !== "open";
  }

  private onMessage(message: SocketReply): void {
    switch (message.type) {
      case "welcome":
        return this.onWelcome(message);
      case "update":
        return this.onUpdate(message);
      case "table":
        this.table = message.table;
        return;
      case "reaction":
        return this.onReaction(message.seat ?? -1, message.reaction);
      case "previewed":
        if (message.number === this.sight?.number) this.points = message.points;
        return;
      case "advice":
        this.hintPending = false;
        if (message.number === this.sight?.number) this.hint = message;
        return;
      case "error":
        return this.onError(message);
      default:
        return;
    }
  }

  /** A late move needs no message, as the new view explains it; nor does one that is resent. */
  private onError(message: ErrorReply): void {
    this.hintPending = false;
    this.selection.clear();
    if (message.code !== "late" && !this.connection.busy) this.problem = message.message;
  }

  private onWelcome(message: Welcome): void {
    const seen = this.sight?.number ?? null;
    this.clockOffsetS = message.now - Date.now() / 1000;
    this.table = message.table;
    this.seat = message.seat;
    if (message.sight === null) return;
    this.queue.clear();
    this.show(message.sight, []);
    const number = message.sight.number;
    const since = seen ?? Math.max(0, number - RELOADED_UPDATES);
    if (since < number) this.connection.send({ type: "again", since });
  }

  private onUpdate(update: GameUpdate): void {
    const newest = this.queue.newest ?? this.sight?.number ?? -1;
    if (update.sight.number <= newest) {
      this.history = addToHistory(this.history, update); // requested for the log alone
      return;
    }
    // Nobody waits to see their own move.
    if (update.events.some((event) => event.seat === this.seat)) this.queue.flush(update);
    else this.queue.push(update);
  }

  /** Shows all waiting events at once. */
  skip(): void {
    this.queue.flush();
  }

  private show(sight: SeatView, events: GameEvent[]): void {
    const wasMyTurn = this.myTurn;
    this.sight = sight;
    this.events = events;
    this.selection.clear();
    this.problem = "";
    this.points = null;
    this.hint = null;
    this.hintPending = false;
    if (this.myTurn && !wasMyTurn) notifyTurn();
    if (sight.over && events.length > 0) notifyGameOver();
    if (this.myTurn && settings.numbers) this.connection.send({ type: "preview", number: sight.number });
  }

  requestHint(): void {
    if (this.sight === null || this.frozen) return;
    this.hintPending = true;
    this.connection.send({ type: "hint", number: this.sight.number });
  }

  private onReaction(seat: number, reaction: Reaction): void {
    this.reactions = { ...this.reactions, [seat]: reaction };
    clearTimeout(this.reactionTimers[seat]);
    const hide = (): void => void (this.reactions = { ...this.reactions, [seat]: undefined });
    this.reactionTimers[seat] = setTimeout(hide, REACTION_SHOWN_MS);
  }

  readonly pick = (move: JsonObject | null): void => {
    if (!this.frozen) this.selection.move = move;
  };

  readonly play = (move: JsonObject): void => {
    if (this.sight === null || this.frozen) return;
    this.selection.clear();
    this.connection.play(this.sight.number, move);
  };

  undo(): void {
    if (this.sight?.may_undo && !this.frozen) this.connection.undo(this.sight.number);
  }

  close(): void {
    this.queue.close();
    this.connection.close();
  }
}
