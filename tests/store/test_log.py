"""Logs: consecutive numbers, each written once, with concurrent writers and failures."""

import asyncio
import random
from collections.abc import Sequence
from typing import Any

import pytest
from support.store.queries import all_tables
from support.store.rows import entry, seat, table

from menagerie.errors import BadInput
from menagerie.store import Conflict, Missing, Store, StoreError
from menagerie.store.group_commit import Outcome
from menagerie.store.rows import LogRow


async def test_a_log_is_read_as_it_was_written(store: Store) -> None:
    await store.add_table(table(), [])
    entries = [entry(0), entry(1, kind="undo", move=None), entry(2)]
    for new in entries:
        await store.append(table().id, new)
    assert await store.log(table().id) == entries
    assert await store.log(table().id, since=1) == entries[1:]
    assert await store.log(table().id, since=3) == []


async def test_a_number_is_taken_once_and_leaves_no_gap(store: Store) -> None:
    await store.add_table(table(), [])
    for early in (1, -1, 2**31 - 1):
        with pytest.raises(Conflict, match="does not follow"):
            await store.append(table().id, entry(early))
    await store.append(table().id, entry(0))
    with pytest.raises(Conflict, match="is taken"):
        await store.append(table().id, entry(0, kind="undo"))
    with pytest.raises(Conflict, match="does not follow"):
        await store.append(table().id, entry(2))
    assert await store.log(table().id) == [entry(0)]


async def test_in_one_batch_each_caller_gets_its_own_outcome(store: Store) -> None:
    for number in range(3):
        await store.add_table(table(number), [])
    results = await asyncio.gather(
        store.append(table(0).id, entry(0)),
        store.append(table(0).id, entry(0, kind="undo")),
        store.append("nowhere", entry(0)),
        store.append(table(1).id, entry(1)),
        store.append(table(0).id, entry(1)),
        store.append(table(2).id, entry(0, move={"bad": {1, 2}})),
        store.append("nu\0l", entry(0)),
        store.append(table(2).id, entry(0)),
        return_exceptions=True,
    )
    kinds = [None if result is None else type(result) for result in results]
    assert kinds == [None, Conflict, Missing, Conflict, None, BadInput, BadInput, None]
    assert await store.log(table(0).id) == [entry(0), entry(1)]
    assert await store.log(table(1).id) == []
    assert await store.log(table(2).id) == [entry(0)]


async def test_concurrent_appends_to_many_tables_are_one_batch(store: Store) -> None:
    for number in range(40):
        await store.add_table(table(number), [])
    batches: list[int] = []
    write = store._appends._write

    async def count_and_write(rows: Sequence[LogRow]) -> list[Outcome]:
        batches.append(len(rows))
        return list(await write(rows))

    store._appends._write = count_and_write

    async def play(number: int) -> None:
        for line in range(10):
            await store.append(table(number).id, entry(line))

    await asyncio.gather(*(play(number) for number in range(40)))
    assert batches == [40] * 10
    for number in range(40):
        assert await store.log(table(number).id) == [entry(line) for line in range(10)]


async def test_on_sqlite_a_batch_is_one_statement(sqlite_store: Store) -> None:
    """Each further statement would cost as much as several entries."""
    for number in range(40):
        await sqlite_store.add_table(table(number), [])
    statements: list[str] = []
    async with sqlite_store._engines.append.connect() as connection:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        await driver.set_trace_callback(statements.append)
    await asyncio.gather(*(sqlite_store.append(table(n).id, entry(0)) for n in range(40)))
    assert len(statements) == 1
    assert statements[0].startswith("INSERT INTO log")
    conflict = sqlite_store.append(table(0).id, entry(0))
    new = [sqlite_store.append(table(n).id, entry(1)) for n in range(1, 40)]
    results = await asyncio.gather(conflict, *new, return_exceptions=True)
    assert [type(result) for result in results] == [Conflict] + [type(None)] * 39
    assert any(statement.startswith("BEGIN IMMEDIATE") for statement in statements[1:])


async def test_two_stores_race_and_each_number_is_written_once(url: str) -> None:
    stores = [await Store.open(url), await Store.open(url)]
    for number in range(5):
        await stores[0].add_table(table(number), [])
    won: list[tuple[str, int, str]] = []

    async def race(store: Store, who: str) -> None:
        chance = random.Random(who)
        line = 0
        while line < 30:
            number = chance.randrange(5) if chance.random() < 0.1 else int(who) % 5
            known = await store.log(table(number).id)
            line = len(known)
            try:
                await store.append(table(number).id, entry(line, move={"who": who}))
            except Conflict:
                continue
            won.append((table(number).id, line, who))

    runs = [race(stores[who % 2], f"{who}") for who in range(20)]
    await asyncio.gather(*runs)
    assert len({(table_id, line) for table_id, line, _ in won}) == len(won)
    written = []
    for number in range(5):
        lines = await stores[1].log(table(number).id)
        assert [line.number for line in lines] == list(range(len(lines)))
        written += [
            (table(number).id, line.number, line.move["who"]) for line in lines if line.move
        ]
    assert sorted(written) == sorted(won)
    for store in stores:
        await store.close()


async def test_tables_are_deleted_while_others_are_played(url: str) -> None:
    playing, cleaning = await Store.open(url), await Store.open(url)
    for number in range(30):
        await playing.add_table(table(number, state="over"), [seat(0, at=number)])

    async def play(number: int) -> None:
        for line in range(10):
            await playing.append(table(number).id, entry(line, at=2e9))

    games = asyncio.gather(*(play(number) for number in range(30)), return_exceptions=True)
    gone = 0
    while not games.done():
        gone += await cleaning.delete_unused(now=2e9, elapsed=1e9, keep=5e8, states=("over",))
    results = await games
    assert all(result is None or isinstance(result, Missing) for result in results)
    assert gone == sum(isinstance(result, Missing) for result in results)
    for number, result in enumerate(results):
        assert len(await cleaning.log(table(number).id)) == (10 if result is None else 0)
    await playing.close()
    await cleaning.close()


async def test_a_cancelled_append_affects_no_other(store: Store) -> None:
    for number in range(60):
        await store.add_table(table(number), [])
    first = [asyncio.create_task(store.append(table(n).id, entry(0))) for n in range(20)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)  # these are being written now
    then = [asyncio.create_task(store.append(table(n).id, entry(0))) for n in range(20, 60)]
    await asyncio.sleep(0)
    cancelled = [*first[::2], *then[::2]]
    for task in cancelled:
        task.cancel()
    results = await asyncio.gather(*first, *then, return_exceptions=True)
    for number, result in enumerate(results):
        lines = await store.log(table(number).id)
        if number % 2:
            assert result is None
            assert lines == [entry(0)]
        else:
            assert isinstance(result, asyncio.CancelledError)
            assert lines == ([entry(0)] if number < 20 else [])


async def test_a_cancelled_change_is_atomic(store: Store) -> None:
    for number in range(10):
        adding = asyncio.create_task(store.add_table(table(number), [seat(0, at=number)]))
        for _ in range(number):
            await asyncio.sleep(0.0005)
        adding.cancel()
        await asyncio.gather(adding, return_exceptions=True)
    await store.add_table(table(10), [seat(0, at=10)])
    for row in await all_tables(store):
        assert len(await store.seats(row.id)) == 1


async def test_closing_writes_what_is_in_the_queue(url: str) -> None:
    store = await Store.open(url)
    for number in range(20):
        await store.add_table(table(number), [])
    waiting = [asyncio.create_task(store.append(table(n).id, entry(0))) for n in range(20)]
    waiting.append(asyncio.create_task(store.add_table(table(20), [])))
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*waiting) == [None] * 21
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await store.append(table().id, entry(1))
    with pytest.raises(StoreError, match="closed"):
        await store.table(table().id)
    store = await Store.open(url)
    assert [await store.log(table(n).id) for n in range(20)] == [[entry(0)]] * 20
    assert await store.table(table(20).id) == table(20)
    await store.close()
