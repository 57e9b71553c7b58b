"""Backups of a database that is in use."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from support.store import old_schema
from support.store.rows import entry, table

from menagerie.errors import BadInput
from menagerie.store import Store, backup


async def test_a_backup_is_consistent_while_others_write(
    sqlite_store: Store, sqlite_url: str, tmp_path: Path
) -> None:
    for number in range(10):
        await sqlite_store.add_table(table(number), [])
    stop = asyncio.Event()

    async def play(number: int) -> None:
        line = 0
        while not stop.is_set():
            await sqlite_store.append(table(number).id, entry(line))
            line += 1

    games = [asyncio.create_task(play(number)) for number in range(10)]
    for name in ("one.db", "two.db"):
        await asyncio.sleep(0.1)
        known = [len(await sqlite_store.log(table(number).id)) for number in range(10)]
        await asyncio.to_thread(backup, sqlite_url, tmp_path / name)
        copy = await Store.open(f"sqlite:///{tmp_path / name}")
        for number in range(10):
            lines = await copy.log(table(number).id)
            assert lines == [entry(line) for line in range(len(lines))]
            assert len(lines) >= known[number] > 0
        await copy.close()
    stop.set()
    await asyncio.gather(*games)
    assert not (tmp_path / "two.db.part").exists()


def test_a_backup_overwrites_nothing(tmp_path: Path) -> None:
    for taken in ("store.db", "notes.txt"):
        (tmp_path / taken).write_text("mine")
        with pytest.raises(BadInput, match="already exists"):
            backup(f"sqlite:///{tmp_path}/store.db", tmp_path / taken)
        assert (tmp_path / taken).read_text() == "mine"
    with pytest.raises(BadInput, match="no folder"):
        backup(f"sqlite:///{tmp_path}/store.db", tmp_path / "nowhere" / "copy.db")


def test_a_missing_file_or_one_that_is_no_database_is_not_copied(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("buy milk\n" * 1000)
    for name, fault in [("nothing.db", "there is no database"), ("notes.txt", "not a database")]:
        with pytest.raises(BadInput, match=fault):
            backup(f"sqlite:///{tmp_path / name}", tmp_path / "copy.db")
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize("revision", ["0001", "9999"])
async def test_a_backup_migrates_nothing(tmp_path: Path, revision: str) -> None:
    """Neither the database nor the copy, whether its schema is older or newer than ours."""
    file, copy = tmp_path / "old.db", tmp_path / "copy.db"
    await old_schema.make(f"sqlite:///{file}")
    await old_schema.set_revision(f"sqlite:///{file}", revision)
    file.chmod(0o600)
    content = file.read_bytes()
    await asyncio.to_thread(backup, f"sqlite:///{file}", copy)
    assert file.read_bytes() == content
    rows = await old_schema.dump(f"sqlite:///{file}")
    assert await old_schema.dump(f"sqlite:///{copy}") == rows
    assert rows["alembic_version"] == [{"version_num": revision}]
    assert (len(rows["tables"]), len(rows["seats"]), len(rows["log"])) == (9, 18, 45)
    assert copy.stat().st_mode & 0o777 == 0o600


def test_postgresql_has_its_own_program_for_backups(
    new_postgres: Callable[[], str], tmp_path: Path
) -> None:
    with pytest.raises(BadInput, match="pg_dump"):
        backup(new_postgres(), tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
