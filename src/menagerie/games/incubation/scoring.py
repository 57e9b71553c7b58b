"""What things are worth, and who wins."""

from menagerie.contract import Seat
from menagerie.games.incubation.table import OBJECTIVES, Table
from menagerie.kernel import Numbers, kernel


@kernel
def points(table: Table, out: Numbers) -> None:
    """The score of each seat if the game ended now (INC-E2)."""
    for seat in range(table.players):
        out[seat] = score(table, seat)


@kernel
def score(table: Table, seat: Seat) -> int:
    """Objectives, dragons, and 1 for each gold; eggs that have not hatched are worth nothing."""
    return score_goals(table, seat) + int(table.dragon_points[seat]) + int(table.gold[seat])


@kernel
def score_goals(table: Table, seat: Seat) -> int:
    total = 0
    for goal in range(OBJECTIVES):
        if table.goal_at[goal] == seat:
            total += int(table.goal_points[goal])
    return total


@kernel
def winners(table: Table) -> int:
    """The highest score; ties by objectives, then by dragons, then shared (INC-E3)."""
    best = -1
    mask = 0
    for seat in range(table.players):
        value = (
            (score(table, seat) << 16) | (int(table.taken[seat]) << 8) | int(table.dragons[seat])
        )
        if value > best:
            best = value
            mask = 0
        if value == best:
            mask |= 1 << seat
    return mask
