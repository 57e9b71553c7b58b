"""`LogEntry`: one decision in a table's log, in the same shape from the socket to the database.

The log is the truth (event sourcing): a position is the deal and the log's entries applied.
"""

from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["move", "undo"]
By = Literal["player", "bot", "clock"]  # who decided; clock: a bot, because time was up
UNNUMBERED = -1


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A move, or that the last decision was taken back."""

    kind: Kind
    seat: int
    move: dict[str, Any] | None = None  # in its JSON form; None for an undo
    by: By = "player"
    number: int = UNNUMBERED  # its place in the log: 0, 1, 2, … without a gap
    at: float = 0.0  # when it was written, in seconds since 1970

    def is_same_decision(self, other: "LogEntry") -> bool:
        """Whether both say that the same seat made, or took back, the same move."""
        return (self.kind, self.seat, self.move) == (other.kind, other.seat, other.move)
