"""Setting up the table for a game."""

from menagerie.contract import Seat
from menagerie.games.incubation.market import fill_treasures
from menagerie.games.incubation.table import (
    COLOURS,
    DICE,
    EGGS,
    FOOD,
    NONE,
    OBJECTIVES,
    PILE,
    PILES,
    RESOURCES,
    SEATS,
    SECTIONS,
    SLOTS,
    At,
    Phase,
    Table,
)
from menagerie.kernel import Numbers, draw_below, kernel, shuffle


@kernel
def setup(table: Table, players: int, options: Numbers, key: Numbers) -> None:  # noqa: ARG001 - the game has no options
    """Start a game on a table that already has its edition."""
    table.key[0] = key[0]
    table.key[1] = key[1]
    table.counter = 0
    table.players = players
    table.phase = Phase.DRAFT
    table.turn = 0
    clear_turn(table)
    clear_market(table)
    for seat in range(SEATS):
        clear_seat(table, seat)
    table.wheel = draw_below(table, SECTIONS)  # INC-S2
    fill_treasures(table)
    lay_piles(table)
    lay_objectives(table)
    table.first = draw_below(table, players)  # INC-S5
    table.to_move = seat_before(table, int(table.first))  # INC-S6


@kernel
def seat_before(table: Table, seat: Seat) -> Seat:
    """The previous seat in the direction of play."""
    return (seat + int(table.players) - 1) % int(table.players)


@kernel
def clear_turn(table: Table) -> None:
    table.rolls = 0
    table.owed_count = 0
    for die in range(DICE):
        table.dice[die] = 0
        table.used[die] = 0
        table.coming[die] = 0
        table.owed[die] = 0
    for food in range(FOOD):
        table.overflow[food] = 0
        table.placing[food] = 0


@kernel
def clear_market(table: Table) -> None:
    for resource in range(RESOURCES):
        table.supply[resource] = table.total[resource]
        for section in range(SECTIONS):
            table.treasure[section, resource] = 0


@kernel
def clear_seat(table: Table, seat: Seat) -> None:
    table.gold[seat] = 0
    table.dragons[seat] = 0
    table.dragon_points[seat] = 0
    table.mysteries[seat] = 0
    table.taken[seat] = 0
    for colour in range(COLOURS):
        table.normals[seat, colour] = 0
    for slot in range(SLOTS):
        table.slot[seat, slot] = NONE  # INC-S1
        for food in range(FOOD):
            table.fed[seat, slot, food] = 0


@kernel
def lay_piles(table: Table) -> None:
    """All eggs, shuffled, in three equal piles (INC-S3)."""
    eggs = table.rank  # these places are free until eggs have hatched
    for egg in range(EGGS):
        eggs[egg] = egg
        table.owner[egg] = NONE
    shuffle(table, eggs, EGGS, EGGS)
    for egg in range(EGGS):
        table.piles[egg // PILE, egg % PILE] = eggs[egg]
        eggs[egg] = 0
    for pile in range(PILES):
        table.pile_size[pile] = PILE


@kernel
def lay_objectives(table: Table) -> None:
    """Put objectives into play at random, as many as the number of players requires (INC-S4)."""
    goals = table.goal_rank  # these places are free until objectives are taken
    for goal in range(OBJECTIVES):
        goals[goal] = goal
        table.goal_at[goal] = At.OUT
    wanted = int(table.goals_for[table.players])
    shuffle(table, goals, OBJECTIVES, wanted)
    for place in range(OBJECTIVES):
        if place < wanted:
            table.goal_at[goals[place]] = At.IN_PLAY
        goals[place] = 0
