"""Appending on SQLite: a whole batch in one visit to the thread that the connection lives in.

Each visit costs as much as writing several lines. And after each statement, and each row of an
answer, the thread waits for whoever is in the interpreter; so a batch is one statement where all of
its lines follow on their logs. Only where some do not, it is found out which.
"""

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

from menagerie.store import commands
from menagerie.store.database import json_text
from menagerie.store.schema import log

COLUMNS = log.columns.keys()
NAMES = ", ".join(COLUMNS)
ROW = f"({', '.join('?' for _ in COLUMNS)})"
LAST = "coalesce((SELECT max(number) FROM log WHERE log.table_id = {}), -1)"
FITS = f"number = {LAST.format('new.table_id')} + 1 AND table_id IN (SELECT id FROM tables)"  # noqa: S608
# All of the lines, or none; the names in it are our own.
INSERT = f"INSERT INTO log ({NAMES}) WITH new({NAMES}) AS (VALUES {{}}) SELECT * FROM new "  # noqa: S608
ALL_FIT = f"WHERE NOT EXISTS (SELECT * FROM new WHERE NOT ({FITS}))"  # noqa: S608
ALL_LAST = f"SELECT json_group_object(id, {LAST.format('id')}) FROM tables WHERE id IN "  # noqa: S608


async def append(write: AsyncEngine, lines: Sequence[commands.Line]) -> list[Exception | None]:
    """Write what follows on its table's log; the others get their error, in the same order."""
    async with write.connect() as connection:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        # Its own methods make one visit for each statement, hence the private one.
        outcomes: list[Exception | None] = await driver._execute(  # noqa: SLF001
            _append,
            driver._conn,  # noqa: SLF001
            lines,
        )
    return outcomes


def _append(connection: sqlite3.Connection, lines: Sequence[commands.Line]) -> Any:
    """A statement by itself is a transaction."""
    has_one_each = len({line["table_id"] for line in lines}) == len(lines)
    if has_one_each and _insert(connection, lines, ALL_FIT):
        return [None] * len(lines)
    return _append_some(connection, lines)


def _append_some(connection: sqlite3.Connection, lines: Sequence[commands.Line]) -> Any:
    """Those that follow on their logs, within a transaction that has the database to itself."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        outcomes, new = commands.sort_out(lines, _last_numbers(connection, lines))
        if new:
            _insert(connection, [lines[place] for place in new.values()])
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise
    return outcomes


def _last_numbers(connection: sqlite3.Connection, lines: Sequence[commands.Line]) -> dict[str, int]:
    table_ids = list({line["table_id"] for line in lines})
    places = ", ".join("?" for _ in table_ids)
    [found] = connection.execute(f"{ALL_LAST} ({places})", table_ids).fetchone()
    last: dict[str, int] = json.loads(found)
    return last


def _insert(
    connection: sqlite3.Connection, lines: Sequence[commands.Line], condition: str = ""
) -> int:
    """How many were written."""
    values = [_stored(line[name]) for line in lines for name in COLUMNS]
    rows = ", ".join([ROW] * len(lines))
    return connection.execute(INSERT.format(rows) + condition, values).rowcount


def _stored(value: Any) -> Any:
    return json_text(value) if isinstance(value, dict) else value
