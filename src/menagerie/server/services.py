"""Everything that requests and sockets use, created once per server."""

import asyncio
import time

from menagerie.server.access.join_codes import GuessLimit
from menagerie.server.access.rate_limits import RateLimits
from menagerie.server.background.autoplay import AutoPlay
from menagerie.server.background.eviction import Eviction
from menagerie.server.background.hints import HintService
from menagerie.server.config import Config
from menagerie.server.history.archive import Archive
from menagerie.server.ops.metrics import Metrics
from menagerie.server.tables.registry import TableRegistry
from menagerie.server.tables.state import TableState
from menagerie.store import Missing, Store


class Services:
    def __init__(self, store: Store, config: Config) -> None:
        self.store = store
        self.config = config
        self.metrics = Metrics()
        self.autoplay = AutoPlay(config, self.metrics)
        self.registry = TableRegistry(
            store, config, self.metrics, self.autoplay.reschedule, self.autoplay.cancel
        )
        self.eviction = Eviction(self.registry, self.autoplay)
        self.hints = HintService(self.autoplay.pool)
        self.archive = Archive()
        self.limits = RateLimits(config.limits, time.monotonic)
        self.code_guesses = GuessLimit(config.limits, time.monotonic)
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start the background tasks."""
        self._tasks = [
            asyncio.create_task(self.eviction.due.run()),
            asyncio.create_task(self.eviction.sweep()),
        ]

    async def table_by_code(self, code: str, address: str) -> TableState:
        """The table with a join code; wrong codes count towards the limit on guesses."""
        self.code_guesses.check(address)
        try:
            row = await self.store.table_by_code(code)
        except Missing:
            self.code_guesses.count_miss(address)
            raise
        return await self.registry.look_up(row.id)

    async def close(self) -> None:
        """Stop the bots, and wait for pending writes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.autoplay.close()
        self.archive.close()
        await self.registry.close()
        await self.store.close()
