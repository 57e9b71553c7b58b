"""Filled databases with schema 0001, as an older version of the program left them."""

from collections.abc import Callable

from alembic import command
from sqlalchemy import Connection, MetaData, select, text

from menagerie.store.database import Database
from menagerie.store.migrator import config
from menagerie.store.urls import read_url

STATES = ("waiting", "playing", "over")
Rows = dict[str, list[dict[str, object]]]  # sorted, by table name


async def make(url: str) -> None:
    """Nine tables, three in each state, each with two seats and five log entries."""
    database = read_url(url)
    await _run(database, _make)
    database.configure()


async def dump(url: str) -> Rows:
    """Every row of every table."""
    found: Rows = {}

    def read(connection: Connection) -> None:
        metadata = MetaData()
        metadata.reflect(connection)
        for name, kept in metadata.tables.items():
            rows = [dict(row) for row in connection.execute(select(kept)).mappings()]
            found[name] = sorted(rows, key=repr)

    await _run(read_url(url), read)
    return found


async def set_revision(url: str, revision: str) -> None:
    change = text("UPDATE alembic_version SET version_num = :revision")

    def write(connection: Connection) -> None:
        connection.execute(change, {"revision": revision})

    await _run(read_url(url), write)


async def _run(database: Database, work: Callable[[Connection], None]) -> None:
    engine = database.migration_engine()
    try:
        async with engine.begin() as connection:
            await connection.run_sync(work)
    finally:
        await engine.dispose()


def _make(connection: Connection) -> None:
    command.upgrade(config(connection), "0001")
    for number in range(9):
        here = {"id": f"table-{number}", "state": STATES[number % 3], "blob": bytes([number])}
        connection.execute(
            text(
                "INSERT INTO tables (id, code, game, state, settings, secret, created, changed) "
                "VALUES (:id, 'C' || :id, 'catbox', :state, '{\"players\": 2}', :blob, 1.5, 2.5)"
            ),
            here,
        )
        for seat in range(2):
            connection.execute(
                text(
                    "INSERT INTO seats (table_id, seat, name, token_hash, entropy, data) "
                    "VALUES (:id, :seat, 'Ada', :blob, 'chance', '{}')"
                ),
                here | {"seat": seat},
            )
        for number_in_log in range(5):
            connection.execute(
                text(
                    "INSERT INTO log (table_id, number, kind, seat, data, at) "
                    "VALUES (:id, :number, 'move', 1, '{\"move\": 7}', 2.5)"
                ),
                here | {"number": number_in_log},
            )
