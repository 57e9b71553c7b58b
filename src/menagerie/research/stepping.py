"""The compiled steps that the interfaces take: as few calls from Python as can be."""

from typing import Any

import numpy as np

from menagerie import generic
from menagerie.game import Game
from menagerie.kernel import Numbers, copy, kernel, progress

OVER = -1  # in place of the seat that is to move


@kernel
def mark(tables: Any, legal: Numbers, mask: Numbers) -> int:
    """Mark the legal moves in a mask of zeros; says which seat is to move, or OVER."""
    count = generic.legal(tables[0], legal)
    for i in range(count):
        mask[legal[i]] = 1
    return int(tables[0].to_move) if count > 0 else OVER


@kernel
def advance(tables: Any, move: int, legal: Numbers, mask: Numbers) -> int:
    """Play a legal move, then mark those that follow."""
    generic.apply(tables[0], move)
    return mark(tables, legal, mask)


@kernel
def look(tables: Any, seat: int, seen: Any) -> None:
    """Lay what a seat knows onto the table `seen`."""
    seen[0] = tables[0]
    generic.observe(seen[0], seat)


@kernel
def dream(tables: Any, seat: int, key: Numbers) -> None:
    """Exchange whatever a seat does not know for a sample that fits what it knows."""
    generic.observe(tables[0], seat)
    generic.imagine(tables[0], seat, key)


def prepare(game: Game, tables: Any) -> None:
    """Compile them for a game, with a line to watch, if they were not yet."""
    tables, seen = copy(tables), copy(tables)
    legal, mask = np.empty(game.most_legal, np.int32), np.zeros(game.move_count, np.int8)
    key = np.zeros(2, np.uint64)
    jobs: list[progress.Job] = [
        ("legal", lambda: mark(tables, legal, mask)),
        ("apply", lambda: advance(tables, int(legal[0]), legal, mask)),
        ("observe", lambda: look(tables, 0, seen)),
        ("imagine", lambda: dream(tables, 0, key)),
    ]
    progress.once(f"{game.name} for research", jobs)
    game.precompile_entry_points(tables)
