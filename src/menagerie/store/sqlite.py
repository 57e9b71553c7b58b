"""SQLite: a database in one file, in WAL mode."""

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
from menagerie.store.database import ENGINE_OPTIONS, Engines
from menagerie.store.timeouts import OPERATION_TIMEOUT_S, never_cancel

STARTUP_LOCK_TIMEOUT_S = 30.0  # for a lock of another process, before the server is ready
LOCK_TIMEOUT_S = 3.0  # the same while the server runs: less than OPERATION_TIMEOUT_S
READ_CONNECTIONS = 4


@dataclass(frozen=True)
class Sqlite:
    """A file. One connection writes; WAL mode lets others read at the same time."""

    file: Path

    @property
    def display_name(self) -> str:
        return str(self.file)

    def engines(self) -> Engines:
        # Each writer ends its transaction, so a rollback on return would be a wasted thread call.
        write = self._engine(pool_size=1, pool_reset_on_return=None)
        event.listen(write.sync_engine, "connect", _on_write_connection)
        event.listen(write.sync_engine, "begin", _begin_immediate)
        read = self._engine(pool_size=READ_CONNECTIONS, isolation_level="AUTOCOMMIT")
        event.listen(read.sync_engine, "connect", _on_read_connection)
        never_cancel(write)
        never_cancel(read)
        return Engines(write, write, read)

    def _engine(self, lock_timeout: float = LOCK_TIMEOUT_S, **options: Any) -> AsyncEngine:
        # isolation_level=None: the sqlite3 module must not begin transactions implicitly.
        return create_async_engine(
            URL.create("sqlite+aiosqlite", database=str(self.file)),
            connect_args={"isolation_level": None, "timeout": lock_timeout},
            max_overflow=0,
            pool_timeout=OPERATION_TIMEOUT_S,
            **ENGINE_OPTIONS,
            **options,
        )

    def probe(self) -> None:
        """Try sqlite3 first: aiosqlite leaves a thread behind if it cannot open a file."""
        with closing(sqlite3.connect(self.file, timeout=STARTUP_LOCK_TIMEOUT_S)) as connection:
            connection.execute("PRAGMA schema_version")

    def migration_engine(self) -> AsyncEngine:
        """Foreign keys are off: a migration may drop and rebuild a table, which must not cascade.

        They cannot be switched inside a transaction, hence the separate engine.
        """
        engine = self._engine(STARTUP_LOCK_TIMEOUT_S, pool_size=1)
        event.listen(engine.sync_engine, "connect", _on_migration_connection)
        event.listen(engine.sync_engine, "begin", _begin_immediate)
        return engine

    async def lock_schema(self, connection: AsyncConnection) -> None:
        """Nothing to do: BEGIN IMMEDIATE has locked the whole database."""

    def back_up_before(self, revision: str) -> None:
        """Copy the file; the migration holds the write lock, so nothing changes in the meantime."""
        copy = self.file.with_name(f"{self.file.name}.before-{revision}")
        for number in itertools.count(2):
            if not copy.exists():
                break
            copy = self.file.with_name(f"{self.file.name}.before-{revision}.{number}")
        try:
            copy_file(self.file, copy)
        except (OSError, sqlite3.Error) as error:
            raise BadInput(
                f"{self.file} was not migrated, because the backup {copy} failed: {error}"
            ) from None

    async def check_migrated(self, connection: AsyncConnection) -> None:
        if broken := (await connection.execute(text("PRAGMA foreign_key_check"))).all():
            raise BadInput(
                f"{self.file} was not migrated: {len(broken)} rows would refer to nothing, "
                f"the first of them in {broken[0][0]}"
            )

    def configure(self) -> None:
        """Switch to WAL mode, permanently. SQLite ignores the lock timeout here, so we retry."""
        time_limit = time.monotonic() + STARTUP_LOCK_TIMEOUT_S
        with closing(sqlite3.connect(self.file, timeout=STARTUP_LOCK_TIMEOUT_S)) as connection:
            while True:
                try:
                    connection.execute("PRAGMA journal_mode = WAL")
                except sqlite3.OperationalError as error:
                    busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
                    if not busy or time.monotonic() > time_limit:
                        raise
                    time.sleep(0.05)
                else:
                    return

    def backup(self, file: Path) -> None:
        if file.exists():
            raise BadInput(f"{file} already exists; a backup does not overwrite files")
        if not file.parent.is_dir():
            raise BadInput(f"there is no folder {file.parent}")
        if not self.file.is_file():
            raise BadInput(f"there is no database {self.file}")
        copy_file(self.file, file)


def copy_file(source: Path, target: Path) -> None:
    """Copy atomically, even while others write; the copy gets the same permissions."""
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL, source.stat().st_mode & 0o777))
        # Read-only: closing the last connection would otherwise checkpoint the WAL into the source.
        read_only_url = f"{source.absolute().as_uri()}?mode=ro"
        with closing(
            sqlite3.connect(read_only_url, uri=True, timeout=STARTUP_LOCK_TIMEOUT_S)
        ) as connection:
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
        connection.close()  # it is not in the pool yet, so nobody else would close it
        raise


def _begin_immediate(connection: Connection) -> None:
    """Take the write lock first: upgrading a read lock later can fail without waiting."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
