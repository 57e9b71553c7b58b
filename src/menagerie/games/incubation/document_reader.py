"""Writes a position from JSON to a table, after checking its components."""

from menagerie import validation
from menagerie.games.incubation import document_checks, names
from menagerie.games.incubation.edition import (
    COLOUR_NAMES,
    FACE_NAMES,
    FOOD_NAMES,
    RESOURCE_NAMES,
)
from menagerie.games.incubation.incubators import lay_dragon
from menagerie.games.incubation.objectives import take_goal
from menagerie.games.incubation.schemas import Food, Position, Slot
from menagerie.games.incubation.setup import clear_market, clear_seat, clear_turn
from menagerie.games.incubation.table import (
    NOBODY,
    NONE,
    SEATS,
    At,
    Table,
)


def lay_position(table: Table, data: object) -> None:
    """Lay a position onto a table that was set up with its edition and players."""
    position = validation.read(Position, data, "the position", table)
    document_checks.check_components(table, position)
    clear_turn(table)
    clear_market(table)
    for seat in range(SEATS):
        clear_seat(table, seat)
    _lay_progress(table, position)
    _lay_dice(table, position)
    _lay_resources(table, position)
    _lay_eggs(table, position)
    _lay_objectives(table, position)
    document_checks.check_phase(table, position)


def _lay_progress(table: Table, position: Position) -> None:
    table.phase = names.PHASE_NAMES.index(position.phase)
    table.to_move = NOBODY if position.to_move is None else position.to_move
    table.first = position.first
    table.turn = position.turn
    table.wheel = position.wheel


def _lay_dice(table: Table, position: Position) -> None:
    table.rolls = position.rolls
    for die, face in enumerate(position.dice):
        table.dice[die] = FACE_NAMES.index(face)
        table.used[die] = position.used[die]


def _lay_resources(table: Table, position: Position) -> None:
    """All gold, water and fire except what lies in incubators."""
    for section, goods in enumerate(position.treasures):
        table.treasure[section] = _amounts(goods, RESOURCE_NAMES)
    table.supply[:] = _amounts(position.supply, RESOURCE_NAMES)
    table.overflow[:] = _amounts(position.overflow, FOOD_NAMES)
    table.placing[:] = _amounts(position.placing, FOOD_NAMES)
    table.gold[: len(position.gold)] = position.gold


def _amounts(food: Food | Slot, order: tuple[str, ...]) -> list[int]:
    return [getattr(food, name) for name in order]


def _lay_eggs(table: Table, position: Position) -> None:
    table.piles[:] = 0
    table.pile_size[:] = 0
    table.owner[:] = NONE
    table.rank[:] = 0
    for pile, eggs in enumerate(position.piles):
        table.piles[pile, : len(eggs)] = eggs[::-1]
        table.pile_size[pile] = len(eggs)
    for seat, row in enumerate(position.slots):
        for slot, held in enumerate(row):
            if held is not None:
                table.slot[seat, slot] = held.egg
                table.fed[seat, slot] = _amounts(held, FOOD_NAMES)
    for seat, eggs in enumerate(position.dragons):
        for egg in eggs:
            lay_dragon(table, seat, egg)


def _lay_objectives(table: Table, position: Position) -> None:
    table.goal_at[:] = At.OUT
    table.goal_rank[:] = 0
    for goal in position.objectives:
        table.goal_at[goal] = At.IN_PLAY
    for seat, goals in enumerate(position.taken):
        for goal in goals:
            take_goal(table, seat, goal)
    for place, name in enumerate(position.owed_colours):
        table.owed[place] = COLOUR_NAMES.index(name)
    table.owed_count = len(position.owed_colours)
