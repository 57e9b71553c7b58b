"""Detects that the database is ahead of memory: another server wrote, or a backup was restored.

The database is authoritative. This module only reads and compares; the session applies the result.
"""

from dataclasses import dataclass

from menagerie.log_entry import LogEntry
from menagerie.server.tables.log_replay import RECENT_CHANGES, ReplayedLog, replay_in_thread
from menagerie.store import Missing, SeatRow, Store, TableRow


@dataclass(frozen=True)
class LoadedTable:
    """A table loaded from the database, with its log replayed."""

    row: TableRow
    seats: list[SeatRow]
    log: ReplayedLog


async def load(store: Store, table_id: str) -> LoadedTable:
    """Load a whole table; raises Missing if it does not exist."""
    row = await store.table(table_id)
    seats = await store.seats(table_id)
    if row.header is None:
        return LoadedTable(row, seats, ReplayedLog())
    return LoadedTable(row, seats, await replay_in_thread(row.header, await store.log(table_id)))


@dataclass(frozen=True)
class MustReload:
    """Memory contradicts the database or is far behind it: the table must be reloaded."""

    reason: str


async def new_entries(
    store: Store, row: TableRow, known: list[LogEntry]
) -> list[LogEntry] | MustReload:
    """The log entries in the database that are not in memory yet."""
    number = len(known)
    entries = await store.log(row.id, max(0, number - 1))
    last, new = (entries[:1], entries[1:]) if number else ([], entries)
    if number and not (last and _is_same(last[0], known[-1])):
        return MustReload("the log in the database is shorter or different")
    if not number and not new and not await _is_dealt(store, row):
        return MustReload("the deal is not in the database")
    if len(new) > RECENT_CHANGES:
        return MustReload("memory is far behind the database")
    return new


def _is_same(stored: LogEntry, known: LogEntry) -> bool:
    same_place = (stored.number, stored.by) == (known.number, known.by)
    return same_place and stored.is_same_decision(known)


async def _is_dealt(store: Store, row: TableRow) -> bool:
    try:
        return (await store.table(row.id)).header == row.header
    except Missing:
        return False
