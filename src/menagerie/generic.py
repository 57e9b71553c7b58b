"""Generic rules: compiled functions that work for every game, dispatching on the table's type.

A kernel that calls these is written once; Numba compiles and caches it for each game.
"""

from collections.abc import Callable
from typing import Any, Protocol

import numba
import numpy as np
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global

from menagerie.contract import MoveNumber, Rules, Scoring, Seat, Secrets, Study
from menagerie.kernel import Numbers, Record, fingerprint, kernel


class CompiledGame(Protocol):
    """The compiled modules of a game."""

    @property
    def table(self) -> type[Record]: ...
    @property
    def rules(self) -> Rules[Any]: ...
    @property
    def scoring(self) -> Scoring[Any]: ...
    @property
    def secrets(self) -> Secrets[Any]: ...
    @property
    def study(self) -> Study[Any]: ...


_games: dict[type[np.record], CompiledGame] = {}


def register(game: CompiledGame) -> None:
    """Let the functions below work for tables of this game."""
    _games[game.table.Row] = game


def game_of(table: Record) -> CompiledGame:
    """The registered game that a record belongs to."""
    if (game := _games.get(table.dtype.type)) is None:
        raise TypeError(f"no registered game has tables of {table.dtype}")
    return game


def setup(table: Record, players: int, options: Numbers, key: Numbers) -> None:
    game_of(table).rules.setup(table, players, options, key)


def legal(table: Record, out: Numbers) -> int:
    return game_of(table).rules.legal(table, out)


def apply(table: Record, move: MoveNumber) -> None:
    game_of(table).rules.apply(table, move)


def is_over(table: Record) -> bool:
    return game_of(table).rules.is_over(table)


def points(table: Record, out: Numbers) -> None:
    game_of(table).scoring.points(table, out)


def winners(table: Record) -> int:
    return game_of(table).scoring.winners(table)


def observe(table: Record, seat: Seat) -> None:
    game_of(table).secrets.observe(table, seat)


def reveal(table: Record, move: MoveNumber) -> None:
    game_of(table).secrets.reveal(table, move)


def reveals_information(before: Record, after: Record) -> bool:
    return game_of(before).secrets.reveals_information(before, after)


def imagine(table: Record, seat: Seat, key: Numbers) -> None:
    game_of(table).secrets.imagine(table, seat, key)


def count(before: Record, move: MoveNumber, after: Record, out: Numbers) -> bool:
    return game_of(before).study.count(before, move, after, out)


def _game_of_type(table: Any) -> CompiledGame:
    """The registered game whose records have this Numba type."""
    for game in _games.values():
        if numba.from_dtype(game.table.dtype) == table:
            return game
    raise TypeError(f"no registered game has tables of {table}")


def _dispatch(function: Callable[..., Any], part: str) -> None:
    """In compiled code, replace a call of `function` with a call of the game's own function.

    `numba.extending.overload` would compile one more function for each game, which takes as long as
    compiling the rule that it calls.
    """

    class OfTheGame(AbstractTemplate):  # type: ignore[misc] # Numba publishes no types
        key = function

        def generic(self, args: Any, kws: Any) -> Any:
            of_the_game = getattr(getattr(_game_of_type(args[0]), part), function.__name__)
            self._own = types.Dispatcher(of_the_game)
            return self._own.get_call_type(self.context, args, kws)

        def get_impl_key(self, sig: Any) -> Any:
            return self._own.get_impl_key(sig)

    infer_global(function, types.Function(OfTheGame))
    fingerprint.register_dispatch(
        function, lambda table: getattr(getattr(_game_of_type(table), part), function.__name__)
    )


PARTS: dict[str, tuple[Callable[..., Any], ...]] = {
    "rules": (setup, legal, apply, is_over),
    "scoring": (points, winners),
    "secrets": (observe, reveal, reveals_information, imagine),
    "study": (count,),
}
for _part, _functions in PARTS.items():
    for _function in _functions:
        _dispatch(_function, _part)


# Entry points called from Python, through the methods of `Game`. They take an array and an index,
# because passing an array to compiled code takes a tenth of the time of passing a record.


@kernel
def legal_entry(tables: Numbers, at: int, out: Numbers) -> int:
    return legal(tables[at], out)


@kernel
def apply_entry(tables: Numbers, at: int, move: MoveNumber) -> None:
    apply(tables[at], move)


@kernel
def is_over_entry(tables: Numbers, at: int) -> bool:
    return is_over(tables[at])


@kernel
def points_entry(tables: Numbers, at: int, out: Numbers) -> None:
    points(tables[at], out)


@kernel
def reveal_entry(tables: Numbers, at: int, move: MoveNumber) -> None:
    reveal(tables[at], move)


@kernel
def reveals_information_entry(before: Numbers, after: Numbers, at: int) -> bool:
    return reveals_information(before[at], after[at])


@kernel
def observe_entry(tables: Numbers, at: int, seat: Seat) -> None:
    observe(tables[at], seat)
