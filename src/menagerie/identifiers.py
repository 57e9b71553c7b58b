"""The numbers that identify a seat, a move and a log entry."""

from typing import TypeAlias

# They reach us as integers from NumPy, JSON and range(), so these are plain aliases.
Seat: TypeAlias = int  # from 0; WATCHER for a spectator
MoveNumber: TypeAlias = int  # the same number means the same move in every position
LogNumber: TypeAlias = int  # the place of an entry in a table's log: 0, 1, 2, … without a gap
