"""Rules that Python asks for again and again, for an array of one table (see generic.py)."""

from typing import Any

from menagerie.games.incubation.rules import act
from menagerie.games.incubation.table import Table
from menagerie.games.incubation.turn import advance, count_chests, is_last_round
from menagerie.kernel import kernel


@kernel
def act_at(tables: Any, at: int, move: int) -> None:
    act(tables[at], move)


@kernel
def advance_at(tables: Any, at: int) -> bool:
    return advance(tables[at])


@kernel
def count_chests_at(tables: Any, at: int) -> None:
    count_chests(tables[at])


@kernel
def is_last_round_at(tables: Any, at: int) -> bool:
    return is_last_round(tables[at])


def last_round_has_begun(table: Table) -> bool:
    return bool(is_last_round_at(table.array, 0))
