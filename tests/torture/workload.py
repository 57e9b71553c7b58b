"""A continuous workload: when a game is over, the next one starts."""

import asyncio
import itertools
import random
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from support.random_games import headers_of
from support.server.live_server import NO_TLS
from torture.guests import Guest

from menagerie import discovery
from menagerie.header import Header

HTTP_TIMEOUT_S = 30.0
RETRY_DELAY_S = 0.1
STUCK_TIMEOUT_S = 60.0  # without a new log entry


@dataclass
class WorkloadTable:
    """A table and its players."""

    id: str
    guests: list[Guest]
    bots: bool

    @property
    def number(self) -> int:
        return max(int(guest.sight.get("number", 0)) for guest in self.guests)


@dataclass
class Workload:
    """Keeps `size` tables in play, of all games, with two players, or one and a bot."""

    address: str
    size: int
    rng: random.Random
    clock: str = "none"
    counts: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    tables: list[WorkloadTable] = field(default_factory=list)  # including finished ones
    current: dict[int, WorkloadTable] = field(default_factory=dict)  # by slot
    lines: Counter[int] = field(default_factory=Counter)  # log entries of former tables, by slot

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        url = f"http://{self.address}"
        kinds = itertools.cycle(self._kinds())
        limits = httpx.Limits(max_connections=self.size * 2)
        async with (
            httpx.AsyncClient(
                base_url=url, timeout=HTTP_TIMEOUT_S, verify=NO_TLS, limits=limits, trust_env=False
            ) as self.http,
            asyncio.TaskGroup() as group,
        ):
            tasks = [group.create_task(self._play(place, kinds)) for place in range(self.size)]
            try:
                yield
            finally:
                for task in tasks:
                    task.cancel()

    def _kinds(self) -> list[Header]:
        """All games and options for two players."""
        found = [
            header
            for name in discovery.names()
            for header in headers_of(discovery.load(name))
            if header.players == 2
        ]
        self.rng.shuffle(found)
        return found

    async def _play(self, place: int, kinds: Any) -> None:
        while True:
            with_bot = place % 4 == 3
            table = await self._open(next(kinds), with_bot)
            if table is None:
                continue
            self.tables.append(table)
            if (former := self.current.get(place)) is not None:
                self.lines[place] += former.number + 1
            self.current[place] = table
            self.counts["games begun"] += 1
            async with asyncio.TaskGroup() as group:
                for guest in table.guests:
                    group.create_task(guest.play_through())
            self.counts["games ended"] += all(guest.over for guest in table.guests)

    async def _open(self, kind: Header, with_bot: bool) -> WorkloadTable | None:
        """Create a table and start the game; None if the database lost the table meanwhile."""
        tokens = [secrets.token_urlsafe(16) for _ in range(1 if with_bot else 2)]
        asked: dict[str, Any] = {
            "game": kind.game.name,
            "players": 2,
            "name": "Ada",
            "options": dict(kind.options),
            "clock": self.clock,
        }
        if with_bot:
            asked["bots"] = {"1": "random"}
        answer = await self._ask("", tokens[0], asked, 201)
        if answer is None:
            return None
        table = answer.json()["table"]["id"]
        if not with_bot and not await self._ask(f"/{table}/seats", tokens[1], {"name": "Bob"}, 201):
            return None
        if not await self._ask(f"/{table}/start", tokens[0], None, 204, 409):
            return None
        return WorkloadTable(
            table, [self._guest(table, seat, t) for seat, t in enumerate(tokens)], with_bot
        )

    def _guest(self, table: str, seat: int, token: str) -> Guest:
        rng = random.Random(self.rng.random())
        return Guest(
            self.address, asyncio.Event(), table, seat, token, rng,
            counts=self.counts, problems=self.problems,
        )  # fmt: skip

    async def _ask(
        self, path: str, token: str, data: object, *wanted: int
    ) -> httpx.Response | None:
        """Retry until the server answers; None if the table no longer exists."""
        headers = {"Authorization": f"Bearer {token}"}
        while True:
            try:
                answer = await self.http.post(f"/api/tables{path}", json=data, headers=headers)
            except httpx.TransportError:
                await asyncio.sleep(RETRY_DELAY_S)
                continue
            self.counts["requests answered"] += 1
            if answer.status_code in wanted:
                return answer
            self.counts[f"status {answer.status_code}"] += 1
            if answer.status_code == 404:
                return None
            if answer.status_code != 503:
                self.problems.append(f"{path}: status {answer.status_code}: {answer.text}")
                return None
            await asyncio.sleep(RETRY_DELAY_S)

    def progress(self) -> dict[int, int]:
        """Log entries seen per slot, including former tables."""
        return {place: self.lines[place] + table.number for place, table in self.current.items()}

    @property
    def told(self) -> int:
        return sum(len(guest.noted) for table in self.current.values() for guest in table.guests)

    async def wait_for_progress(self) -> bool:
        """Whether every slot progresses before the timeout."""
        before = self.progress()
        try:
            async with asyncio.timeout(STUCK_TIMEOUT_S):
                while not self._is_ahead_of(before):  # noqa: ASYNC110 - there is no event to wait for
                    await asyncio.sleep(0.02)
        except TimeoutError:
            self.problems.append(f"stuck: {before} before, {self.progress()} now")
            return False
        return True

    def _is_ahead_of(self, before: dict[int, int]) -> bool:
        now = self.progress()
        return all(now.get(place, -1) > before.get(place, -1) for place in range(self.size))
