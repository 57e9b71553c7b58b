"""What both databases have in common: how the store opens, migrates and copies them."""

import asyncio
import json
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

# Whatever the two drivers raise where the database is at fault, before and after it is reached.
FAULTS = (
    SQLAlchemyError,
    OSError,
    sqlite3.Error,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
)
CLOSE_TIMEOUT_S = 1.0
json_text = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode
OPTIONS: dict[str, Any] = {
    "json_serializer": json_text,
    "hide_parameters": True,  # secrets are among them; an error tells of the statement alone
}


@dataclass(frozen=True)
class Engines:
    """Connections to append with, to write with, and to read with.

    Appending waits for no other writer, and reading for none at all, as far as the database can.
    """

    append: AsyncEngine
    write: AsyncEngine
    read: AsyncEngine
    abort_idle: Callable[[], None] = lambda: None

    async def dispose(self) -> None:
        """Close all connections; those that do not close in time are aborted."""
        timer = asyncio.get_running_loop().call_later(CLOSE_TIMEOUT_S, self.abort_idle)
        try:
            for engine in (self.append, self.write, self.read):
                await engine.dispose()
        finally:
            timer.cancel()


class Database(Protocol):
    """Where the store is."""

    @property
    def shown(self) -> str:
        """Its name for people, without a password."""

    def engines(self) -> Engines: ...

    def probe(self) -> None:
        """An error if it is plain that nothing can be opened here; it blocks."""

    def migration_engine(self) -> AsyncEngine:
        """To change the schema with, in one transaction."""

    async def lock(self, connection: AsyncConnection) -> None:
        """Let nobody else change the schema until the transaction ends."""

    def save_before(self, revision: str) -> None:
        """Copy a database that is about to be migrated to a revision, if that is possible."""

    async def check_migrated(self, connection: AsyncConnection) -> None:
        """An error if the migration broke something; nothing is committed yet."""

    def settle(self) -> None:
        """What remains to be set once the schema is there."""

    def backup(self, file: Path) -> None:
        """A consistent copy, while others write; it blocks."""


def insert_new(connection: AsyncConnection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insert that leaves out, without an error, the rows whose key is taken."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    return postgresql.insert(table).on_conflict_do_nothing()


def reason(error: BaseException) -> str:
    """What the database itself said, in one line."""
    while (cause := getattr(error, "orig", None) or error.__cause__) is not None:
        if isinstance(cause, asyncio.CancelledError):
            return "it did not answer in time"
        error = cause
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
