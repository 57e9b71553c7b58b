"""The contract's compiled functions for any game: they dispatch on the type of the table.

A kernel that is written with these is written once, compiled for every game, and cached.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global

from menagerie import discovery
from menagerie.game import UNKNOWN, Game
from menagerie.kernel import Numbers, copy, fingerprint, kernel, progress


def setup(table: Any, players: int, options: Numbers, key: Numbers) -> None:
    game_of(table).rules.setup(table, players, options, key)


def legal(table: Any, out: Numbers) -> int:
    return game_of(table).rules.legal(table, out)


def apply(table: Any, move: int) -> None:
    game_of(table).rules.apply(table, move)


def is_over(table: Any) -> bool:
    return game_of(table).rules.is_over(table)


def points(table: Any, out: Numbers) -> None:
    game_of(table).scoring.points(table, out)


def winners(table: Any) -> int:
    return game_of(table).scoring.winners(table)


def observe(table: Any, seat: int) -> None:
    game_of(table).secrets.observe(table, seat)


def reveal(table: Any, move: int) -> None:
    game_of(table).secrets.reveal(table, move)


def came_out(before: Any, after: Any) -> bool:
    return game_of(before).secrets.came_out(before, after)


def imagine(table: Any, seat: int, key: Numbers) -> None:
    game_of(table).secrets.imagine(table, seat, key)


def count(before: Any, move: int, after: Any, out: Numbers) -> bool:
    return game_of(before).study.count(before, move, after, out)


def game_of(table: Any) -> Game:
    """The game that a table belongs to."""
    for game in discovery.loaded():
        if game.table.dtype == table.dtype:
            return game
    raise TypeError(f"no game in use has tables of {table.dtype}")


def _game_of_type(table: Any) -> Game:
    for game in discovery.loaded():
        if numba.from_dtype(game.table.dtype) == table:
            return game
    raise TypeError(f"no game in use has tables of {table}")


def _dispatch(function: Callable[..., Any], part: str) -> None:
    """In compiled code, let a call of `function` be one of the game's own.

    `numba.extending.overload` would do the same by way of one more function for each game, and to
    compile that takes as long as the rule it calls.
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
    "secrets": (observe, reveal, came_out, imagine),
    "study": (count,),
}
for _part, _functions in PARTS.items():
    for _function in _functions:
        _dispatch(_function, _part)


# A call from Python with an array takes a tenth of the time of one with a record: these are the
# doors through which Python comes in.


def open_doors(game: Game, tables: Any) -> None:
    """Compile the doors for a game, with a bar to watch, if they were not yet."""
    tables = copy(tables)
    out = np.empty(game.most_legal, np.int32)
    scores = np.empty(game.players[-1], np.int32)
    jobs: list[progress.Job] = [
        ("legal", lambda: legal_at(tables, 0, out)),
        ("apply", lambda: apply_at(tables, 0, int(out[0]))),
        ("is_over", lambda: is_over_at(tables, 0)),
        ("points", lambda: points_at(tables, 0, scores)),
        ("reveal", lambda: reveal_at(tables, 0, int(out[0]))),
        ("came_out", lambda: came_out_at(tables, tables, 0)),
        ("observe", lambda: observe_at(tables, 0, 0)),
    ]
    progress.once(f"{game.name} for Python", jobs)


def legal_moves(game: Game, table: Any) -> list[int]:
    """The legal moves of a plain table."""
    out = np.empty(game.most_legal, np.int32)
    moves: list[int] = out[: legal_at(table.tables, 0, out)].tolist()
    return moves


def known_points(table: Any) -> list[int | None]:
    """Everybody's score at a plain table; None where its seat cannot know it."""
    out = np.zeros(table.players, np.int32)
    points_at(table.tables, 0, out)
    return [None if value == UNKNOWN else value for value in out.tolist()]


@kernel
def legal_at(tables: Any, at: int, out: Numbers) -> int:
    return legal(tables[at], out)


@kernel
def apply_at(tables: Any, at: int, move: int) -> None:
    apply(tables[at], move)


@kernel
def is_over_at(tables: Any, at: int) -> bool:
    return is_over(tables[at])


@kernel
def points_at(tables: Any, at: int, out: Numbers) -> None:
    points(tables[at], out)


@kernel
def reveal_at(tables: Any, at: int, move: int) -> None:
    reveal(tables[at], move)


@kernel
def came_out_at(before: Any, after: Any, at: int) -> bool:
    return came_out(before[at], after[at])


@kernel
def observe_at(tables: Any, at: int, seat: int) -> None:
    observe(tables[at], seat)
