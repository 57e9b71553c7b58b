"""A bot that thinks: it searches, for so many iterations or for so long."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from menagerie.bots import search, tree
from menagerie.game import Game, Table, words_of
from menagerie.header import derive_key
from menagerie.kernel import Numbers, copy, progress

CHUNK = 0.02  # seconds, about, between two looks at the clock
FIRST = 16  # iterations before the first look


@dataclass(frozen=True)
class Budget:
    """How long to think: iterations, seconds, or whichever ends first."""

    iterations: int = 1 << 20
    seconds: float = 1e9
    threads: int = 1


@dataclass(frozen=True)
class Style:
    """How to think. These values were chosen by hand: see docs/bots.md."""

    exploration: float = 0.7
    margin: float = 0.5
    widening: float = 1.0

    def settings(self) -> Numbers:
        return np.array([self.exploration, self.margin, self.widening])


@dataclass(frozen=True)
class Opinion:
    """What a search thinks of a move."""

    move: int
    visits: int
    worth: float  # to whoever is to move, from 0 to 1
    points: float  # that they will have in the end, on average


class Search:
    """One search from one observed table."""

    def __init__(self, game: Game, observed: Table, style: Style, key: bytes, room: int) -> None:
        players = int(observed.players)
        self.observed = np.frombuffer(bytearray(observed.tobytes()), observed.dtype)
        self.scratch = copy(self.observed)
        self.nodes = np.zeros(room + 2, tree.NODE)
        self.settings = style.settings()
        words = words_of(key)
        self.room = (
            np.array([1], np.int64),  # nodes in use: the root
            np.zeros(game.moves, np.int32),
            np.empty(game.most_legal, np.int32),
            np.empty(search.DEEPEST, np.int64),
            np.empty(search.DEEPEST, np.int64),
            words.copy(),
            words.copy(),
            np.zeros(2 * players, np.float64),
            np.array([1.0, 1.0]),
        )
        self.done = 0

    def iterate(self, times: int) -> None:
        search.iterate(self.observed, self.scratch, self.nodes, self.room, self.settings, times)
        self.done += times

    def opinions(self) -> list[Opinion]:
        """The moves that were tried, those tried most first."""
        found = []
        child = int(self.nodes[0]["first"])
        while child:
            node = self.nodes[child]
            visits = int(node["visits"])
            worth, points = float(node["worth"]) / visits, float(node["points"]) / visits
            found.append(Opinion(int(node["move"]), visits, worth, points))
            child = int(node["sibling"])
        return sorted(found, key=lambda opinion: (-opinion.visits, opinion.move))


def run(one: Search, budget: Budget) -> None:
    """Iterate until the budget is used up; at least a few times."""
    start = time.perf_counter()
    times = FIRST
    while one.done < budget.iterations:
        one.iterate(min(times, budget.iterations - one.done))
        passed = time.perf_counter() - start
        left = budget.seconds - passed
        if left <= 0:
            break
        rate = one.done / max(passed, 1e-6)
        times = max(1, int(rate * min(CHUNK, left)))


class ThinkingBot:
    """Plays the move that its search tried most."""

    def __init__(self, game: Game, key: bytes, budget: Budget, style: Style) -> None:
        self.game = game
        self.key = key
        self.budget = budget
        self.style = style
        self.moves = 0

    def choose(self, observed: Table) -> int:
        return self.think(observed)[0].move

    def think(self, observed: Table) -> list[Opinion]:
        """The moves that were tried, with what the search thinks of them; the best first."""
        self.moves += 1
        legal = self.game.legal(observed)
        if len(legal) == 1:
            return [Opinion(legal[0], 1, 0.5, 0.0)]
        searches = [self._search(observed, thread) for thread in range(self.budget.threads)]
        if len(searches) == 1:
            run(searches[0], self.budget)
            return searches[0].opinions()
        share = replace(self.budget, iterations=-(-self.budget.iterations // len(searches)))
        with ThreadPoolExecutor(len(searches)) as pool:
            list(pool.map(lambda one: run(one, share), searches))
        return merge([one.opinions() for one in searches])

    def _search(self, observed: Table, thread: int) -> Search:
        if self.moves == 1:
            prepare(self.game, observed)
        seed = f"{self.key.hex()}/{self.moves}/{thread}"
        room = min(self.budget.iterations, 1 << 18)
        return Search(self.game, observed, self.style, derive_key(seed, "search"), room)


def merge(opinions: list[list[Opinion]]) -> list[Opinion]:
    """What several searches think together."""
    together: dict[int, list[Opinion]] = {}
    for opinion in (opinion for one in opinions for opinion in one):
        together.setdefault(opinion.move, []).append(opinion)
    merged = []
    for move, found in together.items():
        visits = sum(opinion.visits for opinion in found)
        worth = sum(opinion.worth * opinion.visits for opinion in found) / visits
        points = sum(opinion.points * opinion.visits for opinion in found) / visits
        merged.append(Opinion(move, visits, worth, points))
    return sorted(merged, key=lambda opinion: (-opinion.visits, opinion.move))


def prepare(game: Game, observed: Table) -> None:
    """Compile the search for a game, with a line to watch, if it was not yet."""
    one = Search(game, observed, Style(), bytes(16), 4)
    jobs: list[progress.Job] = [("search", lambda: one.iterate(1))]
    progress.once(f"{game.name} for thinking", jobs)
