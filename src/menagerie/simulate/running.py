"""Playing the games of a plan: block by block, in several threads."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from typing import Any

import numpy as np

from menagerie import generic
from menagerie.bots.levels import create
from menagerie.bots.playing import Bot
from menagerie.game import words_of
from menagerie.header import derive_key
from menagerie.kernel import copy, progress
from menagerie.simulate import counters as counting
from menagerie.simulate import kernels
from menagerie.simulate.counters import Block, Tally
from menagerie.simulate.kernels import Counters
from menagerie.simulate.plan import AT_RANDOM, Plan

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
        self.options = self.game.encode(plan.header.options)
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
        players = self.header.players
        settings = (players, self.options, self.plan.keys, int(self.plan.rotate))
        kernels.play_at_random(
            self.tables, settings, games.start, len(games), self.room, counters, sample
        )

    def play_by_bots(
        self, game: int, stop: threading.Event, counters: Counters, sample: Any
    ) -> None:
        """One game by bots of any level, each of which sees what its seat observes."""
        key, chance = np.empty(2, np.uint64), np.empty(2, np.uint64)
        kernels.fill_keys(self.plan.keys, game, key, chance)
        table, room = self.tables[0], self.room
        self.game.rules.setup(table, self.header.players, self.options, key)
        turned = self.plan.turned(game)
        bots = self._bots(game, turned)
        kernels.begin(self.tables, room)
        count = 1
        while count > 0:
            if stop.is_set():
                raise Stopped
            seat = int(self.tables["to_move"][0])
            seen = copy(self.tables[:1])
            generic.observe_at(seen, 0, seat)
            move = bots[seat].choose(seen[0])
            count = kernels.play_on(self.tables, move, chance, room, counters)
        kernels.finish(self.tables, turned, room, counters, sample)

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
    name, counters = plan.header.game.name, counting.counters(plan)
    worker = Worker(replace(plan, bots=(AT_RANDOM,) * plan.header.players))
    sample, stop = np.zeros(0, worker.tables.dtype), threading.Event()
    if plan.is_random:
        job = ("games", lambda: worker.play_at_random(range(1), counters, sample))
        progress.once(f"{name} for simulations", [job])
        return
    generic.open_doors(worker.game, worker.tables[:1])
    job = ("games", lambda: worker.play_by_bots(0, stop, counters, sample))
    progress.once(f"{name} for simulations with bots", [job])
    _let_every_bot_move(Worker(plan))


def _let_every_bot_move(worker: Worker) -> None:
    """So that whatever bots need is compiled before threads begin."""
    worker.game.rules.setup(
        worker.tables[0], worker.header.players, worker.options, words_of(bytes(16))
    )
    seen = copy(worker.tables[:1])
    generic.observe_at(seen, 0, int(seen["to_move"][0]))
    for name in sorted(set(worker.plan.bots)):
        create(name, worker.game, bytes(16)).choose(seen[0])


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
