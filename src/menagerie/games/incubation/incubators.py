"""Incubators: eggs, what they need, and the dragons they become."""

from menagerie.contract import Seat
from menagerie.games.incubation.table import FOOD, NONE, SLOTS, Phase, Table
from menagerie.kernel import kernel


@kernel
def still_needs(table: Table, seat: Seat, slot: int, food: int) -> int:
    """How much more fire or water an incubator can take."""
    egg = int(table.slot[seat, slot])
    if egg == NONE:
        return 0
    return int(table.need[egg, food]) - int(table.fed[seat, slot, food])


@kernel
def total_need(table: Table, seat: Seat, food: int) -> int:
    """How much more all eggs of a player can take."""
    total = 0
    for slot in range(SLOTS):
        total += still_needs(table, seat, slot, food)
    return total


@kernel
def is_ready(table: Table, seat: Seat, slot: int) -> bool:
    """Whether an egg has all it needs (INC-H1)."""
    if table.slot[seat, slot] == NONE:
        return False
    for food in range(FOOD):
        if still_needs(table, seat, slot, food) > 0:
            return False
    return True


@kernel
def empty_slot(table: Table, seat: Seat) -> int:
    """The first incubator without an egg, or NONE (INC-T13)."""
    for slot in range(SLOTS):
        if table.slot[seat, slot] == NONE:
            return slot
    return NONE


@kernel
def place(table: Table, slot: int, food: int) -> None:
    """Place one fire or water that was gained on an egg."""
    table.placing[food] -= 1
    table.fed[table.to_move, slot, food] += 1


@kernel
def hatch(table: Table, slot: int) -> None:
    """Move the egg from its incubator to the player's dragons (INC-H1)."""
    seat = int(table.to_move)
    egg = int(table.slot[seat, slot])
    for food in range(FOOD):
        table.supply[food] += table.fed[seat, slot, food]
        table.fed[seat, slot, food] = 0
    table.slot[seat, slot] = NONE
    lay_dragon(table, seat, egg)
    owe_colours(table, egg)


@kernel
def lay_dragon(table: Table, seat: Seat, egg: int) -> None:
    table.owner[egg] = seat
    table.rank[egg] = table.dragons[seat]
    table.dragons[seat] += 1
    table.dragon_points[seat] += table.egg_points[egg]
    if table.egg_colours[egg, 0] == NONE:
        table.mysteries[seat] += 1
    elif table.egg_colours[egg, 1] == NONE:  # INC-O3: hybrids do not count
        table.normals[seat, table.egg_colours[egg, 0]] += 1


@kernel
def owe_colours(table: Table, egg: int) -> None:
    """A dragon brings a treasure of each of its colours (INC-H2, INC-H5, INC-H6)."""
    for colour in table.egg_colours[egg]:
        if colour != NONE:
            table.owed[table.owed_count] = colour
            table.owed_count += 1
    table.phase = Phase.TREASURE if table.owed_count > 0 else Phase.HATCH
