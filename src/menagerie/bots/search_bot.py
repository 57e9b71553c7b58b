"""`SearchBot`: a bot that searches for a number of iterations or seconds."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass, replace
from functools import cache, partial
from itertools import chain
from typing import Self

import numpy as np

from menagerie.bots import mcts, search_tree
from menagerie.game import Game, MoveNumber, Seat, Table, key_as_uint64
from menagerie.header import derive_key
from menagerie.kernel import Numbers, copy, progress

CLOCK_INTERVAL_S = 0.005  # approximate time between two readings of the clock
USED_SHARE = 0.95  # of the time budget; the rest is for delays of the machine
FIRST_ITERATIONS = 16  # before the first reading of the clock
MAX_NODES = 1 << 18  # of a tree


@dataclass(frozen=True)
class Budget:
    """How long to search: until the iterations or the seconds are used up."""

    iterations: int = 1 << 20
    seconds: float = 1e9
    threads: int = 1


@dataclass(frozen=True)
class Style:
    """How to search; `mcts.py` explains the fields. docs/bots.md measures their effect."""

    exploration: float = 0.5
    margin: float = 0.5
    widening: float = 1.0
    length: int = 0
    greed: int = 1
    every: bool = False

    @classmethod
    def of(cls, game: Game) -> Self:
        """The style that suits a game best."""
        return cls(length=game.rollout_length, greed=game.rollout_candidates)

    def settings(self) -> Numbers:
        return np.array(astuple(self), float)


@dataclass(frozen=True)
class MoveEstimate:
    """What a search found out about a move."""

    move: MoveNumber
    visits: int
    worth: float  # its value for the seat that makes it, from 0 to 1
    points: float  # expected at the end of the rollouts, of the searching seat
    wins: tuple[float, ...]  # the share of the wins of each seat


class Search:
    """One search from one observed table."""

    def __init__(
        self,
        game: Game,
        observed: Table,
        seat: Seat,
        style: Style,
        key: bytes,
        capacity: int,
    ) -> None:
        self.players = players = int(observed.players)
        self.seat = seat
        self.observed = copy(observed.array)
        self.scratch = np.repeat(self.observed, 2)
        self.nodes = search_tree.allocate(capacity + 2)
        self.settings = style.settings()
        words = key_as_uint64(key)
        self.buffers = (
            np.array([1], np.int64),  # nodes in use
            np.zeros(game.move_count, np.int32),
            np.empty(game.max_legal_moves, np.int32),
            np.empty(mcts.MAX_DEPTH, np.int64),
            np.empty(mcts.MAX_DEPTH, np.int64),
            words.copy(),
            words.copy(),
            np.zeros((players, 3)),
            np.array([1.0, 1.0]),
            np.zeros(players, np.int32),
        )
        self.done = 0

    def iterate(self, times: int) -> None:
        mcts.iterate(
            self.observed, self.scratch, self.seat, self.nodes, self.buffers, self.settings, times
        )
        self.done += times

    def estimates(self) -> list[MoveEstimate]:
        """The moves that were tried, most visited first."""
        found = []
        child = int(self.nodes[0]["first"])
        while child:
            node = self.nodes[child]
            visits = int(node["visits"])
            worth, points = float(node["worth"]) / visits, float(node["points"]) / visits
            wins = tuple(float(wins) / visits for wins in node["wins"][: self.players])
            found.append(MoveEstimate(int(node["move"]), visits, worth, points, wins))
            child = int(node["sibling"])
        return sorted(found, key=lambda estimate: (-estimate.visits, estimate.move))


def run_search(search: Search, budget: Budget, start_time: float) -> None:
    """Iterate until the budget is used up. The clock is first read after FIRST_ITERATIONS."""
    start = time.perf_counter()
    times = FIRST_ITERATIONS
    while search.done < budget.iterations:
        search.iterate(min(times, budget.iterations - search.done))
        now = time.perf_counter()
        left = USED_SHARE * budget.seconds - (now - start_time)
        if left <= 0:
            break
        rate = search.done / max(now - start, 1e-6)
        times = max(1, int(rate * min(CLOCK_INTERVAL_S, left)))


def search_moves(
    game: Game, observed: Table, seat: Seat, budget: Budget, style: Style, seed: str
) -> list[MoveEstimate]:
    """Search in all threads and merge the results, most visited moves first."""
    start_time = time.perf_counter()
    capacity = min(budget.iterations, MAX_NODES)
    searches = [
        Search(game, observed, seat, style, derive_key(f"{seed}/{thread}", "search"), capacity)
        for thread in range(budget.threads)
    ]
    if len(searches) == 1:
        run_search(searches[0], budget, start_time)
        return searches[0].estimates()
    share = replace(budget, iterations=-(-budget.iterations // len(searches)))
    with ThreadPoolExecutor(len(searches)) as pool:
        list(pool.map(lambda search: run_search(search, share, start_time), searches))
    return merge([search.estimates() for search in searches])


class SearchBot:
    """Plays the move that its search visited most."""

    def __init__(self, game: Game, key: bytes, budget: Budget, style: Style) -> None:
        precompile(game)  # now, so that the first move is not slower than the others
        self.game = game
        self.key = key
        self.budget = budget
        self.style = style
        self.moves = 0

    def choose(self, observed: Table) -> MoveNumber:
        return self.evaluate(observed)[0].move

    def evaluate(self, observed: Table) -> list[MoveEstimate]:
        """The moves that were tried, with their estimates, best first."""
        self.moves += 1
        legal = self.game.legal_moves(observed)
        if len(legal) == 1:
            return [_forced(legal[0], int(observed.players))]
        seat, seed = int(observed.to_move), f"{self.key.hex()}/{self.moves}"
        return search_moves(self.game, observed, seat, self.budget, self.style, seed)


def _forced(move: MoveNumber, players: int) -> MoveEstimate:
    """A neutral estimate of the only legal move."""
    return MoveEstimate(move, 1, 0.5, 0.0, (1 / players,) * players)


def merge(estimates: list[list[MoveEstimate]]) -> list[MoveEstimate]:
    """Average the estimates of several searches, weighted by visits."""
    by_move: dict[MoveNumber, list[MoveEstimate]] = {}
    for estimate in chain.from_iterable(estimates):
        by_move.setdefault(estimate.move, []).append(estimate)
    merged = []
    for move, found in by_move.items():
        visits = [estimate.visits for estimate in found]
        mean = partial(np.average, weights=visits)
        worth = float(mean([estimate.worth for estimate in found]))
        points = float(mean([estimate.points for estimate in found]))
        wins = tuple(float(win) for win in mean([estimate.wins for estimate in found], axis=0))
        merged.append(MoveEstimate(move, sum(visits), worth, points, wins))
    return sorted(merged, key=lambda estimate: (-estimate.visits, estimate.move))


@cache
def precompile(game: Game) -> None:
    """Load the compiled search of a game, or compile it with a progress bar."""
    table = game.blank(game.standard)
    players = game.players[0]
    game.set_up(table, players, game.check_options({}, players), bytes(16))
    seat = int(table.to_move)
    search = Search(game, game.observe(table, seat), seat, Style(), bytes(16), 4)
    progress.run(f"{game.name} for tree search", [("search", lambda: search.iterate(1))])
