"""The compiled functions behind the research interfaces; each saves a call from Python."""

import numpy as np

from menagerie import generic
from menagerie.game import Game, MoveNumber, Seat
from menagerie.kernel import Numbers, copy, kernel, progress

OVER = -1  # instead of the seat to move


@kernel
def mark_legal(tables: Numbers, legal: Numbers, mask: Numbers) -> Seat:
    """Set the legal moves in a mask of zeros; return the seat to move, or OVER."""
    count = generic.legal(tables[0], legal)
    for i in range(count):
        mask[legal[i]] = 1
    return int(tables[0].to_move) if count > 0 else OVER


@kernel
def advance(tables: Numbers, move: MoveNumber, legal: Numbers, mask: Numbers) -> Seat:
    """Apply a legal move, then mark the moves that are legal after it."""
    generic.apply(tables[0], move)
    return mark_legal(tables, legal, mask)


@kernel
def observe_into(tables: Numbers, seat: Seat, seen: Numbers) -> None:
    """Copy what a seat observes into the table `seen`."""
    seen[0] = tables[0]
    generic.observe(seen[0], seat)


@kernel
def resample(tables: Numbers, seat: Seat, key: Numbers) -> None:
    """Determinisation: replace what is hidden from a seat by a sample consistent with the rest."""
    generic.observe(tables[0], seat)
    generic.imagine(tables[0], seat, key)


def precompile(game: Game, tables: Numbers) -> None:
    """Compile these kernels for a game, with a progress bar, unless they are cached."""
    tables, seen = copy(tables), copy(tables)
    legal, mask = np.empty(game.max_legal_moves, np.int32), np.zeros(game.move_count, np.int8)
    key = np.zeros(2, np.uint64)
    jobs: list[progress.Job] = [
        ("legal", lambda: mark_legal(tables, legal, mask)),
        ("apply", lambda: advance(tables, int(legal[0]), legal, mask)),
        ("observe", lambda: observe_into(tables, 0, seen)),
        ("imagine", lambda: resample(tables, 0, key)),
    ]
    progress.once(f"{game.name} for research", jobs)
    game.precompile_entry_points(tables)
