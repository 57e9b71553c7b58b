"""What a finished game brings to each seat: the same two kinds of rewards as in a batch."""

from collections.abc import Callable
from typing import Any

import numpy as np

from menagerie import generic
from menagerie.errors import BadInput
from menagerie.jsontext import shorten


def winners(tables: Any, players: int) -> list[int]:
    """The seats that won."""
    mask = generic.winners(tables[0])
    return [seat for seat in range(players) if mask >> seat & 1]


def scores(tables: Any, players: int) -> list[int]:
    """Everybody's points."""
    out = np.zeros(players, np.int32)
    generic.points_entry(tables, 0, out)
    return [int(points) for points in out]


def share(tables: Any, players: int) -> list[float]:
    """1 for whoever wins alone; who win together share it."""
    won = winners(tables, players)
    return [1 / len(won) if seat in won else 0.0 for seat in range(players)]


def margin(tables: Any, players: int) -> list[float]:
    """By how many points a seat is ahead of the best other one."""
    found = scores(tables, players)
    return [float(found[seat] - max(found[:seat] + found[seat + 1 :])) for seat in range(players)]


def balanced(tables: Any, players: int) -> list[float]:
    """The share of the win, from 1 for whoever wins alone, such that all add up to nothing."""
    return [(players * part - 1) / (players - 1) for part in share(tables, players)]


KINDS: dict[str, Callable[[Any, int], list[float]]] = {"share": share, "margin": margin}


def check(kind: object) -> str:
    if not isinstance(kind, str) or kind not in KINDS:
        raise BadInput(f"rewards are one of {', '.join(KINDS)}, not {shorten(kind)}")
    return kind
