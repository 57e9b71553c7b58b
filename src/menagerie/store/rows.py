"""The rows of the store, its exceptions, and the check that a value can be stored."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, TypedDict

from menagerie.errors import BadInput
from menagerie.identifiers import LogNumber, Seat
from menagerie.jsontext import Json, abbreviate_json, canonical
from menagerie.log_entry import Kind, LogEntry

encode_json = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode
INTEGER_LIMIT = 2**31  # an INTEGER column of PostgreSQL has 32 bits
State = Literal["waiting", "playing", "over"]  # of a table


class Conflict(Exception):  # noqa: N818 - reads well where it is caught
    """Optimistic concurrency: somebody else wrote first. Read again before you retry."""


class Missing(LookupError):  # noqa: N818 - reads well where it is caught
    """There is no such table; HTTP routes also raise it if there is no such game."""


class StoreError(Exception):
    """The database failed: a full disk, a lost connection, a timeout. A retry may succeed."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table: one game, from the first player who waits to the final score."""

    id: str  # 22 URL-safe characters, chosen by the caller
    code: str | None  # to join with; unique, upper case; None once the game is over
    game: str
    state: State
    settings: Json
    secret: bytes
    header: Json | None  # None until the deal
    next_id: str | None  # the rematch
    created: float  # seconds since 1970, like all times
    changed: float
    due: float | None = None  # a lower bound of when a clock or a bot is due


DueCursor = tuple[float, str]  # the due time and the id of the last table that was read


class LogRow(TypedDict):
    """A log entry by its columns."""

    table_id: str
    number: LogNumber
    kind: Kind
    seat: Seat
    data: Json
    at: float


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat, taken by a person with a token or by a bot of some level."""

    table_id: str
    seat: Seat
    name: str
    token_hash: bytes | None
    bot: str | None
    entropy: str
    data: Json  # unused, always {}: a column of the first schema, not worth a migration


COLUMN_NAMES = {kind: [field.name for field in fields(kind)] for kind in (TableRow, SeatRow)}


def columns(row: TableRow | SeatRow) -> dict[str, Any]:
    """A row by its columns; raises BadInput for a value that cannot be stored."""
    check_row(row)
    return {name: getattr(row, name) for name in COLUMN_NAMES[type(row)]}


def check_row(row: TableRow | SeatRow) -> None:
    """Raise BadInput if a value of the row cannot be stored."""
    for name in COLUMN_NAMES[type(row)]:
        check_storable(name, getattr(row, name))


def log_columns(table_id: str, entry: LogEntry) -> LogRow:
    """The columns of a log entry; `read_entry` is the inverse."""
    data: Json = {"by": entry.by}
    if entry.move is not None:
        data["move"] = entry.move
    row = LogRow(
        table_id=table_id,
        number=entry.number,
        kind=entry.kind,
        seat=entry.seat,
        data=data,
        at=entry.at,
    )
    for name, value in row.items():
        check_storable(name, value)
    return row


def read_entry(row: Mapping[str, Any]) -> LogEntry:
    data = row["data"]
    return LogEntry(
        row["kind"],
        row["seat"],
        data.get("move"),
        data.get("by", "player"),
        row["number"],
        row["at"],
    )


def check_storable(name: str, value: object) -> None:
    """Raise BadInput if one of the two databases cannot store the value."""
    if not _fits(value):
        raise BadInput(f"{name} cannot be stored: {abbreviate_json(value)}")


def _fits(value: object) -> bool:
    match value:
        case str():
            return is_storable_text(value)
        case int():
            return -INTEGER_LIMIT <= value < INTEGER_LIMIT
        case float():
            return math.isfinite(value)
        case dict():
            return _is_json(value)
    return True


def is_storable_text(value: str) -> bool:
    """Whether both databases can store this text."""
    try:
        return b"\0" not in value.encode()
    except UnicodeEncodeError:  # a lone surrogate
        return False


def _is_json(value: Json) -> bool:
    try:
        encode_json(value)
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def same_seat(one: SeatRow, other: SeatRow) -> bool:
    """Whether two rows are stored alike: lists equal tuples, but true does not equal 1."""
    ours, theirs = (
        [canonical(value) if isinstance(value, dict) else value for value in columns(row).values()]
        for row in (one, other)
    )
    return ours == theirs
