"""Due tables, the check that the database is writable, and new tokens."""

from dataclasses import replace

import pytest
from support.store.rows import seat, table

from menagerie.errors import BadInput
from menagerie.store import Conflict, Missing, Store


async def test_tables_in_play_are_found_by_when_they_are_due(store: Store) -> None:
    for number, due in enumerate([30.0, 10.0, 20.0, 10.0, None]):
        await store.add_table(table(number, state="playing", due=due), [])
    await store.add_table(table(5, state="over", due=10.0), [])
    ids = [table(number).id for number in range(5)]
    assert await store.due_between(None, 20.0, 9) == [
        (ids[1], 10.0),
        (ids[3], 10.0),
        (ids[2], 20.0),
    ]
    assert await store.due_between(None, 20.0, 2) == [(ids[1], 10.0), (ids[3], 10.0)]
    assert await store.due_between((10.0, ids[1]), 10.0, 9) == [(ids[3], 10.0)]
    assert await store.due_between((10.0, ids[3]), 30.0, 9) == [(ids[2], 20.0), (ids[0], 30.0)]
    assert await store.due_between((30.0, ids[0]), 99.0, 9) == []


async def test_only_a_table_in_play_gets_a_due_time_and_that_is_no_change(store: Store) -> None:
    await store.add_table(table(0, state="playing"), [])
    await store.add_table(table(1), [])
    for number in (0, 1, 2):
        await store.set_due(table(number).id, 5.5)
    assert await store.table(table(0).id) == table(0, state="playing", due=5.5)
    assert await store.table(table(1).id) == table(1)
    await store.set_due(table(0).id, None)
    assert await store.due_between(None, 1e12, 9) == []
    with pytest.raises(BadInput, match="due cannot be stored"):
        await store.set_due(table(0).id, float("inf"))


async def test_a_finished_game_frees_its_code(store: Store) -> None:
    for number in (0, 1):
        await store.add_table(table(number, state="playing", due=1.0), [])
        await store.change_table(
            table(number).id, expect_state="playing", state="over", code=None, due=None
        )
        found = await store.table(table(number).id)
        assert (found.code, found.due) == (None, None)
    with pytest.raises(Missing):
        await store.table_by_code("CODE0")
    again = replace(table(2), code="CODE0")
    await store.add_table(again, [])
    assert await store.table_by_code("CODE0") == again
    with pytest.raises(Conflict, match="the code CODE0 is taken"):
        await store.change_table(table(1).id, expect_state="over", code="CODE0")


async def test_a_token_is_renewed_wherever_its_owner_sits(store: Store) -> None:
    for number in range(3):
        await store.add_table(table(number), [seat(0, number), seat(1, number)])
    await store.remove_seat(seat(0, 1))
    ids = [table(0).id, table(2).id]
    assert await store.renew_token(bytes(32), b"new") == ids
    assert await store.renew_token(bytes(32), b"newer") == []
    assert await store.tables_of(bytes(32)) == []
    assert sorted(row.id for row in await store.tables_of(b"new")) == ids
    assert await store.seats(table(0).id) == [seat(0, token_hash=b"new"), seat(1)]


async def test_a_writable_store_passes_its_check(store: Store) -> None:
    for _ in range(3):
        await store.check_writable()
