"""PostgreSQL: a server."""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from menagerie.errors import BadInput
from menagerie.store.dialects import OPTIONS, Engines

PATIENCE = 30.0
CONNECT_TIMEOUT_S = 2.5
LOCK_TIMEOUT_S = 5  # for each lock on a table that is to be migrated
MIGRATION_TIMEOUT_S = 600.0  # for one statement of a migration
MIGRATING = 0x6D656E61  # the number of the advisory lock for those who change the schema


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

    def migration_engine(self) -> AsyncEngine:
        return create_async_engine(
            self.url.set(drivername="postgresql+asyncpg"),
            connect_args={"timeout": CONNECT_TIMEOUT_S, "command_timeout": MIGRATION_TIMEOUT_S},
            **OPTIONS,
        )

    async def lock(self, connection: AsyncConnection) -> None:
        """Wait for others who migrate, but not for long for those who play.

        A step that waits for a lock makes everybody wait who comes after it, every move included.
        """
        await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
        await connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT_S}s'"))

    def save_before(self, revision: str) -> None:
        """Nothing: a step is undone as a whole if it fails, and pg_dump makes copies."""

    async def check_migrated(self, connection: AsyncConnection) -> None:
        """Nothing: PostgreSQL checks foreign keys while it migrates."""

    def settle(self) -> None:
        """Nothing."""

    def backup(self, file: Path) -> None:
        raise BadInput(f"{file} is not written: a PostgreSQL database is saved with pg_dump")
