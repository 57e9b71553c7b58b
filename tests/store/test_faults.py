"""Databases that fail, and processes that are killed."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection
from support.postgres import Server
from support.store.rows import entry, seat, table

from menagerie.store import Store, StoreError, commands
from menagerie.store.group_commit import Outcome
from menagerie.store.rows import LogRow

APPENDER = Path(__file__).parents[1] / "support" / "store" / "append_process.py"


async def _pragma(store: Store, setting: str) -> object:
    async with store._engines.write.connect() as connection:
        return (await connection.execute(text(f"PRAGMA {setting}"))).scalar()


async def test_a_commit_to_sqlite_is_synced(sqlite_store: Store) -> None:
    assert await _pragma(sqlite_store, "journal_mode") == "wal"
    assert await _pragma(sqlite_store, "synchronous") == 2
    assert await _pragma(sqlite_store, "foreign_keys") == 1


async def test_a_full_disk_is_an_error_for_every_caller_and_the_store_recovers(
    sqlite_store: Store,
) -> None:
    store = sqlite_store
    for number in range(10):
        await store.add_table(table(number), [])
    pages = await _pragma(store, "page_count")
    await _pragma(store, f"max_page_count = {pages}")
    large = {"words": "x" * 10_000}
    writing = [store.append(table(n).id, entry(0, move=large)) for n in range(10)]
    results = await asyncio.gather(*writing, return_exceptions=True)
    assert [type(result) for result in results] == [StoreError] * 10
    assert {str(result) for result in results} == {"database or disk is full"}
    with pytest.raises(StoreError, match="full"):
        await store.add_table(table(10, settings=large), [])
    assert await store.log(table(0).id) == []
    await _pragma(store, "max_page_count = 100000")
    await asyncio.gather(*(store.append(table(n).id, entry(0, move=large)) for n in range(10)))
    assert len(await store.log(table(9).id)) == 1


async def test_a_lost_connection_is_an_error_for_every_caller_and_the_store_recovers(
    postgres_server: Server, template: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = await asyncio.to_thread(postgres_server.create, template)
    store = await Store.open(postgres_server.url(name))
    for number in range(10):
        await store.add_table(table(number), [])
    write = commands.append

    async def cut_and_append(connection: AsyncConnection, rows: Sequence[LogRow]) -> list[Outcome]:
        await asyncio.to_thread(postgres_server.end_sessions, name)
        return await write(connection, rows)

    with monkeypatch.context() as cut:
        cut.setattr(commands, "append", cut_and_append)
        asking = [store.append(table(number).id, entry(0)) for number in range(10)]
        results = await asyncio.gather(*asking, return_exceptions=True)
    assert [type(result) for result in results] == [StoreError] * 10
    await asyncio.gather(*(store.append(table(number).id, entry(0)) for number in range(10)))
    await asyncio.to_thread(postgres_server.end_sessions, name)
    assert len(await store.log(table(9).id)) == 1
    await store.close()


async def test_a_bug_in_the_writer_leaves_no_caller_waiting(store: Store) -> None:
    await store.add_table(table(), [])
    write = store._appends._write

    async def fail(_rows: object) -> list[Outcome]:
        raise RuntimeError("a mistake")

    store._appends._write = fail
    with pytest.raises(StoreError, match="a mistake"):
        await store.append(table().id, entry(0))
    store._appends._write = write
    await store.append(table().id, entry(0))


async def test_reads_do_not_wait_for_a_writer(store: Store) -> None:
    await store.add_table(table(), [seat()])
    async with store._engines.write.begin() as connection:
        await connection.execute(text("UPDATE tables SET state = 'over'"))
        async with asyncio.timeout(5):
            assert (await store.table(table().id)).state == "waiting"
            assert await store.seats(table().id) == [seat()]
    assert (await store.table(table().id)).state == "over"


async def test_acknowledged_entries_survive_a_kill(url: str) -> None:
    store = await Store.open(url)
    for number in range(8):
        await store.add_table(table(number), [])
    acknowledged = await asyncio.to_thread(_append_and_kill, url)
    for number in range(8):
        lines = await store.log(table(number).id)
        assert lines == [entry(line) for line in range(len(lines))]
        assert len(lines) >= acknowledged.count(number)
        await store.append(table(number).id, entry(len(lines)))  # other processes can continue
    await store.close()


def _append_and_kill(url: str) -> list[int]:
    """The table numbers of all writes that a process acknowledged before it was killed."""
    with subprocess.Popen([sys.executable, APPENDER, url], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        seen = [int(process.stdout.readline()) for _ in range(200)]
        process.send_signal(signal.SIGKILL)
        seen += [int(line) for line in process.stdout if line.endswith(b"\n")]
    assert process.returncode == -signal.SIGKILL
    return seen
