"""What the store keeps, what can go wrong with it, and what it would not keep."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from menagerie.errors import BadInput
from menagerie.jsontext import abbreviate_json, canonical
from menagerie.log_entry import LogEntry

ENCODER = json.JSONEncoder(allow_nan=False)
LARGEST = 2**31  # a column for whole numbers has 32 bits


class Conflict(Exception):  # noqa: N818 - it names what was found, not what we did
    """Somebody else was there first: read again before you write again."""


class Missing(LookupError):  # noqa: N818 - likewise
    """There is no such table."""


class StoreError(Exception):
    """The database failed: a full disk, a lost connection. Later calls may succeed."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table: one game, from the first who waits to the last score."""

    id: str  # 22 URL-safe characters, made by the caller
    code: str | None  # to join by; unique, upper case; none once the game is over
    game: str
    state: str  # waiting, playing, over
    settings: dict[str, Any]
    secret: bytes
    header: dict[str, Any] | None  # none until the deal
    next_id: str | None  # the rematch
    created: float  # seconds since 1970, as all times
    changed: float
    due: float | None = None  # a lower bound of when a clock or a bot is to be looked at


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits there: a person with a token, or a bot of some level."""

    table_id: str
    seat: int
    name: str
    token_hash: bytes | None
    bot: str | None
    entropy: str
    data: dict[str, Any]


NAMES = {kind: [field.name for field in fields(kind)] for kind in (TableRow, SeatRow)}


def columns(row: TableRow | SeatRow) -> dict[str, Any]:
    """A row by its columns; a value that no database could keep is an error of this row alone."""
    return _checked({name: getattr(row, name) for name in NAMES[type(row)]})


def log_columns(table_id: str, entry: LogEntry) -> dict[str, Any]:
    """A log entry by its columns; `read_entry` is the way back."""
    data: dict[str, Any] = {"by": entry.by}
    if entry.move is not None:
        data["move"] = entry.move
    return _checked(
        {
            "table_id": table_id,
            "number": entry.number,
            "kind": entry.kind,
            "seat": entry.seat,
            "data": data,
            "at": entry.at,
        }
    )


def read_entry(row: Mapping[str, Any]) -> LogEntry:
    data = row["data"]
    return LogEntry(
        row["kind"], row["seat"], data.get("move"), data["by"], row["number"], row["at"]
    )


def _checked(values: dict[str, Any]) -> dict[str, Any]:
    for name, value in values.items():
        check(name, value)
    return values


def check(name: str, value: object) -> None:
    """Whether both databases can keep a value."""
    if not _fits(value):
        raise BadInput(f"{name} cannot be stored: {abbreviate_json(value)}")


def _fits(value: object) -> bool:
    match value:
        case str():
            return is_text(value)
        case int():
            return -LARGEST <= value < LARGEST
        case float():
            return math.isfinite(value)
        case dict():
            return _is_json(value)
    return True


def is_text(value: str) -> bool:
    """Whether a database could have such a text at all."""
    try:
        return b"\0" not in value.encode()
    except UnicodeEncodeError:  # half of a pair
        return False


def _is_json(value: dict[str, Any]) -> bool:
    try:
        ENCODER.encode(value)
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def same_seat(one: SeatRow, other: SeatRow) -> bool:
    """Equal as they are stored: lists and tuples are the same, true and 1 are not."""
    ours, theirs = (
        [canonical(value) if isinstance(value, dict) else value for value in columns(row).values()]
        for row in (one, other)
    )
    return ours == theirs
