"""What SQLite and PostgreSQL have in common: connection pools, migration, backup, errors."""

import asyncio
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import asyncpg
from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from menagerie.store.rows import encode_json

# Every error of the database or the network that SQLAlchemy and the two drivers raise.
DATABASE_ERRORS = (
    SQLAlchemyError,
    OSError,
    sqlite3.Error,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
)
CLOSE_TIMEOUT_S = 1.0
ENGINE_OPTIONS: dict[str, Any] = {
    "json_serializer": encode_json,
    "hide_parameters": True,  # they contain secrets, which must not appear in error messages
}


@dataclass(frozen=True)
class Engines:
    """Three connection pools: to append log entries, for other writes, and for reads.

    Appends do not wait for other writes, nor reads for any write, if the database allows it.
    """

    append: AsyncEngine
    write: AsyncEngine
    read: AsyncEngine
    abort_idle: Callable[[], None] = lambda: None

    async def dispose(self) -> None:
        """Close all connections; after a timeout, abort those that are still open."""
        timer = asyncio.get_running_loop().call_later(CLOSE_TIMEOUT_S, self.abort_idle)
        try:
            for engine in (self.append, self.write, self.read):
                await engine.dispose()
        finally:
            timer.cancel()


class Database(Protocol):
    """A database that can hold a store."""

    @property
    def display_name(self) -> str:
        """Its name in messages, without the password."""

    def engines(self) -> Engines: ...

    def probe(self) -> None:
        """Raise an error if the database obviously cannot be opened; blocks."""

    def migration_engine(self) -> AsyncEngine:
        """An engine that changes the schema, in one transaction."""

    async def lock_schema(self, connection: AsyncConnection) -> None:
        """Keep others from changing the schema until the transaction ends."""

    def back_up_before(self, revision: str) -> None:
        """Back the database up before a migration to `revision`, if that is possible."""

    async def check_migrated(self, connection: AsyncConnection) -> None:
        """Raise an error if the migration, not yet committed, broke something."""

    def configure(self) -> None:
        """Apply persistent settings, once the schema is there."""

    def backup(self, file: Path) -> None:
        """Write a consistent copy, even while others write; blocks."""


def insert_new(connection: AsyncConnection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An INSERT that skips rows whose key already exists."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    return postgresql.insert(table).on_conflict_do_nothing()


def describe_error(error: BaseException) -> str:
    """The database's own message, in one line."""
    while (cause := getattr(error, "orig", None) or error.__cause__) is not None:
        if isinstance(cause, asyncio.CancelledError):
            return "it did not answer in time"
        error = cause
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
