"""Tables kept for good: who sits where, and every move as it was made, in SQLite or PostgreSQL."""

from menagerie.store.backups import backup
from menagerie.store.rows import Conflict, Missing, SeatRow, StoreError, TableRow
from menagerie.store.store import Store

__all__ = ["Conflict", "Missing", "SeatRow", "Store", "StoreError", "TableRow", "backup"]
