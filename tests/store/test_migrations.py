"""Migrations of filled databases: no row is lost, and a backup is made first."""

import asyncio
import shutil
from pathlib import Path

import pytest
from sqlalchemy import text
from support.postgres import Server
from support.store import old_schema

from menagerie.errors import BadInput
from menagerie.store import Store, migrator
from menagerie.store.schema import metadata
from menagerie.store.urls import read_url

NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade():
    with op.batch_alter_table("{table}", recreate="{recreate}") as table:
        table.add_column(sa.Column("added", sa.Text()))
    {more}
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, sqlite_url: str) -> str:
    """A database without a schema."""
    if request.param == "sqlite":
        return sqlite_url
    server: Server = request.getfixturevalue("postgres_server")
    return server.url(server.create())


def _add_migration(
    monkeypatch: pytest.MonkeyPatch, folder: Path, table: str, kind: str, more: str = "pass"
) -> None:
    """Add a migration, which rebuilds a table on SQLite."""
    shutil.copytree(migrator.MIGRATIONS, folder)
    recreate = "always" if kind == "sqlite" else "never"
    script = NEXT.format(table=table, recreate=recreate, more=more)
    (folder / "versions" / "v0003_next.py").write_text(script)
    monkeypatch.setattr(migrator, "MIGRATIONS", folder)


async def test_a_filled_database_of_the_first_schema_keeps_every_row(empty_url: str) -> None:
    await old_schema.make(empty_url)
    before = await old_schema.dump(empty_url)
    await (await Store.open(empty_url)).close()
    after = await old_schema.dump(empty_url)
    assert len(before["log"]) == 45
    for name in ("seats", "log"):
        assert after[name] == before[name]
    for row in before["tables"]:
        row["due"] = 0.0 if row["state"] == "playing" else None
        row["code"] = None if row["state"] == "over" else row["code"]
    assert after["tables"] == sorted(before["tables"], key=repr)
    store = await Store.open(empty_url)
    due = await store.due_between(None, 1.0, 9)
    assert due == [(f"table-{number}", 0.0) for number in (1, 4, 7)]
    await store.close()


@pytest.mark.parametrize("table", list(metadata.tables))
async def test_any_table_can_be_rebuilt(
    empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    await old_schema.make(empty_url)
    store = await Store.open(empty_url)
    await store.check_writable()
    await store.delete_unused(now=1e9, elapsed=0.0, keep=1e9, states=("over",))
    await store.close()
    before = await old_schema.dump(empty_url)
    assert all(before[name] for name in metadata.tables)
    _add_migration(
        monkeypatch,
        tmp_path / "migrations",
        table,
        read_url(empty_url).migration_engine().dialect.name,
    )
    await (await Store.open(empty_url)).close()
    after = await old_schema.dump(empty_url)
    for row in before[table]:
        row["added"] = None
    before["alembic_version"] = [{"version_num": "0003"}]
    assert after == {name: sorted(rows, key=repr) for name, rows in before.items()}


async def test_a_migration_that_leaves_orphaned_rows_is_rolled_back(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await old_schema.make(sqlite_url)
    before = await old_schema.dump(sqlite_url)
    more = "op.execute(\"DELETE FROM tables WHERE state = 'over'\")"
    _add_migration(monkeypatch, tmp_path / "migrations", "tables", "sqlite", more)
    with pytest.raises(BadInput, match="21 rows would refer to nothing") as caught:
        await Store.open(sqlite_url)
    assert "\n" not in str(caught.value)
    assert await old_schema.dump(sqlite_url) == before


async def test_a_backup_is_made_before_each_migration(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await old_schema.make(sqlite_url)
    first = await old_schema.dump(sqlite_url)
    for _ in range(2):
        await (await Store.open(sqlite_url)).close()
    assert _files(tmp_path) == ["store.db", "store.db.before-0002"]
    assert await old_schema.dump(f"{sqlite_url}.before-0002") == first
    second = await old_schema.dump(sqlite_url)
    taken = tmp_path / "store.db.before-0003"
    taken.write_text("mine")
    _add_migration(monkeypatch, tmp_path / "migrations", "log", "sqlite")
    await (await Store.open(sqlite_url)).close()
    assert taken.read_text() == "mine"
    assert await old_schema.dump(f"{sqlite_url}.before-0003.2") == second
    await (await Store.open(f"sqlite:///{tmp_path}/new.db")).close()
    assert [name for name in _files(tmp_path) if name.startswith("new")] == ["new.db"]


def _files(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir() if file.is_file())


async def test_without_a_backup_nothing_is_migrated(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await old_schema.make(sqlite_url)
    before = await old_schema.dump(sqlite_url)

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr("menagerie.store.sqlite.copy_file", refuse)
        with pytest.raises(BadInput, match=r"was not migrated, .* No space left") as caught:
            await Store.open(sqlite_url)
    assert "\n" not in str(caught.value)
    assert await old_schema.dump(sqlite_url) == before


async def test_a_migration_does_not_wait_long_for_running_games(
    postgres_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres_server.url(await asyncio.to_thread(postgres_server.create))
    await old_schema.make(url)
    before = await old_schema.dump(url)
    monkeypatch.setattr("menagerie.store.postgres.LOCK_TIMEOUT_S", 1)
    reading = read_url(url).migration_engine()
    async with reading.begin() as connection:
        await connection.execute(text("SELECT * FROM tables"))
        async with asyncio.timeout(4):
            with pytest.raises(BadInput, match="please try again") as caught:
                await Store.open(url)
    await reading.dispose()
    assert "\n" not in str(caught.value)
    assert await old_schema.dump(url) == before
    await (await Store.open(url)).close()
