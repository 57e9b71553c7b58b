"""Determinisation: samples the hidden part of a table, consistent with what a seat knows."""

import numpy as np

from menagerie.contract import Seat
from menagerie.games.incubation.market import top_egg
from menagerie.games.incubation.table import EGGS, NONE, PILES, SEATS, SLOTS, Table
from menagerie.kernel import Numbers, array_kernel, kernel, shuffle


@array_kernel
def imagine(table: Table, seat: Seat, key: Numbers) -> None:  # noqa: ARG001 - all seats know the same
    """Replace the masks of an observed table by a random sample that fits what was seen."""
    table.key[0] = key[0]
    table.key[1] = key[1]
    table.counter = 0
    eggs = np.empty(EGGS, np.int8)
    count = gather_unseen(table, eggs)
    shuffle(table, eggs, count, count)
    for pile in range(PILES):
        for place in range(int(table.pile_size[pile]) - 1):
            count -= 1
            table.piles[pile, place] = eggs[count]


@kernel
def gather_unseen(table: Table, eggs: Numbers) -> int:
    """Write the eggs that are not visible, and return how many there are."""
    seen = eggs_in_sight(table)
    count = 0
    for egg in range(EGGS):
        if not seen >> egg & 1:
            eggs[count] = egg
            count += 1
    return count


@kernel
def eggs_in_sight(table: Table) -> int:
    """The eggs on top of the piles and in front of players, as a bit set."""
    seen = 0
    for pile in range(PILES):
        if table.pile_size[pile] > 0:
            seen |= 1 << top_egg(table, pile)
    for seat in range(SEATS):
        for slot in range(SLOTS):
            if table.slot[seat, slot] != NONE:
                seen |= 1 << int(table.slot[seat, slot])
    for egg in range(EGGS):
        if table.owner[egg] != NONE:
            seen |= 1 << egg
    return seen
