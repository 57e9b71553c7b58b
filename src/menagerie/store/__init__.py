"""Durable storage of tables, seats and move logs, in SQLite or PostgreSQL."""

from menagerie.store.backups import backup
from menagerie.store.rows import Conflict, Missing, SeatRow, State, StoreError, TableRow
from menagerie.store.store import Store

__all__ = [
    "Conflict",
    "Missing",
    "SeatRow",
    "State",
    "Store",
    "StoreError",
    "TableRow",
    "backup",
]
