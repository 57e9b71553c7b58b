"""The market: the wheel, its eight treasures, the supply and the piles of eggs."""

from menagerie.games.incubation.incubators import total_need
from menagerie.games.incubation.table import (
    FOOD,
    NONE,
    PILES,
    RESOURCES,
    SECTIONS,
    Phase,
    Resource,
    Table,
)
from menagerie.kernel import kernel


@kernel
def fill_treasures(table: Table) -> None:
    """Add 1 gold, 1 water and 1 fire where the wheel points (INC-S2, INC-T3)."""
    for resource in range(RESOURCES):
        if table.supply[resource] > 0:  # INC-T14
            section = (int(table.wheel) + int(table.pointers[resource])) % SECTIONS
            table.supply[resource] -= 1
            table.treasure[section, resource] += 1


@kernel
def turn_wheel(table: Table) -> None:
    """Turn the wheel one section clockwise (INC-T3)."""
    table.wheel = (int(table.wheel) + 1) % SECTIONS
    fill_treasures(table)


@kernel
def gain(table: Table, resource: int, count: int) -> int:
    """Take `count` from the supply, or what is left (INC-T14), and return how much it was."""
    gained = min(count, int(table.supply[resource]))
    table.supply[resource] -= gained
    return gained


@kernel
def holds_something(table: Table, section: int) -> bool:
    for resource in range(RESOURCES):
        if table.treasure[section, resource] > 0:
            return True
    return False


@kernel
def treasures_to_take(table: Table) -> int:
    """The treasures to choose from, a bit each: those of the colour owed that are not empty.

    If no colour is owed, two chests were rolled and any colour will do (INC-T4, INC-H2).
    """
    found = 0
    for section in range(SECTIONS):
        fits = table.owed_count == 0 or table.sections[section] == table.owed[0]
        if fits and holds_something(table, section):
            found |= 1 << section
    return found


@kernel
def take_treasure(table: Table, section: int) -> None:
    """Take all of its gold, and the fire and water that your eggs need (INC-T5, INC-H3)."""
    seat = int(table.to_move)
    pay_colour(table)
    table.gold[seat] += table.treasure[section, Resource.GOLD]
    table.treasure[section, Resource.GOLD] = 0
    for food in range(FOOD):
        wanted = min(int(table.treasure[section, food]), total_need(table, seat, food))
        table.treasure[section, food] -= wanted
        table.placing[food] += wanted
    table.phase = Phase.PLACE


@kernel
def pay_colour(table: Table) -> None:
    """Remove the first of the colours owed: its treasure is being taken."""
    if table.owed_count > 0:
        table.owed_count -= 1
        table.owed[0] = table.owed[1]
        table.owed[1] = 0


@kernel
def top_egg(table: Table, pile: int) -> int:
    """The egg on top of a pile, or NONE."""
    size = int(table.pile_size[pile])
    return int(table.piles[pile, size - 1]) if size > 0 else NONE


@kernel
def take_from_pile(table: Table, pile: int) -> int:
    egg = top_egg(table, pile)
    table.pile_size[pile] -= 1
    table.piles[pile, table.pile_size[pile]] = 0
    return egg


@kernel
def empty_piles(table: Table) -> int:
    count = 0
    for pile in range(PILES):
        if table.pile_size[pile] == 0:
            count += 1
    return count
