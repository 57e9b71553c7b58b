"""What a finished game brings to each seat. Either way it adds up to nothing."""

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
    generic.points_at(tables, 0, out)
    return [int(points) for points in out]


def win(tables: Any, players: int) -> list[float]:
    """1 for whoever wins alone, to the others the same share of -1; who win together share."""
    won = winners(tables, players)
    shares = [1 / len(won) if seat in won else 0.0 for seat in range(players)]
    return [(players * share - 1) / (players - 1) for share in shares]


def margin(tables: Any, players: int) -> list[float]:
    """By how many points a seat is ahead of the others' average."""
    found = scores(tables, players)
    return [points - (sum(found) - points) / (players - 1) for points in found]


KINDS: dict[str, Callable[[Any, int], list[float]]] = {"win": win, "margin": margin}


def check(kind: object) -> str:
    if not isinstance(kind, str) or kind not in KINDS:
        raise BadInput(f"rewards are one of {', '.join(KINDS)}, not {shorten(kind)}")
    return kind
