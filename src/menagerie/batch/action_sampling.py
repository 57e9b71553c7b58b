"""Moves at many tables: any legal ones, and whether those that are given are."""

from menagerie.bots.rng import pick
from menagerie.kernel import Numbers, kernel
from menagerie.kernel.memory import fetch

FEW = 8  # legal moves; there is room for so many, whatever the game
AHEAD = 8  # tables whose moves are fetched before it is their turn


@kernel
def sample(legal: Numbers, counts: Numbers, chance: Numbers, out: Numbers) -> None:
    """Any legal move at each table, each as likely; 0 where the game is over."""
    for at in range(len(out)):
        fetch(legal, at + AHEAD, 0)
        out[at] = legal[at, pick(chance[at], int(counts[at]))] if counts[at] > 0 else 0


@kernel
def first_wrong(moves: Numbers, legal: Numbers, counts: Numbers) -> int:
    """The first table whose move is not legal, or -1. A table that is over takes any.

    The first FEW legal moves are looked at all at once, without a guess at where it stands.
    """
    for at in range(len(moves)):
        fetch(legal, at + AHEAD, 0)
        count = counts[at]
        found = count == 0
        for i in range(FEW):
            found |= (legal[at, i] == moves[at]) & (i < count)
        if not found and not is_among(int(moves[at]), legal[at], int(count)):
            return at
    return -1


@kernel
def is_among(move: int, legal: Numbers, count: int) -> bool:
    """Whether a move is among the legal ones, which are sorted."""
    low = 0
    high = count
    while high - low > 1:
        middle = (low + high) // 2
        if legal[middle] <= move:
            low = middle
        else:
            high = middle
    return bool(legal[low] == move)
