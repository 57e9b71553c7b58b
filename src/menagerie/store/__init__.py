"""Durable storage of tables, seats and move logs, in SQLite or PostgreSQL."""

from menagerie.store.backups import backup
from menagerie.store.rows import Conflict, Missing, SeatRow, StoreError, TableRow, TableState
from menagerie.store.store import Store

__all__ = [
    "Conflict",
    "Missing",
    "SeatRow",
    "Store",
    "StoreError",
    "TableRow",
    "TableState",
    "backup",
]
