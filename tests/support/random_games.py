"""All setups of all games, and random games."""

import itertools
import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, TypeVar

from support.runs import JIT_DISABLED

from menagerie import discovery
from menagerie.game import Game, Value
from menagerie.header import Header
from menagerie.position import Position

T = TypeVar("T")


def some(cases: Sequence[T]) -> Sequence[T]:
    """All cases with compiled rules, every fifth with interpreted rules."""
    return cases[::5] if JIT_DISABLED else cases


def third(cases: Sequence[Header]) -> list[Header]:
    """A third of each game's setups, for slow tests; at least one per game.

    With compiled rules the sample has every number of players and every option value.
    Golden games and referees cover all setups.
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
    """The properties a sample must cover: the number of players and each option value."""
    return {("players", header.players), *header.options.items()}


@cache
def headers() -> list[Header]:
    """Every game with every number of players and every combination of options."""
    return [header for name in discovery.names() for header in headers_of(discovery.load(name))]


def headers_of(game: Game) -> Iterator[Header]:
    """Numeric options keep their defaults: their combinations would be too many."""
    chosen = [option for option in game.options if not _is_a_number(option.allowed[0])]
    for players in game.players:
        for values in itertools.product(*(option.allowed for option in chosen)):
            names = [option.name for option in chosen]
            options = dict(zip(names, values, strict=True))
            seed = f"{players} {values}"
            yield Header.create(game.name, players, seed=seed, options=options)


def label(header: Header) -> str:
    """A name for a test id or a file: `cubosaurs-4-advanced-open_hands`."""
    on = [name for name, value in header.options.items() if value is True]
    other = [f"{value}" for value in header.options.values() if isinstance(value, str)]
    return "-".join([header.game.name, str(header.players), *on, *other])


def play(header: Header, seed: int = 0, *, eager: float = 0.0) -> Iterator[Position]:
    """Yield the position after every move of a random game.

    `eager` is the share of moves chosen by kind first, so that rare kinds of moves occur too.
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
    """The position after this many random moves, or the last one before the end."""
    for position in play(header, seed, eager=0.5):
        if position.step == moves:
            return position
    position.pop()
    return position


def _is_a_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
