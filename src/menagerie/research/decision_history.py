"""What a seat remembers of a game: what it saw whenever it was to move, and what it did then."""

from hashlib import blake2b
from typing import Any

from menagerie.encoding import layout
from menagerie.game import Game
from menagerie.kernel import Numbers, copy
from menagerie.research import kernels

DIGEST = 16  # bytes


class Memory:
    """One decision of a seat, with those before it; what was seen is worked out when asked for."""

    __slots__ = ("before", "mark", "move", "seat", "seen", "tables")

    def __init__(self, before: "Memory | None", tables: Any, seat: int, move: int) -> None:
        self.before = before
        self.tables = tables  # as they were; None once it is known what was seen
        self.seat = seat
        self.move = move
        self.seen: Numbers | None = None
        self.mark: bytes | None = None

    @classmethod
    def of_row(cls, before: "Memory | None", row: Numbers, seat: int, move: int) -> "Memory":
        memory = cls(before, None, seat, move)
        memory.seen = row
        return memory

    def row(self, game: Game) -> Numbers:
        """What the seat saw."""
        if self.seen is None:
            self.seen = seen_row(game, self.tables, self.seat)
            self.tables = None
        return self.seen

    def digest(self, game: Game) -> bytes:
        """The same for memories that are the same, all the way back."""
        waiting = [self]
        while (before := waiting[-1].before) is not None and before.mark is None:
            waiting.append(before)
        for memory in reversed(waiting):
            past = memory.before.mark if memory.before else None
            move = memory.move.to_bytes(4, "little")
            memory.mark = fingerprint((past or b"") + move + memory.row(game).tobytes())
        assert self.mark is not None  # noqa: S101 - it was the last of them
        return self.mark


def last(memory: Memory | None, count: int | None = None) -> list[Memory]:
    """The latest memories, or all of them, the newest first."""
    found: list[Memory] = []
    while memory is not None and (count is None or len(found) < count):
        found.append(memory)
        memory = memory.before
    return found


def seen_row(game: Game, tables: Any, seat: int) -> Numbers:
    """What a seat sees, as a row of numbers."""
    seen = copy(tables)
    kernels.look(tables, seat, seen)
    return layout(game).encode(seen, seat)


def fingerprint(data: bytes) -> bytes:
    return blake2b(data, digest_size=DIGEST).digest()
