"""What things are worth, and who wins."""

import numpy as np

from menagerie.game import UNKNOWN, Seat
from menagerie.games.catbox.table import CHIHUAHUA, HIDDEN, TOKENS, Table
from menagerie.games.catbox.zones import BOXES, LARGEST_OF, SQUARES_OF, TALLY, TRIOS, tally_layout
from menagerie.kernel import Numbers, array_kernel, kernel

TRIO_POINTS = 2


@array_kernel
def points(table: Table, out: Numbers) -> None:
    """The score of each seat if the game ended now; UNKNOWN where the identity is hidden."""
    tally = np.empty(TALLY, np.int32)
    tally_layout(table, tally)
    for seat in range(table.players):
        if table.identity[seat] == HIDDEN:
            out[seat] = UNKNOWN
        else:
            out[seat] = score(table, seat, tally)


@kernel
def score(table: Table, seat: Seat, tally: Numbers) -> int:
    unused = count_tokens(int(table.tokens[seat]))  # CAT-A3
    return score_identity(int(table.identity[seat]), tally) + unused


@kernel
def score_identity(identity: int, tally: Numbers) -> int:
    if identity == CHIHUAHUA:  # CAT-E4
        return TRIO_POINTS * int(tally[TRIOS]) + int(tally[BOXES])
    return int(tally[SQUARES_OF + identity]) + int(tally[LARGEST_OF + identity])  # CAT-E2


@kernel
def count_tokens(tokens: int) -> int:
    count = 0
    for token in range(TOKENS):
        count += tokens >> token & 1
    return count


@array_kernel
def winners(table: Table) -> int:
    """The highest score; ties by the Chihuahua, then by the largest zone, then shared (CAT-E5)."""
    tally = np.empty(TALLY, np.int32)
    tally_layout(table, tally)
    best = -1
    mask = 0
    for seat in range(table.players):
        value = score(table, seat, tally) << 10
        value += tie_break(int(table.identity[seat]), tally)
        if value > best:
            best = value
            mask = 0
        if value == best:
            mask |= 1 << seat
    return mask


@kernel
def tie_break(identity: int, tally: Numbers) -> int:
    """The tie-break value of an identity: the Chihuahua ranks above any zone."""
    return 1 << 9 if identity == CHIHUAHUA else int(tally[LARGEST_OF + identity])
