"""`LogEntry`: one decision in a table's log, in the same shape from the socket to the database.

Event sourcing: a position is the deal with all entries of the log applied.
"""

from dataclasses import dataclass
from typing import Literal

from menagerie.identifiers import LogNumber, Seat
from menagerie.jsontext import Json

Kind = Literal["move", "undo"]
By = Literal["player", "bot", "clock"]  # who decided; clock: a bot, because time was up
UNNUMBERED = -1


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A move, or an undo of the last decision."""

    kind: Kind
    seat: Seat
    move: Json | None = None  # in its JSON form; None for an undo
    by: By = "player"
    number: LogNumber = UNNUMBERED
    at: float = 0.0  # when it was written, in seconds since 1970

    def placed(self, number: LogNumber, at: float) -> "LogEntry":
        """The same decision at a place in the log; it is faster than `replace`."""
        return LogEntry(self.kind, self.seat, self.move, self.by, number, at)

    def is_same_decision(self, other: "LogEntry") -> bool:
        """Whether both record the same decision: same kind, seat and move."""
        return (self.kind, self.seat, self.move) == (other.kind, other.seat, other.move)
