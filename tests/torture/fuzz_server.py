"""The server to fuzz over the network, and its invariants."""

import logging
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, Self
from unittest import mock

from support.server.background_game import BackgroundGames
from support.server.fake_clock import NEVER_S
from support.server.health_checks import ErrorCollector, check_well
from support.server.live_server import FAST_CONFIG, Server, Visitor
from torture.noninterference_servers import SMALL_BUDGET, unlimited

from menagerie.server.views import assistance

MOVE_INTERVAL_S = 0.02  # in the background games
MAX_SHOWN_BYTES = 3_000  # of the input, in a problem description


class SlowBackgroundGames(BackgroundGames):
    """Background games with a pause after each move, to leave CPU time for the attack."""

    def _count(self) -> None:
        super()._count()
        time.sleep(MOVE_INTERVAL_S)


class FuzzTarget:
    """A server without rate limits, monitored for errors."""

    def __init__(self, folder: Path, seed: int, on_done: Callable[[int], None]) -> None:
        self.seed = seed
        self.counts: Counter[str] = Counter()
        self.on_done = on_done
        self.errors = ErrorCollector()
        config = replace(FAST_CONFIG, limits=unlimited(), grace_s=NEVER_S, idle_timeout_s=20.0)
        self.server = Server(replace(config, database=f"sqlite:///{folder / 'fuzz.db'}"))
        self.stack = ExitStack()

    def __enter__(self) -> Self:
        for name in ("HINT_BUDGET", "VARIATION_BUDGET"):
            self.stack.enter_context(mock.patch.object(assistance, name, SMALL_BUDGET))
        logging.getLogger().addHandler(self.errors)
        self.stack.callback(logging.getLogger().removeHandler, self.errors)
        self.stack.enter_context(self.server)
        self.background_games = self.stack.enter_context(SlowBackgroundGames(self.server.address))
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    @property
    def address(self) -> str:
        return self.server.address

    def visitor(self, name: str = "Ada") -> Visitor:
        visitor = Visitor(self.address, name)
        self.stack.callback(visitor.http.close)
        return visitor

    def done(self, kind: str, count: int) -> None:
        self.counts[kind] += count
        self.on_done(count)

    def check(self, kind: str, sent: Any, received: bytes = b"") -> None:
        """Check that no error has occurred; report the last inputs otherwise."""
        faults = self.server.app.state.services.metrics.faults._value.get()
        wrong = ""
        if b"HTTP/1.1 5" in received:
            wrong = f"an answer of a fault: {received[-MAX_SHOWN_BYTES:]!r}"
        elif faults or self.errors.lines:
            wrong = f"{faults} faults; logged: {self.errors.lines}"
        elif self.background_games.error is not None:
            wrong = f"the background games were disturbed: {self.background_games.error!r}"
        elif not self.server.thread.is_alive():
            wrong = "the server has stopped"
        assert not wrong, f"{wrong}\n{kind}, seed {self.seed}; sent: {sent!r}"

    def check_all(self) -> None:
        """Check that the server is healthy and the background games continue."""
        self.check("at the end", "")
        check_well(self.server)
        before, end = self.background_games.moves, time.monotonic() + 60
        while self.background_games.moves == before and self.background_games.error is None:
            assert time.monotonic() < end, "the background games do not go on"
            time.sleep(MOVE_INTERVAL_S)
        self.check("at the end", "")
        self.counts["moves in the background games"] = self.background_games.moves
