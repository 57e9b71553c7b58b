"""Runs the games of a plan: block by block, in a thread pool."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed

import numpy as np

from menagerie.bots.bot import Bot
from menagerie.bots.levels import create
from menagerie.header import derive_key
from menagerie.kernel import Numbers, TableView, progress
from menagerie.simulate import counters as counting
from menagerie.simulate import kernels
from menagerie.simulate.counters import Block, Tally
from menagerie.simulate.kernels import PLAY_RANDOM, START, Counters
from menagerie.simulate.plan import Plan

SAMPLED_TABLES = 4  # final tables kept of each block, to break their points down by source
GAMES_PER_CHECK = 200  # random games between two checks of the stop event
OnGames = Callable[[int], object]


class Stopped(Exception):  # noqa: N818 - not an error: the user stopped it
    """The simulation was stopped."""


class Worker:
    """One table, with the scratch buffers to count what happens on it."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.header = plan.header
        self.game = plan.header.game
        table = self.game.blank(plan.header.edition)
        self.tables = np.stack([np.atleast_1d(table)] * 2).reshape(2)
        options = self.game.encode(plan.header.options)
        self.settings = (plan.header.players, options, plan.key, int(plan.rotate))
        self.scratch = counting.new_scratch(plan)

    def play(self, games: range, stop: threading.Event, on_games: OnGames) -> Block:
        """Play a block of games."""
        counters = counting.new_counters(self.plan)
        sample = np.zeros(min(SAMPLED_TABLES, len(games)), self.tables.dtype)
        step = GAMES_PER_CHECK if self.plan.is_random else 1
        for first in range(games.start, games.stop, step):
            if stop.is_set():
                raise Stopped
            some = range(first, min(first + step, games.stop))
            if self.plan.is_random:
                self.play_random(some, counters, sample)
            else:
                self.play_by_bots(first, stop, counters, sample)
            on_games(len(some))
        return Block(counters, sample)

    def play_random(self, games: range, counters: Counters, sample: Numbers) -> None:
        self._play(PLAY_RANDOM, games, counters, sample)

    def play_by_bots(
        self, game: int, stop: threading.Event, counters: Counters, sample: Numbers
    ) -> None:
        """Play one game with any bots; each sees only what its seat observes."""
        games = range(game, game + 1)
        bots = self._bots(game, self.plan.rotation(game))
        count = self._play(START, games, counters, sample)
        while count > 0:
            if stop.is_set():
                raise Stopped
            seat = int(self.tables["to_move"][0])
            observed = self.game.observe(TableView(self.tables[:1]), seat)
            count = self._play(bots[seat].choose(observed), games, counters, sample)

    def _play(self, forced_move: int, games: range, counters: Counters, sample: Numbers) -> int:
        """See `kernels.play`."""
        span = (games.start, games.stop)
        return kernels.play(
            self.tables, self.settings, forced_move, span, self.scratch, counters, sample
        )

    def _bots(self, game: int, rotation: int) -> list[Bot]:
        names = self.plan.bots
        return [
            create(
                names[(seat + rotation) % len(names)],
                self.game,
                derive_key(f"{self.header.seed}/{game}", f"simulate/{seat}"),
            )
            for seat in range(len(names))
        ]


def precompile(plan: Plan) -> None:
    """Compile the kernels of a plan, with a progress bar, unless they are cached."""
    game, counters = plan.header.game, counting.new_counters(plan)
    worker = Worker(plan)
    sample = np.zeros(0, worker.tables.dtype)
    job = ("games", lambda: worker.play_random(range(1), counters, sample))
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
    """Play all blocks. The number of threads does not change the result."""
    precompile(plan)
    stop, lock = threading.Event(), threading.Lock()

    def count(games: int) -> None:
        with lock:
            on_games(games)

    def play(games: range) -> Block:
        return Worker(plan).play(games, stop, count)

    pool = ThreadPoolExecutor(threads)
    try:
        futures = [pool.submit(play, games) for games in plan.blocks]
        for future in as_completed(futures):
            future.result()
        return Tally(plan, [future.result() for future in futures])
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)
