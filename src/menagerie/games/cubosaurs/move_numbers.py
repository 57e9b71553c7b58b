"""Move numbers: how the compiled rules encode each move."""

from menagerie.contract import MoveNumber, Seat
from menagerie.games.cubosaurs.table import KINDS, SEATS, TILES
from menagerie.kernel import kernel

KEEP = 0
REFUSE = KEEP + 1  # plus the kind that is added
BUY = REFUSE + KINDS  # plus the tile
DESTROY = BUY + TILES  # from here on: plus 30 times the seat, plus the kind
STEAL = DESTROY + SEATS * KINDS
GIVE = STEAL + SEATS * KINDS
TAKE = GIVE + SEATS * KINDS
ROB = TAKE + SEATS * KINDS  # plus the seat
MOVES = ROB + SEATS


@kernel
def seat_of(move: MoveNumber, verb: int) -> Seat:
    """The seat named by a move of `verb` (DESTROY, STEAL, GIVE or TAKE)."""
    return (move - verb) // KINDS


@kernel
def kind_of(move: MoveNumber, verb: int) -> int:
    """The kind of card named by such a move."""
    return (move - verb) % KINDS
