"""Many people at many tables, all in one event loop: they think, and play at random."""

import asyncio
import contextlib
import random
import re
import secrets
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import from_json, to_json

from menagerie.bench.server_process import Host
from menagerie.bench.websocket_client import Client, Closed

SEATS = 2
AT_ONCE = 32  # tables that are made, or joined, at the same time
NAMES = ("Ada", "Bob")
UPDATE = re.compile(rb'\{"type":"update",.*?"sight":\{"number":(\d+),', re.DOTALL)
NOTHING_TO_DO = b'"legal":[]'  # whoever is sent this need not read the rest


@dataclass
class Tally:
    """What the crowd saw: from sending a move until its update came."""

    sent: int = 0
    own: int = 0  # updates that came to who had moved
    other: int = 0
    games: int = 0  # that came to their end
    refused: list[str] = field(default_factory=list)
    measuring: bool = False
    own_latency: list[float] = field(default_factory=list)  # while measuring, in seconds
    other_latency: list[float] = field(default_factory=list)

    def came(self, latency: float, *, own: bool) -> None:
        if own:
            self.own += 1
        else:
            self.other += 1
        if self.measuring:
            (self.own_latency if own else self.other_latency).append(latency)

    @property
    def is_settled(self) -> bool:
        """Whether every move has been told to both."""
        return self.sent == self.own == self.other


class Table:
    """A table of two, and what they need to sit at it."""

    def __init__(self, crowd: "Crowd", game: str) -> None:
        self.crowd = crowd
        self.game = game
        self.id = ""
        self.tokens = [secrets.token_urlsafe(16) for _ in range(SEATS)]
        self.sent: dict[int, tuple[int, float]] = {}  # who and when, by the number that it became
        self.due = 0.0
        self.left = ""  # the last table whose game is over

    async def set_up(self) -> None:
        """Make it, let both sit down, deal."""
        asked = {"game": self.game, "players": SEATS, "name": NAMES[0]}
        made = await self._ask("/api/tables", 0, asked)
        self.id = made["table"]["id"]
        await self._ask(f"/api/tables/{self.id}/seats", 1, {"name": NAMES[1]})
        await self._ask(f"/api/tables/{self.id}/start", 0)

    async def set_up_again(self) -> None:
        """Ask for a rematch; it is dealt when both have come."""
        self.left = self.id
        self.id = (await self._ask(f"/api/tables/{self.id}/rematch", 0))["id"]

    async def _ask(self, path: str, who: int, data: Any = None) -> Any:
        return await asyncio.to_thread(
            self.crowd.host.ask, "POST", path, self.tokens[who], data or {}
        )

    async def think(self) -> None:
        """Until the next move is due; who was kept waiting thinks less."""
        if self.crowd.pause == 0:
            return
        now = time.perf_counter()
        self.due = max(self.due, now - self.crowd.pause / 10)
        self.due += random.expovariate(1 / self.crowd.pause)
        await asyncio.sleep(max(0.0, self.due - now))


class Person:
    """Somebody at a table, with a socket; after a game comes the next, at another table."""

    def __init__(self, table: Table, who: int) -> None:
        self.table = table
        self.crowd = table.crowd
        self.who = who
        self.socket: Client | None = None
        self.welcome: dict[str, Any] = {}

    async def come(self, table_id: str) -> None:
        """Open a socket, and be welcomed."""
        path = f"/api/tables/{table_id}/socket"
        token = self.table.tokens[self.who]
        self.socket = await Client.connect(self.crowd.host.address, path, token)
        self.welcome = from_json(await self.socket.receive())

    def go(self) -> None:
        if self.socket is not None:
            self.socket.close()

    async def play(self) -> None:
        """Game after game."""
        while self.socket is not None:
            sight = self.welcome["sight"]
            if sight is not None:
                await self._consider(sight)
            next_id = await self._play_one(self.socket)
            if next_id is None:
                return
            self.socket.close()
            await self.come(next_id)

    async def _play_one(self, socket: Client) -> str | None:
        """Until the end of a game; then the next table."""
        with contextlib.suppress(Closed):
            while True:
                text = await socket.receive()
                if (update := UPDATE.match(text)) is not None:
                    self._heard(int(update[1]))
                    if NOTHING_TO_DO in text:
                        continue
                message = from_json(text)
                kind = message["type"]
                if kind in ("update", "welcome"):
                    await self._consider(message["sight"])
                elif kind == "table" and message["table"]["state"] == "over":
                    if (next_id := await self._find_next(message["table"])) is not None:
                        return next_id
                elif kind == "error":
                    self.crowd.tally.refused.append(message["message"])
        return None

    def _heard(self, number: int) -> None:
        who, sent_at = self.table.sent[number]
        self.crowd.tally.came(time.perf_counter() - sent_at, own=who == self.who)

    async def _consider(self, sight: dict[str, Any]) -> None:
        """If it is our turn: think, then move."""
        if not sight["legal"] or self.socket is None:
            return
        await self.table.think()
        while not self.crowd.playing.is_set():
            await self.crowd.playing.wait()
            await self.table.think()
        number, chosen = sight["number"], random.choice(sight["legal"])
        message = to_json({"type": "move", "number": number, "move": chosen["move"]})
        self.table.sent[number + 1] = self.who, time.perf_counter()
        self.crowd.tally.sent += 1
        self.socket.send(message)

    async def _find_next(self, told: dict[str, Any]) -> str | None:
        """One of the two asks for the rematch, the other is told of it."""
        if told["next"] is not None:
            return str(told["next"])
        if self.who == 0 and self.table.left != self.table.id:
            self.crowd.tally.games += 1
            await self.table.set_up_again()
        return None


class Crowd:
    """Everybody, at so many tables; `pause` is how long a table takes for a move on average."""

    def __init__(self, host: Host, games: list[str], tables: int, rate: float) -> None:
        self.host = host
        self.pause = tables / rate if rate else 0.0
        self.tally = Tally()
        self.playing = asyncio.Event()
        self.tables = [Table(self, games[i % len(games)]) for i in range(tables)]
        self.people = [Person(table, who) for table in self.tables for who in range(SEATS)]

    async def set_up(self) -> None:
        await _some_at_once([table.set_up() for table in self.tables])

    async def come(self) -> None:
        await _some_at_once([person.come(person.table.id) for person in self.people])

    @contextlib.asynccontextmanager
    async def at_play(self) -> AsyncIterator[Tally]:
        """Everybody plays; at the end nobody moves any more, and all that was sent is told."""
        tasks = [asyncio.create_task(person.play()) for person in self.people]
        self.playing.set()
        try:
            yield self.tally
            self.playing.clear()
            end = time.monotonic() + 30
            while not self.tally.is_settled and time.monotonic() < end:  # noqa: ASYNC110 - seldom
                await asyncio.sleep(0.05)
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        for outcome in ended:
            if isinstance(outcome, Exception):
                raise outcome

    def go(self) -> None:
        for person in self.people:
            person.go()


async def _some_at_once(jobs: list[Any]) -> None:
    """Do them all, a few at a time."""
    places = asyncio.Semaphore(AT_ONCE)

    async def do(job: Any) -> None:
        async with places:
            await job

    await asyncio.gather(*map(do, jobs))
