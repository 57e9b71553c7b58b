import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ErrorReply, SeatView, SocketReply, Welcome } from "../messages";
import { FakeSocket, fakeBrowser } from "./fake_socket";
import type { Connection } from "./connection.svelte";

const MOVE = { type: "move", number: 3, move: { do: "keep" } };
const sight = (number: number): SeatView => ({ number }) as SeatView;
const welcome = (seat: number | null, number: number | null = 3): Welcome =>
  ({ type: "welcome", seat, sight: number === null ? null : sight(number) }) as Welcome;
const update = (number: number): SocketReply => ({ type: "update", events: [], sight: sight(number) });
const error = (code: ErrorReply["code"]): ErrorReply => ({
  type: "error",
  code,
  message: "no",
  rule: null,
  number: 3,
});

let chance = 0.5;
let heard: SocketReply[] = [];
let page: ReturnType<typeof fakeBrowser>["page"];
let open: Connection[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  chance = 0.5;
  heard = [];
  vi.spyOn(Math, "random").mockImplementation(() => chance);
  page = fakeBrowser().page;
});

afterEach(() => {
  for (const one of open) one.close();
  open = [];
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function connect(): Promise<Connection> {
  const { Connection } = await import("./connection.svelte");
  const made = new Connection("T", "fr", (message) => heard.push(message));
  open.push(made);
  return made;
}

/** A connection at seat 0, in view 3. */
async function seated(): Promise<Connection> {
  const connection = await connect();
  FakeSocket.newest.emitMessage(welcome(0));
  return connection;
}

const sockets = (): number => FakeSocket.all.length;

describe("reconnecting", () => {
  test("a socket is opened at the table, in the language", async () => {
    const connection = await seated();
    expect(FakeSocket.newest.url).toBe("wss://example.org/api/tables/T/socket?lang=fr");
    expect(connection.state).toBe("open");
    expect(heard).toEqual([welcome(0)]);
  });

  test("the longest delay doubles with each attempt, up to ten seconds", async () => {
    const connection = await seated();
    chance = 0.999999;
    for (const longest of [500, 1000, 2000, 4000, 8000, 10_000, 10_000]) {
      const before = sockets();
      FakeSocket.newest.emitClose(1006);
      expect(connection.state).toBe("lost");
      vi.advanceTimersByTime(longest - 2);
      expect(sockets()).toBe(before);
      vi.advanceTimersByTime(2);
      expect(sockets()).toBe(before + 1);
    }
  });

  test("the delay is random within that time", async () => {
    await seated();
    chance = 0.1;
    FakeSocket.newest.emitClose(1006);
    vi.advanceTimersByTime(49);
    expect(sockets()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(sockets()).toBe(2);
  });

  test("a welcome resets the delay", async () => {
    await seated();
    for (let times = 0; times < 5; times++) {
      FakeSocket.newest.emitClose(1006);
      vi.advanceTimersByTime(10_000);
    }
    FakeSocket.newest.emitMessage(welcome(0));
    const before = sockets();
    FakeSocket.newest.emitClose(1006);
    vi.advanceTimersByTime(250);
    expect(sockets()).toBe(before + 1);
  });

  test("after a restart of the server the delay is spread over several seconds", async () => {
    await seated();
    FakeSocket.newest.emitClose(1012);
    vi.advanceTimersByTime(2999);
    expect(sockets()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(sockets()).toBe(2);
  });

  test("a page that becomes visible reconnects at once, and ignores the old socket", async () => {
    const connection = await seated();
    FakeSocket.newest.emitClose(1006);
    vi.advanceTimersByTime(250);
    const slow = FakeSocket.newest;
    page.dispatchEvent(new Event("visibilitychange"));
    expect(sockets()).toBe(3);
    slow.emitMessage(welcome(1));
    expect(connection.state).toBe("lost");
    FakeSocket.newest.emitMessage(welcome(0));
    slow.emitClose(1006);
    expect(connection.state).toBe("open");
    expect(heard).toEqual([welcome(0), welcome(0)]);
  });

  test("a socket without a welcome is given up and reopened", async () => {
    const connection = await seated();
    FakeSocket.newest.emitClose(1006);
    vi.advanceTimersByTime(250);
    expect(sockets()).toBe(2);
    vi.advanceTimersByTime(30_000 + 1000);
    expect(sockets()).toBe(3);
    expect(connection.state).toBe("lost");
  });

  test("a closed connection opens no more sockets", async () => {
    const connection = await seated();
    FakeSocket.newest.emitClose(1006);
    connection.close();
    vi.advanceTimersByTime(60_000);
    page.dispatchEvent(new Event("visibilitychange"));
    connection.reopen();
    expect(sockets()).toBe(1);
  });
});

describe("a table that cannot be reached", () => {
  test.each([
    [404, "refused"],
    [429, "connecting"],
    [503, "connecting"],
    [200, "connecting"],
  ])("whose request is answered with %i is %s", async (status, state) => {
    fakeBrowser(status);
    const connection = await connect();
    FakeSocket.newest.emitClose(1006);
    await vi.advanceTimersByTimeAsync(500);
    expect(connection.state).toBe(state);
    expect(sockets()).toBe(state === "refused" ? 1 : 2);
  });
});

describe("a move", () => {
  test("is pending until its update arrives", async () => {
    const connection = await seated();
    connection.play(3, { do: "keep" });
    expect(FakeSocket.newest.sent).toEqual([MOVE]);
    expect(connection.busy).toBe(true);
    FakeSocket.newest.emitMessage(update(3)); // an older update
    expect(connection.busy).toBe(true);
    FakeSocket.newest.emitMessage(update(4));
    expect(connection.busy).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect(sockets()).toBe(1);
  });

  test("is resent after a lost connection, and settled by `accepted`", async () => {
    const connection = await seated();
    connection.play(3, { do: "keep" });
    FakeSocket.newest.emitClose(1006);
    vi.advanceTimersByTime(250);
    FakeSocket.newest.emitMessage(welcome(0, 4));
    expect(FakeSocket.newest.sent).toEqual([MOVE]);
    FakeSocket.newest.emitMessage({ type: "accepted", number: 4 });
    expect(connection.busy).toBe(false);
  });

  test("is not settled by the answer to an older move that was sent twice", async () => {
    const connection = await seated();
    connection.play(3, { do: "keep" });
    FakeSocket.newest.emitMessage({ type: "accepted", number: 2 });
    expect(connection.busy).toBe(true);
  });

  test.each(["bad", "illegal", "late", "watcher", "state"] as const)(
    "that fails with %s is not resent",
    async (code) => {
      const connection = await seated();
      connection.play(3, { do: "keep" });
      FakeSocket.newest.emitMessage(error(code));
      expect(connection.busy).toBe(false);
      vi.advanceTimersByTime(60_000);
      expect(FakeSocket.newest.sent).toEqual([MOVE]);
      expect(sockets()).toBe(1);
    },
  );

  test.each([
    ["unavailable", 750],
    ["slow_down", 1250],
  ] as const)("that fails with %s is resent after a delay", async (code, delay) => {
    const connection = await seated();
    connection.play(3, { do: "keep" });
    FakeSocket.newest.emitMessage(error(code));
    expect(connection.busy).toBe(true);
    vi.advanceTimersByTime(delay - 1);
    expect(FakeSocket.newest.sent).toEqual([MOVE]);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.newest.sent).toEqual([MOVE, MOVE]);
    FakeSocket.newest.emitMessage({ type: "accepted", number: 4 });
    expect(connection.busy).toBe(false);
    expect(connection.resending).toBe(false);
  });

  test("that keeps failing is reported, and resent with growing delays", async () => {
    const connection = await seated();
    connection.play(3, { do: "keep" });
    const delays = [750, 1000, 1500, 2500];
    for (const [times, delay] of delays.entries()) {
      FakeSocket.newest.emitMessage(error("unavailable"));
      expect(connection.resending).toBe(times > 0);
      vi.advanceTimersByTime(delay - 1);
      expect(FakeSocket.newest.sent).toHaveLength(times + 1);
      vi.advanceTimersByTime(1);
      expect(FakeSocket.newest.sent).toHaveLength(times + 2);
    }
    FakeSocket.newest.emitMessage(update(4));
    expect(connection.resending).toBe(false);
  });

  test("that waits to be resent goes to the new socket only", async () => {
    const connection = await seated();
    connection.play(3, { do: "keep" });
    const old = FakeSocket.newest;
    old.emitMessage(error("unavailable"));
    old.emitClose(1012);
    vi.advanceTimersByTime(3000);
    FakeSocket.newest.emitMessage(welcome(0));
    vi.advanceTimersByTime(5000);
    expect(old.sent).toEqual([MOVE]);
    expect(FakeSocket.newest.sent).toEqual([MOVE]);
    expect(connection.busy).toBe(true);
  });

  test("without an answer for ten seconds means that the connection is dead", async () => {
    const connection = await seated();
    connection.play(3, { do: "keep" });
    vi.advanceTimersByTime(9_999);
    expect(connection.state).toBe("open");
    vi.advanceTimersByTime(1);
    expect(connection.state).toBe("lost");
    expect(FakeSocket.newest.readyState).toBe(FakeSocket.CLOSED);
    vi.advanceTimersByTime(250);
    FakeSocket.newest.emitMessage(welcome(0));
    expect(FakeSocket.newest.sent).toEqual([MOVE]);
  });

  test("is dropped if the browser has lost its seat meanwhile", async () => {
    const connection = await seated();
    connection.play(3, { do: "keep" });
    FakeSocket.newest.emitClose(1006);
    vi.advanceTimersByTime(250);
    FakeSocket.newest.emitMessage(welcome(null));
    expect(FakeSocket.newest.sent).toEqual([]);
    expect(connection.busy).toBe(false);
    expect(connection.state).toBe("open");
  });
});

test("an undo is resent after `unavailable`, but not after a lost connection", async () => {
  const connection = await seated();
  connection.undo(3);
  FakeSocket.newest.emitMessage(error("unavailable"));
  vi.advanceTimersByTime(750);
  const undo = { type: "undo", number: 3 };
  expect(FakeSocket.newest.sent).toEqual([undo, undo]);
  FakeSocket.newest.emitClose(1006);
  vi.advanceTimersByTime(250);
  FakeSocket.newest.emitMessage(welcome(0));
  expect(FakeSocket.newest.sent).toEqual([]);
  expect(connection.busy).toBe(false);
});

test("a reaction is sent once, or not at all", async () => {
  const connection = await seated();
  connection.send({ type: "react", reaction: "bravo" });
  FakeSocket.newest.emitMessage(error("slow_down"));
  vi.advanceTimersByTime(5000);
  expect(FakeSocket.newest.sent).toEqual([{ type: "react", reaction: "bravo" }]);
  FakeSocket.newest.emitClose(1006);
  connection.send({ type: "react", reaction: "bravo" });
  vi.advanceTimersByTime(250);
  FakeSocket.newest.emitMessage(welcome(0));
  expect(FakeSocket.newest.sent).toEqual([]);
});
