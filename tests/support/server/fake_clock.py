"""A clock for a server under test: time stands still until the test advances it."""

import asyncio
import threading
from dataclasses import replace
from typing import NamedTuple

from menagerie.server.config import Config

START = 1_800_000_000.0


class _Sleeper(NamedTuple):
    wake_at: float
    loop: asyncio.AbstractEventLoop
    woken: asyncio.Future[None]


class FakeClock:
    """`now` and `sleep` for a server's configuration; safe to advance from another thread."""

    def __init__(self) -> None:
        self._now = START
        self._sleepers: list[_Sleeper] = []
        self._mutex = threading.Lock()

    def configure(self, config: Config) -> Config:
        return replace(config, now=self.now, sleep=self.sleep)

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        loop = asyncio.get_running_loop()
        with self._mutex:
            sleeper = _Sleeper(self._now + seconds, loop, loop.create_future())
            self._sleepers.append(sleeper)
        try:
            await sleeper.woken
        finally:
            with self._mutex:
                self._sleepers.remove(sleeper)

    def advance(self, seconds: float) -> None:
        """Advance the clock and wake all sleepers that are due."""
        with self._mutex:
            self._now += seconds
            due = [sleeper for sleeper in self._sleepers if sleeper.wake_at <= self._now]
        for sleeper in due:
            sleeper.loop.call_soon_threadsafe(_wake, sleeper.woken)

    def is_anything_due(self, within: float) -> bool:
        """Whether any sleeper is due within this many seconds."""
        with self._mutex:
            return any(sleeper.wake_at <= self._now + within for sleeper in self._sleepers)


def _wake(woken: asyncio.Future[None]) -> None:
    if not woken.done():
        woken.set_result(None)
