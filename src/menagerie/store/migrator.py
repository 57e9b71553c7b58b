"""Runs the Alembic migrations of this package when a database is opened."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect
from sqlalchemy.exc import DBAPIError

from menagerie.errors import BadInput
from menagerie.store.database import Database

MIGRATIONS = Path(__file__).with_name("migrations")
LOCK_NOT_AVAILABLE = "55P03"  # the SQLSTATE of a lock timeout on PostgreSQL
ALEMBIC_LOCK = threading.Lock()  # Alembic keeps its state in global variables


async def migrate(database: Database) -> None:
    """Migrate to the newest schema, in a thread with its own event loop: Alembic blocks."""
    await asyncio.to_thread(_migrate, database)


def _migrate(database: Database) -> None:
    database.probe()
    with ALEMBIC_LOCK:
        asyncio.run(_upgrade(database))
    database.configure()


async def _upgrade(database: Database) -> None:
    engine = database.migration_engine()
    try:
        async with engine.begin() as connection:
            await database.lock_schema(connection)
            if await connection.run_sync(upgrade, database.back_up_before):
                await database.check_migrated(connection)
    except DBAPIError as error:
        if getattr(error.orig, "sqlstate", None) != LOCK_NOT_AVAILABLE:
            raise
        raise BadInput(
            f"{database.display_name} was not migrated, because somebody else is using it; "
            "nothing has changed, please try again"
        ) from None
    finally:
        await engine.dispose()


def upgrade(connection: Connection, back_up_before: Callable[[str], None]) -> bool:
    """Upgrade atomically, in the open transaction; return whether there was anything to do."""
    settings = config(connection)
    scripts = ScriptDirectory.from_config(settings)
    head = scripts.get_current_head()
    found = set(MigrationContext.configure(connection).get_current_heads())
    if unknown := found - {script.revision for script in scripts.walk_revisions()}:
        raise BadInput(
            f"the database has schema {min(unknown)}, which this version of Menagerie does not "
            f"know (its own is {head}); use a newer version"
        )
    if not found and set(inspect(connection).get_table_names()) - {"alembic_version"}:
        raise BadInput("the database belongs to another program: it has tables, and not ours")
    if found == {head}:
        return False
    if found:
        back_up_before(f"{head}")
    command.upgrade(settings, "head")
    return True


def config(connection: Connection) -> Config:
    """Alembic's settings, without the usual alembic.ini."""
    settings = Config(attributes={"connection": connection})
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    return settings
