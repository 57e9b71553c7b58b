"""PostgreSQL: a database server, which several game servers can share."""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from menagerie.errors import BadInput
from menagerie.store.database import ENGINE_OPTIONS, Engines
from menagerie.store.timeouts import OPERATION_TIMEOUT_S, AbortableConnections

CONNECT_TIMEOUT_S = 2.5
LOCK_TIMEOUT_S = 5  # for each table lock that a migration takes
MIGRATION_TIMEOUT_S = 600.0  # for one statement of a migration
# PostgreSQL ends what we have abandoned, because an open transaction keeps its locks, and it
# detects by TCP keepalives that we are gone.
SESSION_SETTINGS = {
    "idle_in_transaction_session_timeout": "3s",
    "statement_timeout": "5s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
MIGRATION_LOCK_KEY = 0x6D656E61  # of the advisory lock that serialises migrations


@dataclass(frozen=True)
class Postgres:
    """A database on a PostgreSQL server."""

    url: URL

    @property
    def display_name(self) -> str:
        host = self.url.query.get("host") or self.url.host or "localhost"
        return f"the database {self.url.database} on {host}"

    def engines(self) -> Engines:
        """A pool of one connection for appends, which thus never wait for others, and a second one.

        `pool_pre_ping` is off: it would cost each batch a network round trip.
        """
        connections = AbortableConnections()
        append = self._engine(pool_size=1, max_overflow=0)
        write = self._engine(pool_size=8, max_overflow=7)
        connections.watch(append)
        connections.watch(write)
        read = write.execution_options(isolation_level="AUTOCOMMIT")
        return Engines(append, write, read, connections.abort_idle)

    def _engine(self, **options: int) -> AsyncEngine:
        return create_async_engine(
            self.url.set(drivername="postgresql+asyncpg"),
            connect_args={"timeout": CONNECT_TIMEOUT_S, "server_settings": SESSION_SETTINGS},
            pool_timeout=OPERATION_TIMEOUT_S,
            **ENGINE_OPTIONS,
            **options,
        )

    def probe(self) -> None:
        """Nothing to do: connecting shows it."""

    def migration_engine(self) -> AsyncEngine:
        return create_async_engine(
            self.url.set(drivername="postgresql+asyncpg"),
            connect_args={"timeout": CONNECT_TIMEOUT_S, "command_timeout": MIGRATION_TIMEOUT_S},
            **ENGINE_OPTIONS,
        )

    async def lock_schema(self, connection: AsyncConnection) -> None:
        """Wait for other migrations, but only briefly for running games.

        While an ALTER TABLE waits for its lock, later queries queue up behind it, moves included.
        """
        await connection.execute(
            text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK_KEY}
        )
        await connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT_S}s'"))

    def back_up_before(self, revision: str) -> None:
        """Nothing to do: a failed migration is rolled back, and backups are made with pg_dump."""

    async def check_migrated(self, connection: AsyncConnection) -> None:
        """Nothing to do: PostgreSQL checks foreign keys in each statement."""

    def configure(self) -> None:
        """Nothing to do."""

    def backup(self, file: Path) -> None:
        raise BadInput(f"{file} was not written: use pg_dump to back up a PostgreSQL database")
