"""Every way a game can be set up, and games played at random."""

import itertools
import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, TypeVar

import numba
import pytest

from menagerie import discovery
from menagerie.game import Game, Value
from menagerie.header import Header
from menagerie.position import Position

JIT_DISABLED = bool(numba.config.DISABLE_JIT)  # then rules run a hundred times slower: play less

T = TypeVar("T")


def some(cases: Sequence[T]) -> Sequence[T]:
    """All cases in the first run of the tests, every fifth when they are run again."""
    return cases[::5] if JIT_DISABLED else cases


def third(cases: Sequence[Header]) -> list[Header]:
    """A third of the ways to set up each game, for what takes long; at least one of each game.

    Every number of players and every value of an option is among them, unless rules run slowly.
    Recorded games and referees judge all of them.
    """
    games = dict.fromkeys(header.game.name for header in cases)
    mine = {name: [header for header in cases if header.game.name == name] for name in games}
    return [header for name in games for header in _sample(mine[name])]


def _sample(cases: Sequence[Header]) -> list[Header]:
    if JIT_DISABLED:
        return list(cases[::15])
    chosen = set(range(0, len(cases), 3))
    seen = set().union(*(traits(cases[at]) for at in chosen))
    for at, header in enumerate(cases):
        if traits(header) - seen:
            chosen.add(at)
            seen |= traits(header)
    return [cases[at] for at in sorted(chosen)]


def traits(header: Header) -> set[tuple[str, Value]]:
    """What a sample must have of each kind: its number of players and each of its options."""
    return {("players", header.players), *header.options.items()}


# Whether the cases reach everything is asked where all of them are played.
once = pytest.mark.skipif(JIT_DISABLED, reason="asked in the first run")


@cache
def headers() -> list[Header]:
    """Every game, with every number of players and every choice of its options."""
    return [header for name in discovery.names() for header in headers_of(discovery.load(name))]


def headers_of(game: Game) -> Iterator[Header]:
    """Options that are numbers stay as they come: they would make too many."""
    chosen = [option for option in game.options if not _is_a_number(option.allowed[0])]
    for players in game.players:
        for values in itertools.product(*(option.allowed for option in chosen)):
            names = [option.name for option in chosen]
            options = dict(zip(names, values, strict=True))
            seed = f"{players} {values}"
            yield Header.create(game.name, players, seed=seed, options=options)


def label(header: Header) -> str:
    """A name for a test's id or a file: `cubosaurs-4-advanced-open_hands`."""
    on = [name for name, value in header.options.items() if value is True]
    other = [f"{value}" for value in header.options.values() if isinstance(value, str)]
    return "-".join([header.game.name, str(header.players), *on, *other])


def play(header: Header, seed: int = 0, *, eager: float = 0.0) -> Iterator[Position]:
    """One position at every moment of a random game, the end included.

    `eager` is how often a rarer kind of move is preferred, so that all of them are seen.
    """
    rng = random.Random(seed)
    position = Position(header)
    yield position
    while not position.is_over():
        position.push(_choose(position, rng, eager))
        yield position


def _choose(position: Position, rng: random.Random, eager: float) -> Any:
    moves = position.legal_moves
    if rng.random() < eager:
        kinds = sorted({str(move.to_json()["do"]) for move in moves})
        kind = rng.choice(kinds)
        moves = [move for move in moves if move.to_json()["do"] == kind]
    return rng.choice(moves)


def middle(header: Header, moves: int, *, seed: int = 0) -> Position:
    """A position after so many random moves, or the last one before the end."""
    for position in play(header, seed, eager=0.5):
        if position.step == moves:
            return position
    position.pop()
    return position


def _is_a_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
