"""What a seat knows. Every observation is made here.

Two things are hidden from every seat: the eggs below the top of each pile, and future dice.
"""

from menagerie.contract import MoveNumber, Seat
from menagerie.games.incubation.move_numbers import REROLL, STAY, USE
from menagerie.games.incubation.sampling import imagine as imagine  # noqa: PLC0414 - part of the contract
from menagerie.games.incubation.table import (
    DICE,
    HIDDEN,
    PILES,
    Table,
)
from menagerie.games.incubation.turn import roll_dice
from menagerie.kernel import kernel


@kernel
def observe(table: Table, seat: Seat) -> None:  # noqa: ARG001 - all seats know the same
    """Mask in place what a seat does not know."""
    table.key[0] = 0
    table.key[1] = 0
    table.counter = 0
    for pile in range(PILES):
        for place in range(int(table.pile_size[pile]) - 1):  # INC-S3
            table.piles[pile, place] = HIDDEN


@kernel
def reveal(table: Table, move: MoveNumber) -> None:
    """Show the faces of a reroll: by the end of the move, other dice may have been rolled."""
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
    """Whether dice were rolled, or a pile showed its next egg."""
    if before.counter != after.counter:
        return True
    for pile in range(PILES):
        if before.pile_size[pile] != after.pile_size[pile]:
            return True
    return False
