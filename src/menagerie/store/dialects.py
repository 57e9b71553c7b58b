"""All that differs between SQLite and PostgreSQL."""

import json
import os
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import asyncpg
from sqlalchemy import URL, Connection, Table, event, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from menagerie.errors import BadInput

# Whatever the two drivers raise where the database is at fault, before and after it is reached.
FAULTS = (
    SQLAlchemyError,
    OSError,
    sqlite3.Error,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
)
PATIENCE = 30.0  # seconds to wait for a lock that another process holds
READERS = 4
MIGRATING = 0x6D656E61  # the number of PostgreSQL's lock for those who change the schema
json_text = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode
OPTIONS: dict[str, Any] = {
    "json_serializer": json_text,
    "hide_parameters": True,  # secrets are among them; an error tells of the statement alone
}


@dataclass(frozen=True)
class Engines:
    """Connections to write with, and others to read with, which do not wait for the writers."""

    write: AsyncEngine
    read: AsyncEngine

    async def dispose(self) -> None:
        await self.write.dispose()
        await self.read.dispose()


class Database(Protocol):
    """Where the store is."""

    @property
    def shown(self) -> str:
        """Its name for people, without a password."""

    def engines(self) -> Engines: ...

    def probe(self) -> None:
        """An error if it is plain that nothing can be opened here; it blocks."""

    async def lock(self, connection: AsyncConnection) -> None:
        """Let nobody else change the schema until the transaction ends."""

    def settle(self) -> None:
        """What remains to be set once the schema is there."""

    def backup(self, file: Path) -> None:
        """A consistent copy, while others write; it blocks."""


@dataclass(frozen=True)
class Sqlite:
    """A file. One connection writes; in WAL mode, readers go on beside it."""

    file: Path

    @property
    def shown(self) -> str:
        return str(self.file)

    def engines(self) -> Engines:
        # Whoever writes ends the transaction; to end it once more would be one more thread's turn.
        write = self._engine(pool_size=1, pool_reset_on_return=None)
        event.listen(write.sync_engine, "connect", _on_write_connection)
        event.listen(write.sync_engine, "begin", _begin_to_write)
        read = self._engine(pool_size=READERS, isolation_level="AUTOCOMMIT")
        event.listen(read.sync_engine, "connect", _on_read_connection)
        return Engines(write, read)

    def _engine(self, **options: Any) -> AsyncEngine:
        # isolation_level=None: Python's module begins no transaction of its own accord.
        return create_async_engine(
            URL.create("sqlite+aiosqlite", database=str(self.file)),
            connect_args={"isolation_level": None, "timeout": PATIENCE},
            max_overflow=0,
            pool_timeout=2 * PATIENCE,
            **OPTIONS,
            **options,
        )

    def probe(self) -> None:
        """The driver for event loops leaves a thread in trouble where a file cannot be opened."""
        with closing(sqlite3.connect(self.file, timeout=PATIENCE)) as connection:
            connection.execute("PRAGMA schema_version")

    async def lock(self, connection: AsyncConnection) -> None:
        """Every transaction that writes has the lock from its beginning."""

    def settle(self) -> None:
        """Switch to WAL mode, which stays; SQLite does not wait here for others, so we do."""
        until = time.monotonic() + PATIENCE
        with closing(sqlite3.connect(self.file, timeout=PATIENCE)) as connection:
            while True:
                try:
                    connection.execute("PRAGMA journal_mode = WAL")
                except sqlite3.OperationalError as error:
                    busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
                    if not busy or time.monotonic() > until:
                        raise
                    time.sleep(0.05)
                else:
                    return

    def backup(self, file: Path) -> None:
        if file.exists():
            raise BadInput(f"{file} is there already; a backup overwrites nothing")
        if not file.parent.is_dir():
            raise BadInput(f"there is no folder {file.parent}")
        part = file.with_name(f"{file.name}.part")  # the file itself is whole or not there
        part.unlink(missing_ok=True)
        try:
            with closing(sqlite3.connect(self.file, timeout=PATIENCE)) as connection:
                connection.execute("VACUUM INTO ?", [str(part)])
            with part.open("rb+") as written:
                os.fsync(written.fileno())
            part.rename(file)
        finally:
            part.unlink(missing_ok=True)


def _on_write_connection(connection: Any, _record: object) -> None:
    _set(connection, "foreign_keys = ON", "synchronous = FULL")


def _on_read_connection(connection: Any, _record: object) -> None:
    _set(connection, "query_only = ON")


def _set(connection: Any, *settings: str) -> None:
    try:
        cursor = connection.cursor()
        for setting in settings:
            cursor.execute(f"PRAGMA {setting}")
        cursor.close()
    except sqlite3.Error:
        connection.close()  # nobody else knows of it yet
        raise


def _begin_to_write(connection: Connection) -> None:
    """Take the lock at once: one that is taken later, after a read, can fail at once."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


@dataclass(frozen=True)
class Postgres:
    """A server."""

    url: URL

    @property
    def shown(self) -> str:
        host = self.url.query.get("host") or self.url.host or "localhost"
        return f"the database {self.url.database} on {host}"

    def engines(self) -> Engines:
        engine = create_async_engine(
            self.url.set(drivername="postgresql+asyncpg"),
            connect_args={"timeout": 10, "command_timeout": 2 * PATIENCE},
            pool_size=8,
            max_overflow=8,
            pool_timeout=2 * PATIENCE,
            pool_pre_ping=True,
            **OPTIONS,
        )
        return Engines(engine, engine.execution_options(isolation_level="AUTOCOMMIT"))

    def probe(self) -> None:
        """Nothing: connecting tells."""

    async def lock(self, connection: AsyncConnection) -> None:
        await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})

    def settle(self) -> None:
        """Nothing."""

    def backup(self, file: Path) -> None:
        raise BadInput(f"{file} is not written: a PostgreSQL database is saved with pg_dump")


def insert_new(connection: AsyncConnection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insert that leaves out, without an error, the rows whose key is taken."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    return postgresql.insert(table).on_conflict_do_nothing()


def reason(error: BaseException) -> str:
    """What the database itself said, in one line."""
    while (cause := getattr(error, "orig", None) or error.__cause__) is not None:
        error = cause
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
