"""Timeouts: when the network is cut or a lock is held, every caller gets an error in time."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import text
from support.postgres import Server
from support.store.rows import entry, seat, table
from support.store.silent_proxy import Proxy, new_proxy

from menagerie.store import Conflict, Store, StoreError, commands
from menagerie.store.group_commit import Outcome
from menagerie.store.urls import read_url

TIMEOUT_S = 5.0


@asynccontextmanager
async def _behind_proxy(server: Server, template: str) -> AsyncIterator[tuple[Store, Proxy]]:
    name = await asyncio.to_thread(server.create, template)
    async with new_proxy(server.folder / ".s.PGSQL.5432") as proxy:
        store = await Store.open(f"postgresql://postgres@127.0.0.1:{proxy.port}/{name}?ssl=disable")
        for number in range(10):
            await store.add_table(table(number), [seat(0, number)])
            await store.append(table(number).id, entry(0))
        yield store, proxy
        began = time.monotonic()
        await store.close()
        assert time.monotonic() - began < 2 * TIMEOUT_S


async def _fails_in_time(*asked: Awaitable[object]) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        results = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(result) for result in results] == [StoreError] * len(asked)


async def _append(store: Store, number: int, line: int) -> None:
    """Retry as a server does when the outcome is unknown: the entry may be there already."""
    try:
        await store.append(table(number).id, entry(line))
    except Conflict:
        assert (await store.log(table(number).id))[line] == entry(line)


async def test_a_cut_network_is_an_error_in_time_and_heals(
    postgres_server: Server, template: str
) -> None:
    async with _behind_proxy(postgres_server, template) as (store, proxy):
        proxy.cut()
        asked = [store.append(table(number).id, entry(1)) for number in range(5)]
        late = [_later(proxy, store.append(table(5 + number).id, entry(1))) for number in range(5)]
        await _fails_in_time(*asked, *late)
        await _fails_in_time(
            store.append(table(0).id, entry(1)),
            store.table(table(0).id),
            store.put_seat(seat(1), expect=None),
            store.check_writable(),
        )
        proxy.heal()
        async with asyncio.timeout(TIMEOUT_S):
            await asyncio.gather(*(_append(store, number, 1) for number in range(10)))
        await store.check_writable()
        assert await store.seats(table(0).id) == [seat(0)]
        for number in range(10):
            assert await store.log(table(number).id) == [entry(0), entry(1)]


async def _later(proxy: Proxy, work: Awaitable[object]) -> None:
    """Start while an earlier batch already hangs."""
    await proxy.until_silent()
    await work


async def test_a_batch_that_was_cut_before_its_commit_blocks_nobody(
    postgres_server: Server, template: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL has the uncommitted entries, which lock the same numbers for others."""
    async with _behind_proxy(postgres_server, template) as (store, proxy):
        write = commands.append

        async def append_and_cut(*values: object) -> list[Outcome]:
            outcomes = await write(*values)  # type: ignore[arg-type]
            proxy.cut()
            return outcomes

        with monkeypatch.context() as middle:
            middle.setattr(commands, "append", append_and_cut)
            await _fails_in_time(store.append(table(0).id, entry(1)))
        proxy.heal()
        async with asyncio.timeout(TIMEOUT_S):
            await _append(store, 0, 1)
        assert await store.log(table(0).id) == [entry(0), entry(1)]


async def test_idle_connections_from_before_the_cut_are_not_used(
    postgres_server: Server, template: str
) -> None:
    async with _behind_proxy(postgres_server, template) as (store, proxy):
        await asyncio.gather(*(store.table(table(number).id) for number in range(10)))
        proxy.cut()
        await _fails_in_time(store.append(table(0).id, entry(1)))
        proxy.heal()
        async with asyncio.timeout(1.0):
            reads = [store.table(table(number).id) for number in range(10)]
            assert [row.id for row in await asyncio.gather(*reads)] == [
                table(number).id for number in range(10)
            ]


async def test_a_store_closes_while_the_network_is_cut(
    postgres_server: Server, template: str
) -> None:
    async with _behind_proxy(postgres_server, template) as (store, proxy):
        await asyncio.gather(*(store.table(table(number).id) for number in range(10)))
        proxy.cut()
        asked = asyncio.create_task(store.append(table(0).id, entry(1)))
        abandoned = asyncio.create_task(store.table(table(0).id))
        async with asyncio.timeout(TIMEOUT_S):
            await proxy.until_silent(connections=2)
        abandoned.cancel()
    with pytest.raises(StoreError):
        await asked


async def test_a_lock_of_another_client_is_an_error_in_time(
    postgres_server: Server, template: str
) -> None:
    url = postgres_server.url(await asyncio.to_thread(postgres_server.create, template))
    store, other = await Store.open(url), read_url(url).migration_engine()
    await store.add_table(table(), [])
    async with other.begin() as holding:
        await holding.execute(text("SELECT * FROM tables FOR UPDATE"))
        moving, sitting = store.append(table().id, entry(0)), store.put_seat(seat(), expect=None)
        await _fails_in_time(moving, sitting)
        assert await store.seats(table().id) == []
    await store.append(table().id, entry(0))
    await other.dispose()
    await store.close()


async def test_a_locked_sqlite_file_is_an_error_in_time(
    sqlite_store: Store, sqlite_url: str
) -> None:
    other = await Store.open(sqlite_url)
    await other.add_table(table(), [])
    async with other._engines.write.begin() as holding:
        await holding.execute(text("UPDATE tables SET state = 'waiting'"))
        await _fails_in_time(
            sqlite_store.append(table().id, entry(0)),
            sqlite_store.put_seat(seat(), expect=None),
            sqlite_store.check_writable(),
        )
        assert await sqlite_store.log(table().id) == []
    await sqlite_store.append(table().id, entry(0))
    await sqlite_store.check_writable()
    assert await other.log(table().id) == [entry(0)]
    await other.close()


async def test_a_slow_disk_is_an_error_in_time_and_the_entry_is_still_written(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite's work cannot be aborted: it ends in its thread, even while the store closes."""
    store = await Store.open(sqlite_url)
    await store.add_table(table(), [])
    is_ready = threading.Event()

    def wait_before_insert(statement: str) -> None:
        """Runs in the thread of the connection, before each statement."""
        if statement.startswith("INSERT INTO log"):
            is_ready.wait(2 * TIMEOUT_S)

    async with store._engines.append.connect() as connection:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        await driver.set_trace_callback(wait_before_insert)
    monkeypatch.setattr("menagerie.store.store.BATCH_TIMEOUT_S", 0.2)
    monkeypatch.setattr("menagerie.store.store.OPERATION_TIMEOUT_S", 0.2)
    await _fails_in_time(store.append(table().id, entry(0)))
    await _fails_in_time(store.check_writable())  # it waits for the only connection that writes
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    is_ready.set()
    await closing
    store = await Store.open(sqlite_url)
    assert await store.log(table().id) == [entry(0)]
    await store.close()
