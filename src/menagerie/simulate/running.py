"""Playing the games of a plan: block by block, in several threads."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

import numpy as np

from menagerie.bots.levels import create
from menagerie.bots.playing import Bot
from menagerie.header import derive_key
from menagerie.kernel import TableView, progress
from menagerie.simulate import counters as counting
from menagerie.simulate import kernels
from menagerie.simulate.counters import Block, Tally
from menagerie.simulate.kernels import ANY, START, Counters
from menagerie.simulate.plan import Plan

KEPT = 4  # final tables of each block, whose points are opened up
CHUNK = 200  # games at random between two looks at whether to go on
OnGames = Callable[[int], object]


class Stopped(Exception):  # noqa: N818 - no error: somebody had enough
    """The simulation was told to stop."""


class Worker:
    """One table, and room to count what happens on it."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.header = plan.header
        self.game = plan.header.game
        table = self.game.blank(plan.header.edition)
        self.tables = np.stack([np.atleast_1d(table)] * 2).reshape(2)
        options = self.game.encode(plan.header.options)
        self.settings = (plan.header.players, options, plan.keys, int(plan.rotate))
        self.room = counting.room(plan)

    def play(self, games: range, stop: threading.Event, on_games: OnGames) -> Block:
        """A block of games."""
        counters = counting.counters(self.plan)
        sample = np.zeros(min(KEPT, len(games)), self.tables.dtype)
        step = CHUNK if self.plan.is_random else 1
        for first in range(games.start, games.stop, step):
            if stop.is_set():
                raise Stopped
            some = range(first, min(first + step, games.stop))
            if self.plan.is_random:
                self.play_at_random(some, counters, sample)
            else:
                self.play_by_bots(first, stop, counters, sample)
            on_games(len(some))
        return Block(counters, sample)

    def play_at_random(self, games: range, counters: Counters, sample: Any) -> None:
        self._play(ANY, games, counters, sample)

    def play_by_bots(
        self, game: int, stop: threading.Event, counters: Counters, sample: Any
    ) -> None:
        """One game by bots of any level, each of which sees what its seat observes."""
        games = range(game, game + 1)
        bots = self._bots(game, self.plan.turned(game))
        count = self._play(START, games, counters, sample)
        while count > 0:
            if stop.is_set():
                raise Stopped
            seat = int(self.tables["to_move"][0])
            observed = self.game.observe(TableView(self.tables[:1]), seat)
            count = self._play(bots[seat].choose(observed), games, counters, sample)

    def _play(self, given: int, games: range, counters: Counters, sample: Any) -> int:
        """See `kernels.play`."""
        span = (games.start, games.stop)
        return kernels.play(self.tables, self.settings, given, span, self.room, counters, sample)

    def _bots(self, game: int, turned: int) -> list[Bot]:
        names = self.plan.bots
        return [
            create(
                names[(seat + turned) % len(names)],
                self.game,
                derive_key(f"{self.header.seed}/{game}", f"simulate/{seat}"),
            )
            for seat in range(len(names))
        ]


def prepare(plan: Plan) -> None:
    """Compile what the plan needs, with a bar to watch, if it was not yet."""
    game, counters = plan.header.game, counting.counters(plan)
    worker = Worker(plan)
    sample = np.zeros(0, worker.tables.dtype)
    job = ("games", lambda: worker.play_at_random(range(1), counters, sample))
    progress.once(f"{game.name} for simulations", [job])
    if plan.is_random:
        return
    game.precompile_entry_points(worker.tables[:1])
    header = plan.header
    game.set_up(worker.tables[0], header.players, header.options, bytes(16))
    table = TableView(worker.tables[:1])
    observed = game.observe(table, table.to_move)
    for name in sorted(set(plan.bots)):
        create(name, game, bytes(16)).choose(observed)


def run(plan: Plan, on_games: OnGames, threads: int) -> Tally:
    """All blocks, in their order; the number of threads changes nothing but the time it takes."""
    prepare(plan)
    stop, one_by_one = threading.Event(), threading.Lock()

    def count(games: int) -> None:
        with one_by_one:
            on_games(games)

    def play(games: range) -> Block:
        return Worker(plan).play(games, stop, count)

    pool = ThreadPoolExecutor(threads)
    try:
        blocks = [pool.submit(play, games) for games in plan.blocks]
        for block in as_completed(blocks):
            block.result()
        return Tally(plan, [block.result() for block in blocks])
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)
