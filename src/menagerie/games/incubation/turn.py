"""The course of a turn: everything that follows without a decision, step by step."""

from menagerie.contract import Seat
from menagerie.games.incubation.incubators import (
    hatch,
    is_ready,
    place,
    still_needs,
    total_need,
)
from menagerie.games.incubation.market import (
    empty_piles,
    pay_colour,
    take_treasure,
    treasures_to_take,
    turn_wheel,
)
from menagerie.games.incubation.move_numbers import BOTH
from menagerie.games.incubation.objectives import any_in_play, goals_met, take_goal
from menagerie.games.incubation.table import (
    DICE,
    FACES,
    FOOD,
    NOBODY,
    ROUNDS,
    SLOTS,
    Face,
    Phase,
    Table,
)
from menagerie.kernel import bits, draw_below, kernel


@kernel
def advance(table: Table) -> bool:
    """Take one step that needs no decision; False if a decision is due or the game is over."""
    phase = table.phase
    if phase == Phase.DICE:
        return after_dice(table)
    if phase == Phase.PLACE:
        return place_if_forced(table)
    if phase == Phase.HATCH:
        return hatch_if_forced(table)
    if phase == Phase.TREASURE:
        return take_treasure_if_forced(table)
    if phase == Phase.OBJECTIVE:
        return take_objective_if_forced(table)
    return False


@kernel
def start_turn(table: Table, seat: Seat) -> None:
    """Roll both dice (INC-T1)."""
    table.to_move = seat
    table.phase = Phase.REROLL
    table.rolls = 1
    for die in range(DICE):
        table.used[die] = 0
    roll_dice(table, BOTH)


@kernel
def roll_dice(table: Table, which: int) -> None:
    """Roll the first die (1), the second (2) or both (3)."""
    rolled = draw_below(table, FACES * FACES)
    if which & 1:
        table.dice[0] = table.faces[rolled // FACES]
    if which & 2:
        table.dice[1] = table.faces[rolled % FACES]


@kernel
def count_chests(table: Table) -> None:
    """What the chests of the final dice do (INC-T2)."""
    chests = 0
    for die in range(DICE):
        if table.dice[die] == Face.CHEST:
            table.used[die] = 1
            chests += 1
    table.phase = Phase.DICE
    if chests == 1:
        turn_wheel(table)  # INC-T3
    elif chests == 2:
        table.phase = Phase.TREASURE  # INC-T4


@kernel
def after_dice(table: Table) -> bool:
    """Once both dice are used: place what was left over, or ask where it goes, or hatch."""
    for die in range(DICE):
        if table.used[die] == 0:
            return False
    seat = int(table.to_move)
    left = 0
    for food in range(FOOD):
        wanted = min(int(table.overflow[food]), total_need(table, seat, food))
        table.overflow[food] -= wanted  # INC-T10: for an egg that the second die took
        table.placing[food] += wanted
        left += int(table.overflow[food])
    if table.placing[0] + table.placing[1] > 0:
        table.phase = Phase.PLACE
    elif left > 0:
        table.phase = Phase.OVERFLOW
    else:
        table.phase = Phase.HATCH
    return True


@kernel
def placed_next(table: Table) -> int:
    """The food that is placed next, fire or water; -1 if there is none."""
    for food in range(FOOD):
        if table.placing[food] > 0:
            return food
    return -1


@kernel
def place_if_forced(table: Table) -> bool:
    """Place what was gained if only one egg can take it (INC-T9)."""
    food = placed_next(table)
    if food < 0:
        table.phase = Phase.TREASURE if table.owed_count > 0 else Phase.DICE
        return True
    takers = 0
    only = 0
    for slot in range(SLOTS):
        if still_needs(table, int(table.to_move), slot, food) > 0:
            takers += 1
            only = slot
    if takers > 1:
        return False
    place(table, only, food)
    return True


@kernel
def hatch_if_forced(table: Table) -> bool:
    ready = 0
    only = 0
    for slot in range(SLOTS):
        if is_ready(table, int(table.to_move), slot):
            ready += 1
            only = slot
    if ready > 1:  # INC-H1: of your choice
        return False
    if ready == 1:
        hatch(table, only)
    else:
        table.phase = Phase.OBJECTIVE
    return True


@kernel
def take_treasure_if_forced(table: Table) -> bool:
    choices = treasures_to_take(table)
    if choices & (choices - 1):
        return False
    if choices != 0:
        take_treasure(table, bits.lowest(choices))
    else:  # INC-H2, INC-T4: all are empty
        pay_colour(table)
        table.phase = Phase.TREASURE if table.owed_count > 0 else Phase.HATCH
    return True


@kernel
def take_objective_if_forced(table: Table) -> bool:
    met = goals_met(table, int(table.to_move))
    if met & (met - 1):  # INC-O2: of your choice
        return False
    if met != 0:
        take_goal(table, int(table.to_move), bits.lowest(met))  # INC-O1
    end_turn(table)
    return False


@kernel
def end_turn(table: Table) -> None:
    """The next player's turn, or the end (INC-S7, INC-E1, INC-E5)."""
    players = int(table.players)
    table.turn += 1
    if table.turn % players == 0 and (is_last_round(table) or table.turn == ROUNDS * players):
        end_game(table)
    else:
        start_turn(table, (int(table.to_move) + 1) % players)


@kernel
def is_last_round(table: Table) -> bool:
    """Two piles are empty, or no objective is left (INC-E1)."""
    return empty_piles(table) > 1 or not any_in_play(table)


@kernel
def end_game(table: Table) -> None:
    table.phase = Phase.OVER
    table.to_move = NOBODY
    table.rolls = 0
    for die in range(DICE):
        table.dice[die] = 0
        table.used[die] = 0
