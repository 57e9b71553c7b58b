"""A clock for a server under test: time passes only when the test advances it."""

import asyncio
import threading
import time
from dataclasses import replace
from typing import NamedTuple

from support.server.live_server import TIMEOUT_S

from menagerie.server.config import Config

START = 1_800_000_000.0
NEVER_S = 1e9  # for a delay that no test waits for


class _Sleeper(NamedTuple):
    wake_at: float
    loop: asyncio.AbstractEventLoop
    woken: asyncio.Future[None]


class FakeClock:
    """`now` and `sleep` for a server's configuration; safe to advance from another thread.

    `offset` is the error of the system clock: it changes `now`, but no sleep takes longer.
    """

    def __init__(self) -> None:
        self.offset = 0.0
        self._time = START
        self._sleepers: list[_Sleeper] = []
        self._mutex = threading.Lock()

    def configure(self, config: Config) -> Config:
        return replace(config, now=self.now, sleep=self.sleep)

    def now(self) -> float:
        return self._time + self.offset

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        loop = asyncio.get_running_loop()
        with self._mutex:
            sleeper = _Sleeper(self._time + seconds, loop, loop.create_future())
            self._sleepers.append(sleeper)
        try:
            await sleeper.woken
        finally:
            with self._mutex:
                self._sleepers.remove(sleeper)

    def advance(self, seconds: float) -> None:
        """Advance the clock and wake all sleepers that are due."""
        with self._mutex:
            self._time += seconds
            due = [sleeper for sleeper in self._sleepers if sleeper.wake_at <= self._time]
        for sleeper in due:
            sleeper.loop.call_soon_threadsafe(_wake, sleeper.woken)

    def is_anything_due(self, within: float) -> bool:
        """Whether any sleeper is due within this many seconds."""
        with self._mutex:
            return any(sleeper.wake_at <= self._time + within for sleeper in self._sleepers)

    def advance_when_due(self, seconds: float) -> None:
        """Wait until the server has scheduled something within this time, then advance."""
        end = time.monotonic() + TIMEOUT_S
        while not self.is_anything_due(seconds):
            assert time.monotonic() < end, "nothing is scheduled"
            time.sleep(0.01)
        self.advance(seconds)


def _wake(woken: asyncio.Future[None]) -> None:
    if not woken.done():
        woken.set_result(None)
