"""Observation vectors: what a seat observes, as a row of numbers of fixed size, for every game.

A row holds the bytes of the observed record as signed 8-bit numbers, without the dice, which no
seat knows, and without the edition, which every seat knows. A one-hot encoding of the observing
seat follows; it is all zeros for a spectator. Nothing is rounded, so `rows.view(layout.record)`
reads an array of rows field by field.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from menagerie.errors import BadInput
from menagerie.game import WATCHER, Game, Seat, Table, check_seat
from menagerie.kernel import Numbers, kernel

DICE = ("key", "counter")
OBSERVER = "observer"  # the last field of a row
NUMBER = np.dtype(np.int8)


@dataclass(frozen=True, eq=False)
class Layout:
    """Where everything is in a row of one game."""

    game: Game
    record: np.dtype[Any]  # a row as a structured dtype
    runs: Numbers  # the bytes of a table that a row keeps: pairs of offset and count
    low: Numbers  # the lower bound of each element of a row
    high: Numbers  # the upper bound of each element
    dtype: np.dtype[np.int8] = NUMBER

    @property
    def size(self) -> int:
        return self.record.itemsize

    @property
    def fields(self) -> dict[str, slice]:
        """The slice of each field in a row; a 16-bit number takes two elements, low byte first."""
        found = {}
        for name in self.record.names or ():
            kind, start = self.record.fields[name][:2]  # type: ignore[index] # it has names
            found[name] = slice(start, start + kind.itemsize)
        return found

    def encode(self, observed: Table | Numbers, seat: Seat) -> Numbers:
        """The row of one observed table; an array of one table is accepted too."""
        array = observed if isinstance(observed, np.ndarray) else observed.array
        if array.dtype != self.game.table.dtype or array.size != 1:
            raise BadInput(f"expected one table of {self.game.name}, not {array.dtype}")
        check_seat(seat, self.game.players[-1])
        raw = array.tobytes()
        kept = b"".join(raw[start : start + count] for start, count in self.runs.tolist())
        row = np.zeros(self.size, self.dtype)
        row[: len(kept)] = np.frombuffer(kept, self.dtype)
        if seat != WATCHER:
            row[len(kept) + seat] = 1
        return row


@kernel
def encode(raw: Numbers, at: int, seat: Seat, runs: Numbers, rows: Numbers, to: int) -> None:
    """Write row `to` from the observed table `at`; `raw` has the tables' bytes (`bytes_of`).

    Indices are unsigned, so they never count from the end, and the compiler can vectorise the copy.
    """
    end = np.uint64(0)
    for i in range(len(runs)):
        start, count = runs[i, 0], runs[i, 1]
        for j in range(count):
            rows[to, end + j] = raw[at, start + j]
        end += count
    for j in range(end, np.uint64(rows.shape[1])):
        rows[to, j] = 0
    if seat >= 0:
        rows[to, end + np.uint64(seat)] = 1


def bytes_of(tables: Numbers) -> Numbers:
    """The bytes of an array of tables, one row per table, in the same memory."""
    return tables.view(NUMBER).reshape(len(tables), tables.dtype.itemsize)


@cache
def layout(game: Game) -> Layout:
    """The layout of a game's rows."""
    left_out = (*DICE, *_printed(game))
    kept: list[tuple[str, np.dtype[Any], int]] = []
    for name, (kind, start, *_) in (game.table.dtype.fields or {}).items():
        if name not in left_out:
            kept.append((name, kind, start))
    seats = game.players[-1]
    record = np.dtype([(name, kind) for name, kind, _ in kept] + [(OBSERVER, NUMBER, (seats,))])
    low, high = (np.full(record.itemsize, bound, NUMBER) for bound in (-128, 127))
    low[-seats:] = 0
    high[-seats:] = 1
    runs = _runs([(start, kind.itemsize) for _, kind, start in kept])
    return Layout(game=game, record=record, runs=runs, low=low, high=high)


def _printed(game: Game) -> set[str]:
    """The fields of the edition: those that `lay_out` changes, on all-zero or all-one bytes."""
    dtype = game.table.dtype
    found = set()
    for byte in (b"\x00", b"\xff"):
        before = np.frombuffer(byte * dtype.itemsize, dtype)
        after = before.copy()
        game.edition.lay_out(game.standard, after[0])
        names = dtype.names or ()
        found |= {name for name in names if before[name].tobytes() != after[name].tobytes()}
    return found


def _runs(pieces: list[tuple[int, int]]) -> Numbers:
    """Pairs of offset and count, adjacent ones joined."""
    joined: list[list[int]] = []
    for start, count in pieces:
        if joined and sum(joined[-1]) == start:
            joined[-1][1] += count
        else:
            joined.append([start, count])
    return np.array(joined, np.uint64)
