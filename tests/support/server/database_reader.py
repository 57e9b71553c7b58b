"""Read the tables of a server directly from its database."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from menagerie.log_entry import LogEntry
from menagerie.match import Match, read_header
from menagerie.store import Store, TableRow


@dataclass(frozen=True)
class StoredTable:
    """A table row and its whole log, which has no gaps and can be replayed."""

    row: TableRow
    entries: list[LogEntry]
    match: Match


async def read_tables(url: str, tables: Sequence[str]) -> dict[str, StoredTable]:
    store = await Store.open(url)
    try:
        return {table: await _read(store, table) for table in tables}
    finally:
        await store.close()


async def _read(store: Store, table: str) -> StoredTable:
    row, entries = await store.table(table), await store.log(table)
    assert [entry.number for entry in entries] == list(range(len(entries)))
    assert {entry.kind for entry in entries} <= {"move", "undo"}
    return StoredTable(row, entries, Match(read_header(row.header), entries))


def read_table(url: str, table: str) -> StoredTable:
    return asyncio.run(read_tables(url, [table]))[table]
