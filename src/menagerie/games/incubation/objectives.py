"""Objectives: which are met, and taking one."""

from menagerie.contract import Seat
from menagerie.games.incubation.table import COLOURS, OBJECTIVES, At, Table
from menagerie.kernel import kernel


@kernel
def is_met(table: Table, seat: Seat, goal: int) -> bool:
    """Whether a player has the gold and the dragons an objective names (INC-O1).

    A mystery dragon stands for any one colour (INC-O4); hybrids do not count (INC-O3).
    """
    if table.gold[seat] < table.goal_gold[goal]:
        return False
    missing = 0
    for colour in range(COLOURS):
        lack = int(table.goal_dragons[goal, colour]) - int(table.normals[seat, colour])
        missing += max(lack, 0)
    return missing <= int(table.mysteries[seat])


@kernel
def goals_met(table: Table, seat: Seat) -> int:
    """The objectives in play that a player meets, a bit each."""
    met = 0
    for goal in range(OBJECTIVES):
        if table.goal_at[goal] == At.IN_PLAY and is_met(table, seat, goal):
            met |= 1 << goal
    return met


@kernel
def take_goal(table: Table, seat: Seat, goal: int) -> None:
    """Give an objective to a player, who spends nothing (INC-O5)."""
    table.goal_at[goal] = seat
    table.goal_rank[goal] = table.taken[seat]
    table.taken[seat] += 1


@kernel
def any_in_play(table: Table) -> bool:
    for goal in range(OBJECTIVES):
        if table.goal_at[goal] == At.IN_PLAY:
            return True
    return False
