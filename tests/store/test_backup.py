"""Backups of a store that is in use."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from store.rows import entry, table

from menagerie.errors import BadInput
from menagerie.store import Store


async def test_a_backup_is_consistent_while_others_write(
    sqlite_store: Store, tmp_path: Path
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
        await sqlite_store.backup(tmp_path / name)
        copy = await Store.open(f"sqlite:///{tmp_path / name}")
        for number in range(10):
            lines = await copy.log(table(number).id)
            assert lines == [entry(line) for line in range(len(lines))]
            assert len(lines) >= known[number] > 0
        await copy.close()
    stop.set()
    await asyncio.gather(*games)
    assert not (tmp_path / "two.db.part").exists()


async def test_a_backup_overwrites_nothing(sqlite_store: Store, tmp_path: Path) -> None:
    for taken in ("store.db", "notes.txt"):
        (tmp_path / taken).touch()
        with pytest.raises(BadInput, match="is there already"):
            await sqlite_store.backup(tmp_path / taken)
    with pytest.raises(BadInput, match="no folder"):
        await sqlite_store.backup(tmp_path / "nowhere" / "copy.db")
    assert await sqlite_store.tables() == []


async def test_postgresql_has_its_own_program_for_backups(
    new_postgres: Callable[[], str], tmp_path: Path
) -> None:
    url = await asyncio.to_thread(new_postgres)
    store = await Store.open(url)
    with pytest.raises(BadInput, match="pg_dump"):
        await store.backup(tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
    await store.close()
