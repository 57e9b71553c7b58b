/** One table's socket: it opens itself again when it is lost, and loses nothing meanwhile. */
import type {
  JsonObject,
  MoveRequest,
  Reaction,
  ErrorReply,
  SocketReply,
  SocketRequest,
  UndoRequest,
  Welcome,
} from "../messages";
import { reconnectDelay, resendDelay } from "./backoff";
import { prefix } from "./prefix";

export type Link = "connecting" | "open" | "lost" | "refused";
type Unanswered = MoveRequest | UndoRequest;

const ANSWER_TIMEOUT = 10_000; // milliseconds; then the line is taken for dead
const WELCOME_TIMEOUT = 30_000; // the first table after a start has its rules compiled
const SHOWN_FROM = 2; // a single resend is over before anybody could read about it

export class Connection {
  link = $state<Link>("connecting");
  private socket: WebSocket | null = null;
  private closed = false;
  /** Until the socket is opened again, or until it has said welcome. */
  private linkTimer = 0;
  private attempts = 0;
  /** What was asked and is not answered yet: sent again after a lost connection. */
  private pending = $state.raw<Unanswered | null>(null);
  /** Until the answer must have come, or until it is asked for once more. */
  private pendingTimer = 0;
  private resends = $state(0);

  constructor(
    private readonly table: string,
    private readonly language: string,
    private readonly hear: (message: SocketReply) => void,
  ) {
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.open();
  }

  private readonly hurry = (): void => {
    if (this.link === "lost" && !document.hidden) this.reopen();
  };

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const path = `${prefix}/api/tables/${this.table}/socket?lang=${this.language}`;
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    this.socket = socket;
    socket.onmessage = (event) => {
      if (this.socket === socket) this.receive(JSON.parse(String(event.data)) as SocketReply);
    };
    socket.onclose = (event) => {
      if (this.socket === socket && !this.closed) this.lose(event.code);
    };
    clearTimeout(this.linkTimer);
    this.linkTimer = window.setTimeout(() => this.lose(null), WELCOME_TIMEOUT);
  }

  /** The line is dead, or taken for it: it is opened again in a while. */
  private lose(closeCode: number | null): void {
    this.drop();
    if (this.link === "connecting") void this.ask();
    else this.link = "lost";
    const delay = reconnectDelay(this.attempts, closeCode);
    this.attempts += 1;
    this.linkTimer = window.setTimeout(() => this.open(), delay);
  }

  /** What the old socket may still say, if only that it is closed, counts no more. */
  private drop(): void {
    clearTimeout(this.linkTimer);
    clearTimeout(this.pendingTimer);
    const old = this.socket;
    this.socket = null;
    old?.close();
  }

  /** A socket that never opened: is there such a table at all? */
  private async ask(): Promise<void> {
    const answer = await fetch(`${prefix}/api/tables/${this.table}`).catch(() => null);
    const mayCome = answer === null || answer.ok || answer.status === 429 || answer.status >= 500;
    if (mayCome || this.link !== "connecting") return;
    this.close();
    this.link = "refused";
  }

  private receive(message: SocketReply): void {
    if (message.type === "welcome") this.welcomed(message);
    else this.answered(message);
    this.hear(message);
  }

  /** A watcher has nothing to send again: the seat was left, or this browser was forgotten. */
  private welcomed(message: Welcome): void {
    clearTimeout(this.linkTimer);
    this.link = "open";
    this.attempts = 0;
    const playing = message.sight !== null && message.seat !== null;
    if (this.pending?.type === "move" && playing) this.sendPending();
    else this.forget();
  }

  private answered(message: SocketReply): void {
    const asked = this.pending;
    if (asked === null) return;
    if (message.type === "update" && message.sight.number > asked.number) this.forget();
    else if (message.type === "accepted" && message.number > asked.number) this.forget();
    else if (message.type === "error") this.refused(message);
  }

  /** What the server could not do now is asked of it again; it never does it twice. */
  private refused(message: ErrorReply): void {
    if (message.code !== "unavailable" && message.code !== "slow_down") {
      this.forget();
      return;
    }
    clearTimeout(this.pendingTimer);
    const delay = resendDelay(this.resends, message.code);
    this.resends += 1;
    this.pendingTimer = window.setTimeout(() => this.sendPending(), delay);
  }

  private forget(): void {
    clearTimeout(this.pendingTimer);
    this.pending = null;
    this.resends = 0;
  }

  private sendPending(): void {
    if (this.pending === null || this.socket?.readyState !== WebSocket.OPEN) return;
    this.transmit(this.pending);
    clearTimeout(this.pendingTimer);
    this.pendingTimer = window.setTimeout(() => this.lose(null), ANSWER_TIMEOUT);
  }

  private transmit(message: SocketRequest): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  get busy(): boolean {
    return this.pending !== null;
  }

  /** The server has had trouble for a while with what was asked. */
  get resending(): boolean {
    return this.resends >= SHOWN_FROM;
  }

  play(number: number, move: JsonObject): void {
    this.begin({ type: "move", number, move });
  }

  undo(number: number): void {
    this.begin({ type: "undo", number });
  }

  private begin(asked: Unanswered): void {
    this.forget();
    this.pending = asked;
    this.sendPending();
  }

  react(reaction: Reaction): void {
    this.transmit({ type: "react", reaction });
  }

  /** Anything else; it is lost if the connection is. */
  send(message: SocketRequest): void {
    this.transmit(message);
  }

  /** Come in once more, as who one is now. */
  reopen(): void {
    this.drop();
    this.open();
  }

  close(): void {
    this.closed = true;
    this.drop();
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
  }
}
