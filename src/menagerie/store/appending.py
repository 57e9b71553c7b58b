"""Appending on SQLite: a whole batch in one visit to the thread that the connection lives in.

Each visit costs as much as writing several lines. And after each statement, and each row of an
answer, the thread waits for whoever is in the interpreter; so there are few of them.
"""

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

from menagerie.store import writing
from menagerie.store.dialects import json_text
from menagerie.store.schema import log

COLUMNS = log.columns.keys()
ROW = f"({', '.join('?' for _ in COLUMNS)})"
INSERT = f"INSERT INTO log ({', '.join(COLUMNS)}) VALUES "  # noqa: S608 - our own names
LAST = "coalesce((SELECT max(number) FROM log WHERE table_id = id), -1)"
ALL_LAST = f"SELECT json_group_object(id, {LAST}) FROM tables WHERE id IN "  # noqa: S608 - likewise


async def append(write: AsyncEngine, lines: Sequence[writing.Line]) -> list[Exception | None]:
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


def _append(connection: sqlite3.Connection, lines: Sequence[writing.Line]) -> Any:
    """Within one transaction, which has the whole database to itself."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        outcomes, new = writing.sort_out(lines, _last_numbers(connection, lines))
        _insert(connection, [lines[place] for place in new.values()])
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise
    return outcomes


def _last_numbers(connection: sqlite3.Connection, lines: Sequence[writing.Line]) -> dict[str, int]:
    table_ids = list({line["table_id"] for line in lines})
    places = ", ".join("?" for _ in table_ids)
    [found] = connection.execute(f"{ALL_LAST} ({places})", table_ids).fetchone()
    last: dict[str, int] = json.loads(found)
    return last


def _insert(connection: sqlite3.Connection, lines: list[writing.Line]) -> None:
    if lines:
        values = [_stored(line[name]) for line in lines for name in COLUMNS]
        connection.execute(INSERT + ", ".join([ROW] * len(lines)), values)


def _stored(value: Any) -> Any:
    return json_text(value) if isinstance(value, dict) else value
