"""Durable storage of tables, seats and move logs, in SQLite or PostgreSQL."""

from menagerie.store.backups import backup
from menagerie.store.rows import (
    Conflict,
    DueCursor,
    Missing,
    SeatRow,
    State,
    StoreError,
    TableRow,
)
from menagerie.store.store import Store

__all__ = [
    "Conflict",
    "DueCursor",
    "Missing",
    "SeatRow",
    "State",
    "Store",
    "StoreError",
    "TableRow",
    "backup",
]
