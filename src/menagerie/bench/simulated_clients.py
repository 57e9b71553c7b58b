"""Simulated clients: two players at each of many tables, who play at random, in one event loop."""

import asyncio
import contextlib
import random
import re
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Iterable
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import from_json, to_json

from menagerie.bench.server_process import ServerProcess
from menagerie.bench.websocket_client import ConnectionClosed, WebSocketClient
from menagerie.contract import Seat
from menagerie.jsontext import Json

SEATS = 2
MAX_CONCURRENT = 32  # tables or connections that are set up at the same time
SETTLE_TIMEOUT_S = 30.0  # for the last updates
NAMES = ("Ada", "Bob")
UPDATE = re.compile(rb'\{"type":"update",.*?"sight":\{"number":(\d+),', re.DOTALL)
NO_LEGAL_MOVES = b'"legal":[]'  # such an update need not be parsed, which saves CPU


@dataclass
class Measurements:
    """What the clients saw; a latency is from sending a move to receiving its update."""

    sent: int = 0
    own: int = 0  # updates received by the player who moved
    other: int = 0  # updates received by the opponent
    games: int = 0  # finished
    refused: list[str] = field(default_factory=list)
    measuring: bool = False
    own_latency: list[float] = field(default_factory=list)  # in seconds, while `measuring`
    other_latency: list[float] = field(default_factory=list)

    def add_update(self, latency: float, *, own: bool) -> None:
        if own:
            self.own += 1
        else:
            self.other += 1
        if self.measuring:
            (self.own_latency if own else self.other_latency).append(latency)

    @property
    def is_settled(self) -> bool:
        """Whether both players have received an update for every move."""
        return self.sent == self.own == self.other


class SimulatedTable:
    """A table of two players, and their tokens."""

    def __init__(self, clients: "SimulatedClients", game: str) -> None:
        self.clients = clients
        self.game = game
        self.id = ""
        self.tokens = [secrets.token_urlsafe(16) for _ in range(SEATS)]
        self.sent: dict[int, tuple[int, float]] = {}  # player and time of each move, by its number
        self.next_move_at = 0.0
        self.finished_id = ""  # the last table whose game is over

    async def set_up(self) -> None:
        """Create the table, seat both players, and deal."""
        settings = {"game": self.game, "players": SEATS, "name": NAMES[0]}
        created = await self._post("/api/tables", 0, settings)
        self.id = created["table"]["id"]
        await self._post(f"/api/tables/{self.id}/seats", 1, {"name": NAMES[1]})
        await self._post(f"/api/tables/{self.id}/start", 0)

    async def request_rematch(self) -> None:
        """Create the next table; the server deals when both players are connected."""
        self.finished_id = self.id
        self.id = (await self._post(f"/api/tables/{self.id}/rematch", 0))["id"]

    async def _post(self, path: str, player: int, data: Json | None = None) -> Any:
        return await asyncio.to_thread(
            self.clients.server.request, "POST", path, self.tokens[player], data or {}
        )

    async def think(self) -> None:
        """Sleep until the next move is due; a late move shortens the next pause."""
        if self.clients.pause_s == 0:
            return
        now = time.perf_counter()
        self.next_move_at = max(self.next_move_at, now - self.clients.pause_s / 10)
        self.next_move_at += random.expovariate(1 / self.clients.pause_s)
        await asyncio.sleep(max(0.0, self.next_move_at - now))


class SimulatedPlayer:
    """A player with a WebSocket; after a game, they play the rematch at a new table."""

    def __init__(self, table: SimulatedTable, seat: Seat) -> None:
        self.table = table
        self.clients = table.clients
        self.seat = seat
        self.socket: WebSocketClient | None = None
        self.welcome: Json = {}

    async def connect(self, table_id: str) -> None:
        """Open a WebSocket, and receive the welcome message."""
        path = f"/api/tables/{table_id}/socket"
        token = self.table.tokens[self.seat]
        self.socket = await WebSocketClient.connect(self.clients.server.address, path, token)
        self.welcome = from_json(await self.socket.receive())

    def disconnect(self) -> None:
        if self.socket is not None:
            self.socket.close()

    async def play(self) -> None:
        """Play one game after the other."""
        while self.socket is not None:
            sight = self.welcome["sight"]
            if sight is not None:
                await self._move_if_our_turn(sight)
            next_id = await self._play_one(self.socket)
            if next_id is None:
                return
            self.socket.close()
            await self.connect(next_id)

    async def _play_one(self, socket: WebSocketClient) -> str | None:
        """Play a game to its end; return the id of the next table."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                text = await socket.receive()
                if (update := UPDATE.match(text)) is not None:
                    self._note_update(int(update[1]))
                    if NO_LEGAL_MOVES in text:
                        continue
                message = from_json(text)
                kind = message["type"]
                if kind in ("update", "welcome"):
                    await self._move_if_our_turn(message["sight"])
                elif kind == "table" and message["table"]["state"] == "over":
                    if (next_id := await self._find_next(message["table"])) is not None:
                        return next_id
                elif kind == "error":
                    self.clients.measurements.refused.append(message["message"])
        return None

    def _note_update(self, number: int) -> None:
        seat, sent_at = self.table.sent[number]
        self.clients.measurements.add_update(time.perf_counter() - sent_at, own=seat == self.seat)

    async def _move_if_our_turn(self, sight: Json) -> None:
        """If there are legal moves: think, then send one of them."""
        if not sight["legal"] or self.socket is None:
            return
        await self.table.think()
        while not self.clients.playing.is_set():
            await self.clients.playing.wait()
            await self.table.think()
        number, chosen = sight["number"], random.choice(sight["legal"])
        message = to_json({"type": "move", "number": number, "move": chosen["move"]})
        self.table.sent[number + 1] = self.seat, time.perf_counter()
        self.clients.measurements.sent += 1
        self.socket.send(message)

    async def _find_next(self, table: Json) -> str | None:
        """The next table; player 0 requests the rematch, and the server announces it to both."""
        if table["next"] is not None:
            return str(table["next"])
        if self.seat == 0 and self.table.finished_id != self.table.id:
            self.clients.measurements.games += 1
            await self.table.request_rematch()
        return None


class SimulatedClients:
    """All tables and players; `pause_s` is the mean time between two moves at a table."""

    def __init__(self, server: ServerProcess, games: list[str], tables: int, rate: float) -> None:
        self.server = server
        self.pause_s = tables / rate if rate else 0.0
        self.measurements = Measurements()
        self.playing = asyncio.Event()
        self.tables = [SimulatedTable(self, games[i % len(games)]) for i in range(tables)]
        self.players = [
            SimulatedPlayer(table, seat) for table in self.tables for seat in range(SEATS)
        ]

    async def set_up(self) -> None:
        await _gather_limited([table.set_up() for table in self.tables])

    async def connect(self) -> None:
        await _gather_limited([player.connect(player.table.id) for player in self.players])

    @contextlib.asynccontextmanager
    async def play(self) -> AsyncIterator[Measurements]:
        """Play inside the context; at its end, wait for the updates of all moves sent."""
        tasks = [asyncio.create_task(player.play()) for player in self.players]
        self.playing.set()
        try:
            yield self.measurements
            self.playing.clear()
            time_limit = time.monotonic() + SETTLE_TIMEOUT_S
            while (  # noqa: ASYNC110 - an event for each update would cost the clients CPU
                not self.measurements.is_settled and time.monotonic() < time_limit
            ):
                await asyncio.sleep(0.05)
        finally:
            for task in tasks:
                task.cancel()
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, Exception):
                raise outcome

    def disconnect(self) -> None:
        for player in self.players:
            player.disconnect()


async def _gather_limited(jobs: Iterable[Awaitable[None]]) -> None:
    """Await all jobs, `MAX_CONCURRENT` at a time."""
    semaphore = asyncio.Semaphore(MAX_CONCURRENT)

    async def run(job: Awaitable[None]) -> None:
        async with semaphore:
            await job

    await asyncio.gather(*map(run, jobs))
