"""What a seat observes, as a row of numbers of fixed size; the same for every game.

A row is the observed record itself, byte by byte, as signed numbers of 8 bits. Left out are the
dice, which nobody knows, and the edition, which everybody knows. After the record comes the seat
that observes: a 1 in its place, and nothing for a mere watcher. Nothing is rounded, and a whole
array of rows is read field by field as `rows.view(layout.record)`.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from menagerie.errors import BadInput
from menagerie.game import WATCHER, Game, Table
from menagerie.jsontext import abbreviate_json
from menagerie.kernel import Numbers, kernel

DICE = ("key", "counter")
OBSERVER = "observer"  # the last field of a row
NUMBER = np.dtype(np.int8)


@dataclass(frozen=True, eq=False)
class Layout:
    """Where everything lies in a row of one game."""

    game: Game
    record: np.dtype[Any]  # a row, field by field
    runs: Numbers  # bytes of a table that are kept: where they begin, and how many they are
    low: Numbers  # the least that may stand in each place of a row
    high: Numbers  # and the most
    dtype: np.dtype[np.int8] = NUMBER

    @property
    def size(self) -> int:
        return self.record.itemsize

    @property
    def fields(self) -> dict[str, slice]:
        """The places of each field; a number of 16 bits has two, the lower half first."""
        found = {}
        for name in self.record.names or ():
            kind, start = self.record.fields[name][:2]  # type: ignore[index] # it has names
            found[name] = slice(start, start + kind.itemsize)
        return found

    def encode(self, observed: Table, seat: int) -> Numbers:
        """The row of one observed table, a record or an array of one."""
        if observed.dtype != self.game.table.dtype or observed.size != 1:
            raise BadInput(f"that is not one table of {self.game.name}, but {observed.dtype}")
        self.check_seat(seat)
        raw = observed.tobytes()
        kept = b"".join(raw[start : start + count] for start, count in self.runs.tolist())
        row = np.zeros(self.size, self.dtype)
        row[: len(kept)] = np.frombuffer(kept, self.dtype)
        if seat != WATCHER:
            row[len(kept) + seat] = 1
        return row

    def check_seat(self, seat: object) -> None:
        last = self.game.players[-1] - 1
        number = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
        if not number or not WATCHER <= seat <= last:  # type: ignore[operator] # a number by now
            raise BadInput(f"a seat is a number from 0 to {last}, not {abbreviate_json(seat)}")


@kernel
def encode(raw: Numbers, at: int, seat: int, runs: Numbers, rows: Numbers, to: int) -> None:
    """Write one of the rows from an observed table; `raw` are the tables' bytes (`bytes_of`).

    Places are numbers without a sign: they cannot be counted from the end, which leaves the
    compiler free to copy many bytes at a time.
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


def bytes_of(tables: Any) -> Numbers:
    """The bytes of an array of tables, a row each; whatever is written there is on the tables."""
    return tables.view(NUMBER).reshape(len(tables), tables.dtype.itemsize)  # type: ignore[no-any-return]


@cache
def layout(game: Game) -> Layout:
    """The rows of a game."""
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
    """The fields of the edition: whatever laying it out changes on a table, empty or full."""
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
    """Pieces of memory, those that touch joined into one."""
    joined: list[list[int]] = []
    for start, count in pieces:
        if joined and sum(joined[-1]) == start:
            joined[-1][1] += count
        else:
            joined.append([start, count])
    return np.array(joined, np.uint64)
