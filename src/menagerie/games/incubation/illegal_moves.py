"""Why a move is not legal: the reason in words and the number of the rule."""

from menagerie.contract import MoveNumber, Reason
from menagerie.games.incubation.incubators import empty_slot
from menagerie.games.incubation.move_numbers import (
    BOTH,
    EGG,
    HATCH,
    OBJECTIVE,
    OVERFLOW,
    PLACE,
    STAY,
    TREASURE,
    USE,
)
from menagerie.games.incubation.table import NONE, PILES, SLOTS, At, Face, Phase, Table

ASKED = {
    Phase.DRAFT: ("the first egg must be taken from a pile", "INC-S6"),
    Phase.REROLL: ("you must first choose which dice to roll again, or none", "INC-T1"),
    Phase.DICE: ("a die must be used", "INC-T6"),
    Phase.PLACE: ("what was gained must be placed, fire first", "INC-T9"),
    Phase.OVERFLOW: ("what is left over must go into a treasure", "INC-T10"),
    Phase.HATCH: ("you must choose which egg hatches first", "INC-H1"),
    Phase.TREASURE: ("a treasure must be taken", "INC-H2"),
    Phase.OBJECTIVE: ("an objective must be taken", "INC-O2"),
    Phase.OVER: ("the game is over", "INC-E1"),
}


def why_illegal(table: Table, move: MoveNumber) -> Reason:
    """Why this move is not legal now."""
    table = table.record  # compiled rules take the record
    phase = Phase(table.phase)
    if phase == Phase.DRAFT and move < STAY:
        return "the pile is empty", "INC-S6"
    if phase == Phase.DICE and USE < move < EGG:
        return _why_no_use(table, move - USE)
    if phase == Phase.DICE and EGG <= move < PLACE:
        return _why_no_egg(table, (move - EGG) // PILES, (move - EGG) % PILES)
    if phase == Phase.PLACE and PLACE <= move < OVERFLOW:
        return _why_no_place(table, (move - PLACE) // SLOTS)
    if phase == Phase.TREASURE and TREASURE <= move < OBJECTIVE:
        return _why_no_treasure(table, move - TREASURE)
    if phase == Phase.OBJECTIVE and move >= OBJECTIVE:
        return _why_no_objective(table, move - OBJECTIVE)
    if phase == Phase.REROLL and PLACE > move > USE:
        return "the dice cannot be used before they are final", "INC-T1"
    if phase in (Phase.DICE, Phase.PLACE) and HATCH <= move < TREASURE:
        return "eggs hatch only once both dice are used", "INC-H1"
    return ASKED[phase]


def _why_no_use(table: Table, which: int) -> Reason:
    for die in (0, 1):
        if which >> die & 1 and table.used[die]:
            chest = table.dice[die] == Face.CHEST
            if chest:
                return "a chest is used as soon as the dice are final", "INC-T2"
            return "the die was used already", "INC-T6"
    if which == BOTH:
        return "only equal dice are used together", "INC-T8"
    return "two equal dice are used together, unless one of them takes an egg first", "INC-T12"


def _why_no_egg(table: Table, die: int, pile: int) -> Reason:
    if table.dice[die] == Face.CHEST:
        return "a chest cannot take an egg", "INC-T11"
    if table.used[die]:
        return "the die was used already", "INC-T6"
    if empty_slot(table, int(table.to_move)) == NONE:
        return "there is no empty incubator", "INC-T13"
    if table.pile_size[pile] == 0:
        return "the pile is empty", "INC-T11"
    return "of two equal dice the first takes the egg", "INC-T12"


def _why_no_place(table: Table, food: int) -> Reason:
    if table.placing[food] == 0:
        return "there is nothing of that kind to place", "INC-T8"
    if food == 1 and table.placing[0]:
        return "fire is placed before water", "INC-T9"
    return "no egg in that incubator needs it", "INC-T8"


def _why_no_treasure(table: Table, section: int) -> Reason:
    wanted = table.owed_count == 0 or table.sections[section] == table.owed[0]
    if not wanted:
        return "the treasure is not of the dragon's colour", "INC-H2"
    return "the treasure is empty", "INC-H2" if table.owed_count else "INC-T4"


def _why_no_objective(table: Table, goal: int) -> Reason:
    if table.goal_at[goal] == At.IN_PLAY:
        return "its conditions are not met", "INC-O1"
    if table.goal_at[goal] == At.OUT:
        return "the objective is not in the game", "INC-S4"
    return "the objective was taken already", "INC-O1"
