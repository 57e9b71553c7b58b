"""The past decisions of one seat: what it observed at each, and the move it made.

This is the seat's information state with perfect recall.
"""

from hashlib import blake2b

from menagerie.encoding import layout
from menagerie.game import Game, MoveNumber, Seat
from menagerie.kernel import Numbers, copy
from menagerie.research import kernels

DIGEST_BYTES = 16


class Decision:
    """One decision of a seat, linked to the seat's previous one. Its row is computed lazily."""

    __slots__ = ("array", "cached_digest", "cached_row", "move", "previous", "seat")

    def __init__(
        self, previous: "Decision | None", array: Numbers | None, seat: Seat, move: MoveNumber
    ) -> None:
        self.previous = previous
        self.seat = seat
        self.move = move
        self.array = array  # before the move; None once the row is computed
        self.cached_row: Numbers | None = None
        self.cached_digest: bytes | None = None

    @classmethod
    def from_row(
        cls, previous: "Decision | None", row: Numbers, seat: Seat, move: MoveNumber
    ) -> "Decision":
        decision = cls(previous, None, seat, move)
        decision.cached_row = row
        return decision

    def row(self, game: Game) -> Numbers:
        """What the seat observed."""
        if self.cached_row is None:
            assert self.array is not None  # noqa: S101 - either the row or the table is there
            self.cached_row = observed_row(game, self.array, self.seat)
            self.array = None
        return self.cached_row

    def digest(self, game: Game) -> bytes:
        """A hash of this decision and all before it.

        Iterative, because recursion would overflow the stack in a long game.
        """
        pending = [self]
        while (previous := pending[-1].previous) is not None and previous.cached_digest is None:
            pending.append(previous)
        for decision in reversed(pending):
            past = decision.previous.cached_digest if decision.previous else None
            move = decision.move.to_bytes(4, "little")
            decision.cached_digest = blake2_digest(
                (past or b"") + move + decision.row(game).tobytes()
            )
        assert self.cached_digest is not None  # noqa: S101 - the loop ends with `self`
        return self.cached_digest


def latest(decision: Decision | None, count: int | None = None) -> list[Decision]:
    """The latest `count` decisions, or all of them, newest first."""
    found: list[Decision] = []
    while decision is not None and (count is None or len(found) < count):
        found.append(decision)
        decision = decision.previous
    return found


def observed_row(game: Game, array: Numbers, seat: Seat) -> Numbers:
    """What a seat observes, as a row of numbers."""
    seen = copy(array)
    kernels.observe_into(array, seat, seen)
    return layout(game).encode(seen, seat)


def blake2_digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=DIGEST_BYTES).digest()
