"""SQLite: one file."""

import itertools
import os
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, event, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from menagerie.errors import BadInput
from menagerie.store.database import OPTIONS, Engines
from menagerie.store.timeouts import OPERATION_TIMEOUT_S, let_finish

PATIENCE = 30.0  # seconds to wait for a lock that another process holds, before the server runs
LOCK_TIMEOUT_S = 3.0  # the same while it runs: less than an operation may take
READERS = 4


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
        let_finish(write)
        let_finish(read)
        return Engines(write, write, read)

    def _engine(self, lock_timeout: float = LOCK_TIMEOUT_S, **options: Any) -> AsyncEngine:
        # isolation_level=None: Python's module begins no transaction of its own accord.
        return create_async_engine(
            URL.create("sqlite+aiosqlite", database=str(self.file)),
            connect_args={"isolation_level": None, "timeout": lock_timeout},
            max_overflow=0,
            pool_timeout=OPERATION_TIMEOUT_S,
            **OPTIONS,
            **options,
        )

    def probe(self) -> None:
        """The driver for event loops leaves a thread in trouble where a file cannot be opened."""
        with closing(sqlite3.connect(self.file, timeout=PATIENCE)) as connection:
            connection.execute("PRAGMA schema_version")

    def migration_engine(self) -> AsyncEngine:
        """Foreign keys are off: a step may drop a table to make it anew, and that must not cascade.

        They cannot be switched within a transaction, hence a connection of its own.
        """
        engine = self._engine(PATIENCE, pool_size=1)
        event.listen(engine.sync_engine, "connect", _on_migration_connection)
        event.listen(engine.sync_engine, "begin", _begin_to_write)
        return engine

    async def lock(self, connection: AsyncConnection) -> None:
        """Every transaction that writes has the lock from its beginning."""

    def save_before(self, revision: str) -> None:
        """Others can read meanwhile, and nobody can write: who migrates has the lock."""
        copy = self.file.with_name(f"{self.file.name}.before-{revision}")
        for number in itertools.count(2):
            if not copy.exists():
                break
            copy = self.file.with_name(f"{self.file.name}.before-{revision}.{number}")
        try:
            copy_file(self.file, copy)
        except (OSError, sqlite3.Error) as error:
            raise BadInput(
                f"{self.file} was not migrated, because the copy {copy} could not be made: {error}"
            ) from None

    async def check_migrated(self, connection: AsyncConnection) -> None:
        if broken := (await connection.execute(text("PRAGMA foreign_key_check"))).all():
            raise BadInput(
                f"{self.file} was not migrated: {len(broken)} rows would belong to nothing, "
                f"the first of them in {broken[0][0]}"
            )

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
        if not self.file.is_file():
            raise BadInput(f"there is no database {self.file}")
        copy_file(self.file, file)


def copy_file(source: Path, target: Path) -> None:
    """A consistent copy while others write. It is whole or not there, and as private."""
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL, source.stat().st_mode & 0o777))
        # Read-only: to close the last connection would otherwise write to the source.
        only_read = f"{source.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(only_read, uri=True, timeout=PATIENCE)) as connection:
            connection.execute("VACUUM INTO ?", [str(part)])
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.rename(target)
    finally:
        part.unlink(missing_ok=True)


def _on_write_connection(connection: Any, _record: object) -> None:
    _set(connection, "foreign_keys = ON", "synchronous = FULL")


def _on_migration_connection(connection: Any, _record: object) -> None:
    _set(connection, "foreign_keys = OFF", "synchronous = FULL")


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
