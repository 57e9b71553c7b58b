"""PostgreSQL: a server."""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from menagerie.errors import BadInput
from menagerie.store.database import OPTIONS, Engines
from menagerie.store.timeouts import OPERATION_TIMEOUT_S, AbortableConnections

CONNECT_TIMEOUT_S = 2.5
LOCK_TIMEOUT_S = 5  # for each lock on a table that is to be migrated
MIGRATION_TIMEOUT_S = 600.0  # for one statement of a migration
# The server ends what we have given up, for a transaction that nobody ends keeps its locks; and it
# notices when we are gone.
SESSION = {
    "idle_in_transaction_session_timeout": "3s",
    "statement_timeout": "5s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
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
        """One connection appends, so that no other work holds up the moves; others do the rest.

        There is no ping before use: it would cost each batch the way to the server and back.
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
            connect_args={"timeout": CONNECT_TIMEOUT_S, "server_settings": SESSION},
            pool_timeout=OPERATION_TIMEOUT_S,
            **OPTIONS,
            **options,
        )

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
