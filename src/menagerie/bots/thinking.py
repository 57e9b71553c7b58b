"""A bot that thinks: it searches, for so many iterations or for so long."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass, replace
from functools import cache, partial
from typing import Self

import numpy as np

from menagerie.bots import search, tree
from menagerie.game import Game, Table, words_of
from menagerie.header import derive_key
from menagerie.kernel import Numbers, copy, progress

CHUNK = 0.005  # seconds, about, between two looks at the clock
THOUGHT = 0.95  # of the time that is allowed; the machine may be slow with the answer
FIRST = 16  # iterations before the first look
MOST_NODES = 1 << 18  # of a tree


@dataclass(frozen=True)
class Budget:
    """How long to think: iterations, seconds, or whichever ends first."""

    iterations: int = 1 << 20
    seconds: float = 1e9
    threads: int = 1


@dataclass(frozen=True)
class Style:
    """How to think. What these values bring is measured in docs/bots.md."""

    exploration: float = 0.5
    margin: float = 0.5
    widening: float = 1.0
    length: int = 0
    greed: int = 1
    every: bool = False

    @classmethod
    def of(cls, game: Game) -> Self:
        """How to think about a game."""
        return cls(length=game.foresight, greed=game.greed)

    def settings(self) -> Numbers:
        return np.array(astuple(self), float)


@dataclass(frozen=True)
class Opinion:
    """What a search thinks of a move."""

    move: int
    visits: int
    worth: float  # to whoever makes the move, from 0 to 1
    points: float  # that whoever is thinking will have in the end, on average
    wins: tuple[float, ...]  # each player's share of the wins


class Search:
    """One search from one observed table."""

    def __init__(
        self,
        game: Game,
        observed: Table,
        seat: int,
        style: Style,
        key: bytes,
        room: int,
    ) -> None:
        self.players = players = int(observed.players)
        self.seat = seat
        self.observed = copy(observed.array)
        self.scratch = np.repeat(self.observed, 2)
        self.nodes = tree.plant(room + 2)
        self.settings = style.settings()
        words = words_of(key)
        self.room = (
            np.array([1], np.int64),  # nodes in use: the root
            np.zeros(game.move_count, np.int32),
            np.empty(game.most_legal, np.int32),
            np.empty(search.DEEPEST, np.int64),
            np.empty(search.DEEPEST, np.int64),
            words.copy(),
            words.copy(),
            np.zeros((players, 3)),
            np.array([1.0, 1.0]),
            np.zeros(players, np.int32),
        )
        self.done = 0

    def iterate(self, times: int) -> None:
        search.iterate(
            self.observed, self.scratch, self.seat, self.nodes, self.room, self.settings, times
        )
        self.done += times

    def opinions(self) -> list[Opinion]:
        """The moves that were tried, those tried most first."""
        found = []
        child = int(self.nodes[0]["first"])
        while child:
            node = self.nodes[child]
            visits = int(node["visits"])
            worth, points = float(node["worth"]) / visits, float(node["points"]) / visits
            wins = tuple(float(wins) / visits for wins in node["wins"][: self.players])
            found.append(Opinion(int(node["move"]), visits, worth, points, wins))
            child = int(node["sibling"])
        return sorted(found, key=lambda opinion: (-opinion.visits, opinion.move))


def run(one: Search, budget: Budget, asked: float) -> None:
    """Iterate until the budget is used up, from when it was asked for; at least a few times."""
    start = time.perf_counter()
    times = FIRST
    while one.done < budget.iterations:
        one.iterate(min(times, budget.iterations - one.done))
        now = time.perf_counter()
        left = THOUGHT * budget.seconds - (now - asked)
        if left <= 0:
            break
        rate = one.done / max(now - start, 1e-6)
        times = max(1, int(rate * min(CHUNK, left)))


def consider(
    game: Game, observed: Table, seat: int, budget: Budget, style: Style, seed: str
) -> list[Opinion]:
    """What searches in all threads together think of the moves, those tried most first."""
    asked = time.perf_counter()
    room = min(budget.iterations, MOST_NODES)
    searches = [
        Search(game, observed, seat, style, derive_key(f"{seed}/{thread}", "search"), room)
        for thread in range(budget.threads)
    ]
    if len(searches) == 1:
        run(searches[0], budget, asked)
        return searches[0].opinions()
    share = replace(budget, iterations=-(-budget.iterations // len(searches)))
    with ThreadPoolExecutor(len(searches)) as pool:
        list(pool.map(lambda one: run(one, share, asked), searches))
    return merge([one.opinions() for one in searches])


class ThinkingBot:
    """Plays the move that its search tried most."""

    def __init__(self, game: Game, key: bytes, budget: Budget, style: Style) -> None:
        prepare(game)  # now, so that the first move takes no longer than others
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
        legal = self.game.legal_moves(observed)
        if len(legal) == 1:
            return [_only(legal[0], int(observed.players))]
        seat, seed = int(observed.to_move), f"{self.key.hex()}/{self.moves}"
        return consider(self.game, observed, seat, self.budget, self.style, seed)


def _only(move: int, players: int) -> Opinion:
    """What there is to say of a move without a choice."""
    return Opinion(move, 1, 0.5, 0.0, (1 / players,) * players)


def merge(opinions: list[list[Opinion]]) -> list[Opinion]:
    """What several searches think together."""
    together: dict[int, list[Opinion]] = {}
    for opinion in (opinion for one in opinions for opinion in one):
        together.setdefault(opinion.move, []).append(opinion)
    merged = []
    for move, found in together.items():
        visits = [opinion.visits for opinion in found]
        mean = partial(np.average, weights=visits)
        worth = float(mean([opinion.worth for opinion in found]))
        points = float(mean([opinion.points for opinion in found]))
        wins = tuple(float(win) for win in mean([opinion.wins for opinion in found], axis=0))
        merged.append(Opinion(move, sum(visits), worth, points, wins))
    return sorted(merged, key=lambda opinion: (-opinion.visits, opinion.move))


@cache
def prepare(game: Game) -> None:
    """Load the search for a game; if it must be compiled first, with a line to watch."""
    table = game.blank(game.standard)
    players = game.players[0]
    game.set_up(table, players, game.check_options({}, players), bytes(16))
    seat = int(table.to_move)
    one = Search(game, game.observe(table, seat), seat, Style(), bytes(16), 4)
    progress.run(f"{game.name} for thinking", [("search", lambda: one.iterate(1))])
