"""The rewards of a finished game, the same two kinds as in `menagerie.batch`."""

from collections.abc import Callable
from typing import Literal, get_args

import numpy as np

from menagerie import generic
from menagerie.contract import Seat
from menagerie.errors import BadInput
from menagerie.jsontext import abbreviate_json
from menagerie.kernel import Numbers


def winners(tables: Numbers, players: int) -> list[Seat]:
    """The seats that won."""
    mask = generic.winners(tables[0])
    return [seat for seat in range(players) if mask >> seat & 1]


def scores(tables: Numbers, players: int) -> list[int]:
    """The points of each seat."""
    out = np.zeros(players, np.int32)
    generic.points_entry(tables, 0, out)
    return [int(points) for points in out]


def share(tables: Numbers, players: int) -> list[float]:
    """1 for a sole winner; several winners split it."""
    won = winners(tables, players)
    return [1 / len(won) if seat in won else 0.0 for seat in range(players)]


def margin(tables: Numbers, players: int) -> list[float]:
    """Each seat's lead in points over the best other seat; negative if it is behind."""
    found = scores(tables, players)
    return [float(found[seat] - max(found[:seat] + found[seat + 1 :])) for seat in range(players)]


def zero_sum(tables: Numbers, players: int) -> list[float]:
    """The share of the win, shifted and scaled: 1 for a sole winner, and a sum of 0."""
    return [(players * part - 1) / (players - 1) for part in share(tables, players)]


Kind = Literal["share", "margin"]
KINDS: dict[Kind, Callable[[Numbers, int], list[float]]] = {"share": share, "margin": margin}


def check(kind: object) -> Kind:
    if kind not in get_args(Kind):
        raise BadInput(f"rewards must be one of {', '.join(KINDS)}, not {abbreviate_json(kind)}")
    return kind  # type: ignore[return-value] # checked above
