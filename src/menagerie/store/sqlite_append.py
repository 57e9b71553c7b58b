"""Appending log entries on SQLite: one statement and one call into the driver's thread per batch.

aiosqlite runs each call in the thread of its connection. Such a round trip costs as much as writing
several entries, and the thread waits for the GIL after each statement. So one INSERT writes the
whole batch, on condition that every entry is the next one of its log. Only if that fails does the
general code in `commands`, with several statements, find out which entries conflict.
"""

from collections.abc import Sequence

import aiosqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from menagerie.store import commands
from menagerie.store.group_commit import Outcome
from menagerie.store.rows import LogRow, encode_json
from menagerie.store.schema import log

COLUMNS = log.columns.keys()
COLUMN_LIST = ", ".join(COLUMNS)
PLACEHOLDERS = f"({', '.join('?' for _ in COLUMNS)})"
# The SQL is assembled from the schema's own names; values are bound as parameters.
IS_NEXT = (
    "number = coalesce((SELECT max(number) FROM log WHERE log.table_id = new.table_id), -1) + 1 "
    "AND table_id IN (SELECT id FROM tables)"
)
INSERT_IF_ALL_ARE_NEXT = (
    f"INSERT INTO log ({COLUMN_LIST}) WITH new({COLUMN_LIST}) AS (VALUES {{}}) "  # noqa: S608
    f"SELECT * FROM new WHERE NOT EXISTS (SELECT * FROM new WHERE NOT ({IS_NEXT}))"
)


async def append(engine: AsyncEngine, rows: Sequence[LogRow]) -> list[Outcome]:
    """Write the rows that continue their table's log; the others get an error, in order."""
    has_one_per_table = len({row["table_id"] for row in rows}) == len(rows)
    if has_one_per_table and await _append_all(engine, rows):
        return [None] * len(rows)
    async with engine.begin() as connection:
        return await commands.append(connection, rows)


async def _append_all(engine: AsyncEngine, rows: Sequence[LogRow]) -> bool:
    """Write all rows or none, atomically: a statement outside a transaction is a transaction."""
    statement = INSERT_IF_ALL_ARE_NEXT.format(", ".join([PLACEHOLDERS] * len(rows)))
    values = [
        encode_json(row["data"]) if name == "data" else row[name]  # type: ignore[literal-required]
        for row in rows
        for name in COLUMNS
    ]
    async with engine.connect() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        if not isinstance(driver, aiosqlite.Connection):
            raise TypeError(f"expected a connection of aiosqlite, not {type(driver)}")
        before = driver.total_changes
        await driver.execute_fetchall(statement, values)  # one round trip, unlike execute()
        return driver.total_changes > before
