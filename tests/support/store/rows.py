"""Rows of tables, seats and logs for the tests."""

from dataclasses import replace
from typing import Any

from menagerie.log_entry import LogEntry
from menagerie.store import SeatRow, TableRow

DEFAULT_TABLE = TableRow(
    id="",
    code="",
    game="catbox",
    state="waiting",
    settings={"players": 3, "options": {"advanced": True}, "words": "Œuf 🥚"},
    secret=bytes(range(32)),
    header=None,
    next_id=None,
    created=1_000_000.25,
    changed=1_000_000.5,
)


def table(number: int = 0, **changes: Any) -> TableRow:
    return replace(DEFAULT_TABLE, id=f"table-{number:016}", code=f"CODE{number}", **changes)


def seat(number: int = 0, at: int = 0, **changes: Any) -> SeatRow:
    """Seat `number` at table `at`."""
    someone = SeatRow(
        table_id=table(at).id,
        seat=number,
        name=f"Player {number}",
        token_hash=bytes([number] * 32),
        bot=None,
        entropy="some chance",
        data={"ready": False, "colours": ["red", "blue"]},
    )
    return replace(someone, **changes)


def entry(number: int, **changes: Any) -> LogEntry:
    move = {"do": "keep", "number": number}
    at = 1_000_000 + number / 8
    return replace(LogEntry("move", number % 3, move, "bot", number, at), **changes)
