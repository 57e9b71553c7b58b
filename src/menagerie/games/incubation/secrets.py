"""The one gate for secrets: what a seat knows, and what else could be behind it.

Hidden are the eggs below the top of each pile, and the dice to come; from all seats alike.
"""

import numpy as np

from menagerie.games.incubation.market import top_egg
from menagerie.games.incubation.numbering import REROLL, STAY, USE
from menagerie.games.incubation.table import (
    DICE,
    EGGS,
    HIDDEN,
    NONE,
    PILES,
    SEATS,
    SLOTS,
    Table,
)
from menagerie.games.incubation.turn import roll_dice
from menagerie.kernel import Numbers, array_kernel, kernel, shuffle


@kernel
def observe(table: Table, seat: int) -> None:  # noqa: ARG001 - all seats know the same
    """Mask, in place, all that a seat does not know."""
    table.key[0] = 0
    table.key[1] = 0
    table.counter = 0
    for pile in range(PILES):
        for place in range(int(table.pile_size[pile]) - 1):  # INC-S3
            table.piles[pile, place] = HIDDEN


@kernel
def reveal(table: Table, move: int) -> None:
    """Lay open the faces that a reroll brings: the turn may run on until other dice lie there."""
    if not STAY < move <= USE or table.coming[0] != 0:
        return
    first, second, counter = int(table.dice[0]), int(table.dice[1]), table.counter
    roll_dice(table, move - REROLL)
    for die in range(DICE):
        table.coming[die] = table.dice[die] + 1
    table.dice[0] = first
    table.dice[1] = second
    table.counter = counter


@kernel
def reveals_information(before: Table, after: Table) -> bool:
    """Dice were rolled, or an egg of a pile came to light."""
    if before.counter != after.counter:
        return True
    for pile in range(PILES):
        if before.pile_size[pile] != after.pile_size[pile]:
            return True
    return False


@array_kernel
def imagine(table: Table, seat: int, key: Numbers) -> None:  # noqa: ARG001 - all seats know the same
    """Fill the masks of an observed table, in place, with a sample that fits what was seen."""
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
    """Every egg that does not lie in sight; returns how many."""
    seen = eggs_in_sight(table)
    count = 0
    for egg in range(EGGS):
        if not seen >> egg & 1:
            eggs[count] = egg
            count += 1
    return count


@kernel
def eggs_in_sight(table: Table) -> int:
    """The top of each pile, and what lies before the players, a bit each."""
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
