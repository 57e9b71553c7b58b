"""Compare WebSocket servers under one load: processor time, latency, and memory per socket.

    PYTHONPATH=src python docs/measurements/websocket_load.py [NAME ...]

Needs menagerie with its dependencies, granian, hypercorn and picows (websocket_servers.md has the
versions), and Linux, for /proc. The client, this process, opens 1,000 sockets in 500 pairs, stays
silent for one ping interval, then sends 1,000 moves of 120 bytes a second; websocket_servers.py
answers.
"""

import asyncio
import os
import resource
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import expovariate, randrange
from typing import Any

import orjson
import uvloop

SERVERS = ["hardened", "uvicorn", "websockets", "picows", "granian", "hypercorn"]
HOST, PORT, SOCKETS, MOVES_A_SECOND = "127.0.0.1", 8765, 1000, 1000
IDLE_S = 20.0  # the ping interval, so that each socket is pinged once while it is idle
LOAD_S, SETTLE_S = 10.0, 1.0
MASK = bytes(4)  # a mask of zeros is valid, and costs the client nothing
OPENING = (
    "GET /{} HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Client(asyncio.Protocol):
    """One socket: answers pings, and notes how long after a move its update came."""

    def __init__(self, latencies: list[float]) -> None:
        self.latencies, self.data, self.opened = latencies, b"", asyncio.Event()

    def connection_made(self, transport: Any) -> None:
        self.transport: asyncio.Transport = transport

    def data_received(self, data: bytes) -> None:
        self.data += data
        if not self.opened.is_set() and b"\r\n\r\n" in self.data:
            self.data = self.data.partition(b"\r\n\r\n")[2]
            self.opened.set()
        while self.opened.is_set() and len(self.data) >= 4:
            start, size = 2, self.data[1]
            if size == 126:
                start, size = 4, struct.unpack_from("!H", self.data, 2)[0]
            if len(self.data) < start + size:
                return
            first, payload = self.data[0], self.data[start : start + size]
            self.data = self.data[start + size :]
            if first == 0x89:  # a ping
                self.transport.write(bytes((0x8A, 0x80 | size)) + MASK + payload)
            else:
                self.latencies.append(time.monotonic() - float(payload[8:].split(b",", 1)[0]))

    def send_move(self) -> None:
        move = orjson.dumps({"sent": time.monotonic(), "move": "x" * 80})[:-1].ljust(119) + b"}"
        self.transport.write(bytes((0x81, 0x80 | len(move))) + MASK + move)


def usage(pid: int) -> Iterator[tuple[float, int]]:
    """Processor seconds and resident KB of a process and its children: Granian serves from one."""
    proc = Path(f"/proc/{pid}")
    ticks = (proc / "stat").read_text().rsplit(")", 1)[1].split()[11:13]
    resident = (proc / "status").read_text().split("VmRSS:")[1].split()[0]
    yield sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK"), int(resident)
    for child in (proc / f"task/{pid}/children").read_text().split():
        yield from usage(int(child))


async def measure(name: str, pid: int) -> None:
    async def settled() -> tuple[float, float]:
        await asyncio.sleep(SETTLE_S)
        seconds, resident = zip(*usage(pid), strict=True)
        return sum(seconds), sum(resident)

    loop, latencies, clients, sent = asyncio.get_running_loop(), list[float](), list[Client](), 0
    before = await settled()
    for number in range(SOCKETS):
        _, client = await loop.create_connection(lambda: Client(latencies), HOST, PORT)
        client.transport.write(OPENING.format(number // 2).encode())
        await client.opened.wait()
        clients.append(client)
    opened = await settled()
    await asyncio.sleep(IDLE_S - SETTLE_S)
    idle = await settled()
    due = time.monotonic()
    end = due + LOAD_S
    while (due := due + expovariate(MOVES_A_SECOND)) < end:
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        clients[randrange(SOCKETS)].send_move()
        sent += 1
    busy = await settled()
    if len(latencies) != 2 * sent:
        raise RuntimeError(f"{name}: {len(latencies)} updates for {sent} moves")
    p50, p99 = (sorted(latencies)[int(part * len(latencies))] * 1000 for part in (0.5, 0.99))
    sys.stdout.write(
        f"{name:10} {(busy[0] - idle[0]) * 1e6 / sent:6.0f} µs a move {p50:6.2f} ms p50 "
        f"{p99:6.1f} ms p99 {(opened[1] - before[1]) / SOCKETS:6.1f} KB a socket "
        f"{(idle[0] - opened[0]) * 100 / IDLE_S:5.2f} % idle\n"
    )


def main(names: list[str]) -> None:
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    for name in names or SERVERS:
        command = [sys.executable, str(Path(__file__).with_name("websocket_servers.py")), name]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as server:  # noqa: S603 - our own
            time.sleep(3)
            uvloop.run(measure(name, server.pid))
            server.terminate()


if __name__ == "__main__":
    main(sys.argv[1:])
