"""Random legal moves at many tables, and a check of given moves."""

from menagerie.bots.rng import pick
from menagerie.contract import MoveNumber
from menagerie.kernel import Numbers, kernel
from menagerie.kernel.intrinsics import prefetch

UNROLLED = 8  # legal moves compared without a branch; every list has at least this capacity
PREFETCH_DISTANCE = 8  # tables


@kernel
def sample(legal: Numbers, counts: Numbers, rng: Numbers, out: Numbers) -> None:
    """A uniformly random legal move at each table; 0 where the game is over."""
    for at in range(len(out)):
        prefetch(legal, at + PREFETCH_DISTANCE, 0)
        out[at] = legal[at, pick(rng[at], int(counts[at]))] if counts[at] > 0 else 0


@kernel
def first_illegal(moves: Numbers, legal: Numbers, counts: Numbers) -> int:
    """The first table whose move is illegal, or -1. A finished game accepts any move.

    The first UNROLLED legal moves are all compared, without branches to predict.
    """
    for at in range(len(moves)):
        prefetch(legal, at + PREFETCH_DISTANCE, 0)
        count = counts[at]
        found = count == 0
        for i in range(UNROLLED):
            found |= (legal[at, i] == moves[at]) & (i < count)
        if not found and not contains(int(moves[at]), legal[at], int(count)):
            return at
    return -1


@kernel
def contains(move: MoveNumber, legal: Numbers, count: int) -> bool:
    """Whether a move is among the legal ones: a binary search, since they are sorted."""
    low = 0
    high = count
    while high - low > 1:
        middle = (low + high) // 2
        if legal[middle] <= move:
            low = middle
        else:
            high = middle
    return bool(legal[low] == move)
