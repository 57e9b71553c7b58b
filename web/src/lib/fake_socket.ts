/** Test doubles: a WebSocket without a network, and the browser globals that a connection uses. */
import { vi } from "vitest";
import type { SocketReply, SocketRequest } from "../messages";

export class FakeSocket {
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static all: FakeSocket[] = [];

  readyState = 0;
  sent: SocketRequest[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  static get newest(): FakeSocket {
    const found = FakeSocket.all.at(-1);
    if (!found) throw new Error("no socket was opened");
    return found;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as SocketRequest);
  }

  /** Fires no event: a real socket fires `close` only when the peer has answered. */
  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }

  // The server's side:

  emitMessage(message: SocketReply): void {
    this.readyState = FakeSocket.OPEN;
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  emitClose(code: number): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code });
  }
}

/** Stubs the browser's globals; HTTP requests are answered with `status`. */
export function fakeBrowser(status = 200): { page: EventTarget & { hidden: boolean } } {
  FakeSocket.all = [];
  const page = Object.assign(new EventTarget(), {
    hidden: false,
    documentElement: { dataset: {} },
  });
  const window = new EventTarget();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { protocol: "https:", host: "example.org" });
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve(new Response(null, { status }))),
  );
  return { page };
}
