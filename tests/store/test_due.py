"""When tables are due: the time at which a server must load them again."""

import pytest
from support.store.rows import table

from menagerie.errors import BadInput
from menagerie.store import Store


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
