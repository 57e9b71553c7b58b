/** One table's socket: it opens itself again when it is lost, and loses nothing meanwhile. */
import type { JsonObject, Reaction, SocketAnswer, SocketAsked, Welcome } from "../messages";
import { prefix } from "./prefix";

export type Link = "connecting" | "open" | "lost" | "refused";

const FIRST_WAIT = 500; // milliseconds until it is tried again, then twice as long each time
const LONGEST_WAIT = 10_000;

export class Connection {
  link = $state<Link>("connecting");
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer = 0;
  private closed = false;
  /** What was asked and is not answered yet: sent again after a lost connection. */
  private pending = $state.raw<SocketAsked | null>(null);

  constructor(
    private readonly table: string,
    private readonly language: string,
    private readonly hear: (message: SocketAnswer) => void,
  ) {
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.open();
  }

  private readonly hurry = (): void => {
    if (this.link === "lost" && !document.hidden) {
      clearTimeout(this.timer);
      this.open();
    }
  };

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const path = `${prefix}/api/tables/${this.table}/socket?lang=${this.language}`;
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    this.socket = socket;
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as SocketAnswer);
    socket.onclose = () => {
      if (this.socket !== socket || this.closed) return;
      if (this.link === "connecting") void this.ask();
      else this.link = "lost";
      this.timer = window.setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
  }

  /** A socket that never opened: is there such a table at all? */
  private async ask(): Promise<void> {
    const answer = await fetch(`${prefix}/api/tables/${this.table}`).catch(() => null);
    if (answer === null || answer.ok || answer.status >= 500) return;
    this.close();
    this.link = "refused";
  }

  private receive(message: SocketAnswer): void {
    if (message.type === "welcome") this.welcomed(message);
    else if (message.type !== "table" && message.type !== "reaction") this.answered(message);
    this.hear(message);
  }

  private welcomed(message: Welcome): void {
    this.link = "open";
    this.wait = FIRST_WAIT;
    if (this.pending?.type === "move" && message.sight !== null) this.transmit(this.pending);
    else this.pending = null;
  }

  private answered(message: SocketAnswer): void {
    const asked = this.pending;
    if (asked?.type !== "move" && asked?.type !== "undo") return;
    const passed = message.type === "update" && message.sight.number > asked.number;
    if (passed || message.type === "accepted" || message.type === "error") this.pending = null;
  }

  private transmit(message: SocketAsked): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  get busy(): boolean {
    return this.pending !== null;
  }

  play(number: number, move: JsonObject): void {
    this.pending = { type: "move", number, move };
    this.transmit(this.pending);
  }

  undo(number: number): void {
    this.pending = { type: "undo", number };
    this.transmit(this.pending);
  }

  react(reaction: Reaction): void {
    this.transmit({ type: "react", reaction });
  }

  /** Anything else; it is lost if the connection is. */
  send(message: SocketAsked): void {
    this.transmit(message);
  }

  /** Come in once more, as who one is now. */
  reopen(): void {
    clearTimeout(this.timer);
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.open();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }
}
