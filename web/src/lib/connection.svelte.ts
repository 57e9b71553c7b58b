/**
 * The WebSocket of one table. It reconnects by itself, and resends the move that is unanswered.
 * docs/page.md has its state diagram.
 */
import type {
  JsonObject,
  MoveRequest,
  ErrorReply,
  SocketReply,
  SocketRequest,
  UndoRequest,
  Welcome,
} from "../messages";
import { reconnectDelay, resendDelay } from "./backoff";
import { prefix } from "./prefix";

type ConnectionState = "connecting" | "open" | "lost" | "refused";
type PendingRequest = MoveRequest | UndoRequest;

const ANSWER_TIMEOUT_MS = 10_000; // after it the connection counts as dead
const WELCOME_TIMEOUT_MS = 30_000; // a fresh server compiles the rules for its first table
const RESENDS_SHOWN_FROM = 2; // a single resend is too short to tell anybody about

export class Connection {
  state = $state<ConnectionState>("connecting");
  private socket: WebSocket | null = null;
  private closed = false;
  /** Runs until the socket is reopened, or until the server says welcome. */
  private reconnectTimer = 0;
  private attempts = 0;
  /** The request without an answer so far; it is resent after a lost connection. */
  private pending = $state.raw<PendingRequest | null>(null);
  /** Runs until the answer is overdue, or until the pending request is resent. */
  private pendingTimer = 0;
  private resends = $state(0);

  constructor(
    private readonly table: string,
    private readonly language: string,
    private readonly onMessage: (message: SocketReply) => void,
  ) {
    addEventListener("online", this.reconnectNow);
    document.addEventListener("visibilitychange", this.reconnectNow);
    this.open();
  }

  private readonly reconnectNow = (): void => {
    if (this.state === "lost" && !document.hidden) this.reopen();
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
      if (this.socket === socket && !this.closed) this.onLost(event.code);
    };
    clearTimeout(this.reconnectTimer);
    this.reconnectTimer = window.setTimeout(() => this.onLost(null), WELCOME_TIMEOUT_MS);
  }

  /** The connection is dead, or counts as dead: reopen it after a delay. */
  private onLost(closeCode: number | null): void {
    this.closeSocket();
    if (this.state === "connecting") void this.checkTable();
    else this.state = "lost";
    const delay = reconnectDelay(this.attempts, closeCode);
    this.attempts += 1;
    this.reconnectTimer = window.setTimeout(() => this.open(), delay);
  }

  /** Stops the timers, closes the socket, and ignores any later event of it. */
  private closeSocket(): void {
    clearTimeout(this.reconnectTimer);
    clearTimeout(this.pendingTimer);
    const old = this.socket;
    this.socket = null;
    old?.close();
  }

  /** The first socket never opened: check over HTTP whether the table exists. */
  private async checkTable(): Promise<void> {
    const answer = await fetch(`${prefix}/api/tables/${this.table}`).catch(() => null);
    const mayExist = answer === null || answer.ok || answer.status === 429 || answer.status >= 500;
    if (mayExist || this.state !== "connecting") return;
    this.close();
    this.state = "refused";
  }

  private receive(message: SocketReply): void {
    if (message.type === "welcome") this.onWelcome(message);
    else this.settlePending(message);
    this.onMessage(message);
  }

  /** A pending move is resent, unless this browser has lost its seat and only watches now. */
  private onWelcome(message: Welcome): void {
    clearTimeout(this.reconnectTimer);
    this.state = "open";
    this.attempts = 0;
    const playing = message.sight !== null && message.seat !== null;
    if (this.pending?.type === "move" && playing) this.sendPending();
    else this.clearPending();
  }

  private settlePending(message: SocketReply): void {
    const { pending } = this;
    if (pending === null) return;
    if (message.type === "update" && message.sight.number > pending.number) this.clearPending();
    else if (message.type === "accepted" && message.number > pending.number) this.clearPending();
    else if (message.type === "error") this.onError(message);
  }

  /** Temporary errors are retried; the server makes a move once, however often it is sent. */
  private onError(message: ErrorReply): void {
    if (message.code !== "unavailable" && message.code !== "slow_down") {
      this.clearPending();
      return;
    }
    clearTimeout(this.pendingTimer);
    const delay = resendDelay(this.resends, message.code);
    this.resends += 1;
    this.pendingTimer = window.setTimeout(() => this.sendPending(), delay);
  }

  private clearPending(): void {
    clearTimeout(this.pendingTimer);
    this.pending = null;
    this.resends = 0;
  }

  private sendPending(): void {
    if (this.pending === null || this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify(this.pending));
    clearTimeout(this.pendingTimer);
    this.pendingTimer = window.setTimeout(() => this.onLost(null), ANSWER_TIMEOUT_MS);
  }

  get busy(): boolean {
    return this.pending !== null;
  }

  /** Whether the pending request has been retried often enough to tell the player. */
  get resending(): boolean {
    return this.resends >= RESENDS_SHOWN_FROM;
  }

  play(number: number, move: JsonObject): void {
    this.request({ type: "move", number, move });
  }

  undo(number: number): void {
    this.request({ type: "undo", number });
  }

  private request(message: PendingRequest): void {
    this.clearPending();
    this.pending = message;
    this.sendPending();
  }

  /** Sends a message that needs no answer; it is lost if the connection is. */
  send(message: Exclude<SocketRequest, PendingRequest>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Reconnects, for example as a player after taking a seat. */
  reopen(): void {
    if (this.closed) return;
    this.closeSocket();
    this.open();
  }

  close(): void {
    this.closed = true;
    this.closeSocket();
    removeEventListener("online", this.reconnectNow);
    document.removeEventListener("visibilitychange", this.reconnectNow);
  }
}
