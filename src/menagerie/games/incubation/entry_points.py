"""Compiled entry points for rules that Python calls often (see generic.py)."""

from menagerie.contract import MoveNumber
from menagerie.games.incubation.rules import act
from menagerie.games.incubation.table import Table
from menagerie.games.incubation.turn import advance, count_chests, is_last_round
from menagerie.kernel import Numbers, kernel


@kernel
def act_entry(tables: Numbers, at: int, move: MoveNumber) -> None:
    act(tables[at], move)


@kernel
def advance_entry(tables: Numbers, at: int) -> bool:
    return advance(tables[at])


@kernel
def count_chests_entry(tables: Numbers, at: int) -> None:
    count_chests(tables[at])


@kernel
def is_last_round_entry(tables: Numbers, at: int) -> bool:
    return is_last_round(tables[at])


def last_round_has_begun(table: Table) -> bool:
    return bool(is_last_round_entry(table.array, 0))
