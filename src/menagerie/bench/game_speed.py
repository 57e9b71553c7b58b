"""The speed of our games: in the kernel, through `Position`, in a search, and at start-up."""

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from menagerie import generic
from menagerie.bench.timing import SLICES
from menagerie.bots.rng import pick
from menagerie.bots.search_bot import Budget, Search, SearchBot, Style, precompile
from menagerie.game import Game, key_as_uint64
from menagerie.header import Header
from menagerie.kernel import Numbers, kernel, progress
from menagerie.position import Position

BATCH = 200  # games, or iterations, between two readings of the clock
TREE_NODES = 1 << 20  # capacity of the search tree


@kernel
def play_games(table: Any, settings: tuple[Any, ...], games: int, out: Numbers) -> int:
    """Play random games to their end; return the number of moves."""
    players, options, key, chance = settings
    moves = 0
    for _ in range(games):
        key[1] += np.uint64(1)
        generic.setup(table, players, options, key)
        count = generic.legal(table, out)
        while count > 0:
            generic.apply(table, int(out[pick(chance, count)]))
            moves += 1
            count = generic.legal(table, out)
    return moves


def _settings(header: Header) -> tuple[Any, ...]:
    """The settings of `play_games`: players, options, key of the dice, state of the generator."""
    options = header.game.encode(header.options)
    return header.players, options, key_as_uint64(header.key), key_as_uint64(header.key)


@dataclass(frozen=True)
class Speed:
    """Moves and whole games per second, on one core."""

    moves: float
    games: float


def measure_kernel(header: Header, seconds: float) -> Speed:
    """Random play inside the compiled kernel."""
    game = header.game
    table = game.blank(header.edition)
    settings = _settings(header)
    out = np.empty(game.max_legal_moves, np.int32)
    progress.run(f"{game.name} for measuring", [("", lambda: play_games(table, settings, 1, out))])
    best = Speed(0, 0)
    for _ in range(SLICES):
        start = time.perf_counter()
        moves = games = 0
        while time.perf_counter() - start < seconds / SLICES or not games:
            moves += play_games(table, settings, BATCH, out)
            games += BATCH
        passed = time.perf_counter() - start
        best = max(best, Speed(moves / passed, games / passed), key=lambda speed: speed.moves)
    return best


@kernel
def score_repeatedly(table: Any, out: Numbers, times: int) -> int:
    """Compute all points repeatedly; the sum keeps the compiler from removing the loop."""
    total = 0
    for _ in range(times):
        generic.points(table, out)
        total += out[0]
    return total


def measure_scoring(header: Header, seconds: float) -> float:
    """How often per second the scores of a finished table are computed."""
    game = header.game
    table = game.blank(header.edition)
    settings = _settings(header)
    play_games(table, settings, 1, np.empty(game.max_legal_moves, np.int32))
    out = np.zeros(header.players, np.int32)
    progress.run(f"{game.name} for scoring", [("", lambda: score_repeatedly(table, out, 1))])
    best = 0.0
    for _ in range(SLICES):
        start = time.perf_counter()
        times = 0
        while (passed := time.perf_counter() - start) < seconds / SLICES or not times:
            score_repeatedly(table, out, BATCH)
            times += BATCH
        best = max(best, times / passed)
    return best


def measure_search(header: Header, style: Style, seconds: float) -> float:
    """Iterations per second of a search from the first move."""
    position = Position(header)
    seat = int(position.table.to_move)
    observed = position.observe(seat)
    precompile(header.game)
    best = 0.0
    for _ in range(SLICES):
        search = Search(header.game, observed, seat, style, header.key, TREE_NODES)
        start = time.perf_counter()
        while (passed := time.perf_counter() - start) < seconds / SLICES or not search.done:
            search.iterate(BATCH)
        best = max(best, search.done / passed)
    return best


def measure_slowest_answer(header: Header, budget_s: float, answers: int) -> float:
    """The longest time of a bot for one decision, in seconds."""
    position = Position(header)
    bot = SearchBot(header.game, header.key, Budget(seconds=budget_s), Style.of(header.game))
    longest = 0.0
    while answers and position.turn is not None:
        observed = position.observe(position.turn)
        start = time.perf_counter()
        number = bot.choose(observed)
        if len(position.legal_moves) > 1:
            longest = max(longest, time.perf_counter() - start)
            answers -= 1
        position.push(next(move for move in position.legal_moves if move.number == number))
    return longest


def measure_python(header: Header, seconds: float) -> Speed:
    """Random play driven from Python through `Position`."""
    choices = np.random.default_rng(0)
    best = Speed(0, 0)
    for _ in range(SLICES):
        start = time.perf_counter()
        moves = games = 0
        while (passed := time.perf_counter() - start) < seconds / SLICES or not games:
            position = Position(header)
            while legal := position.legal_moves:
                position.push(legal[int(choices.integers(len(legal)))])
                moves += 1
            games += 1
        best = max(best, Speed(moves / passed, games / passed), key=lambda speed: speed.moves)
    return best


def measure_start(game: Game, cache: str) -> float:
    """Seconds until a new process has set up a game, with compiled kernels in `cache`."""
    code = f"import menagerie; menagerie.new({game.name!r}).legal_moves"
    start = time.perf_counter()
    subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", code],
        check=True,
        env={**os.environ, "XDG_CACHE_HOME": cache},
        capture_output=True,
    )
    return time.perf_counter() - start
