"""Tables and seats: written, read, and changed with optimistic concurrency."""

import asyncio
import time
from dataclasses import replace
from typing import Any

import pytest
from support.store.queries import all_tables
from support.store.rows import entry, seat, table

from menagerie.errors import BadInput
from menagerie.store import Conflict, Missing, Store


async def test_a_table_is_read_as_it_was_written(store: Store) -> None:
    sitting = [seat(1, token_hash=None, bot="hard"), seat(0)]
    await store.add_table(table(), sitting)
    assert await store.table(table().id) == table()
    assert await store.table_by_code("CODE0") == table()
    assert await store.seats(table().id) == sitting[::-1]
    assert await store.log(table().id) == []


async def test_the_tables_of_a_player_are_found_by_token(store: Store) -> None:
    for number in range(3):
        sitting = [seat(0, number), seat(1, number, token_hash=None, bot="easy")]
        await store.add_table(table(number, changed=float(number)), sitting[: 1 + number])
    await store.add_table(table(3), [seat(2, 3)])
    found = await store.tables_of(bytes(32), limit=2)
    assert [row.id for row in found] == [table(2).id, table(1).id]
    assert await store.seats_at([table(3).id, table(2).id, "nowhere"]) == {
        table(3).id: [seat(2, 3)],
        table(2).id: [seat(0, 2), seat(1, 2, token_hash=None, bot="easy")],
        "nowhere": [],
    }
    assert await store.tables_of(b"nobody") == []


async def test_any_json_is_stored_without_loss(store: Store) -> None:
    odd: dict[str, Any] = {
        "": [1, 1.5, -0.1, 2**70, None, True, {}],
        "nul": "\0",
        "half": "\ud800",
        "é": "🥚",
    }
    await store.add_table(table(settings=odd, header=odd), [])
    assert (await store.table(table().id)).settings == odd
    assert (await store.table(table().id)).header == odd


async def test_a_table_that_does_not_exist_is_missing(store: Store) -> None:
    for nothing in ("nothing", "", "nu\0l", "\ud800"):
        with pytest.raises(Missing):
            await store.table(nothing)
        with pytest.raises(Missing):
            await store.table_by_code(nothing)
        assert await store.seats(nothing) == []
        assert await store.log(nothing) == []
    with pytest.raises(Missing):
        await store.put_seat(seat(), expect=None)
    with pytest.raises(Missing):
        await store.change_table("nothing", expect_state="waiting", state="playing")
    with pytest.raises(Conflict):
        await store.remove_seat(seat())


async def test_ids_and_codes_are_taken_once(store: Store) -> None:
    await store.add_table(table(0), [seat()])
    for taken in (replace(table(0), code="NEW"), replace(table(1), code=table(0).code)):
        with pytest.raises(Conflict):
            await store.add_table(taken, [])
    assert await all_tables(store) == [table(0)]
    assert await store.seats(table(0).id) == [seat()]


async def test_a_table_is_added_with_all_its_seats_or_not_at_all(store: Store) -> None:
    with pytest.raises(ValueError, match="another table"):
        await store.add_table(table(0), [seat(0, at=1)])
    with pytest.raises(BadInput, match="name cannot be stored"):
        await store.add_table(table(0), [seat(0), seat(1, name="nu\0l")])
    assert await all_tables(store) == []


@pytest.mark.parametrize(
    "bad",
    [
        {"name": "nu\0l"},
        {"name": "\ud800"},
        {"seat": 2**31},
        {"data": {"number": float("nan")}},
        {"data": {"bytes": b""}},
    ],
)
async def test_a_value_that_cannot_be_stored_is_refused(store: Store, bad: dict[str, Any]) -> None:
    await store.add_table(table(), [])
    with pytest.raises(BadInput, match="cannot be stored"):
        await store.put_seat(seat(**bad), expect=None)
    assert await store.seats(table().id) == []


async def test_one_of_many_callers_gets_the_seat(store: Store) -> None:
    await store.add_table(table(), [])
    asking = [store.put_seat(seat(0, name=f"{who}"), expect=None) for who in range(20)]
    results = await asyncio.gather(*asking, return_exceptions=True)
    assert results.count(None) == 1
    assert sum(isinstance(result, Conflict) for result in results) == 19
    assert [found.name for found in await store.seats(table().id)] == [f"{results.index(None)}"]


async def test_a_seat_changes_only_if_it_is_as_expected(store: Store) -> None:
    await store.add_table(table(), [seat(0), seat(1)])
    ready = seat(0, data={"ready": True})
    await store.put_seat(ready, expect=seat(0))
    for stale in (seat(0), seat(0, data={"ready": 1}), seat(1), None):
        with pytest.raises(Conflict):
            await store.put_seat(seat(0, name="Late"), expect=stale)
    assert await store.seats(table().id) == [ready, seat(1)]
    with pytest.raises(Conflict):
        await store.put_seat(seat(2), expect=seat(2))


async def test_no_concurrent_change_of_a_seat_is_lost(store: Store) -> None:
    await store.add_table(table(), [seat(0, data={"count": 0})])

    async def count_up() -> None:
        while True:
            [found] = await store.seats(table().id)
            more = replace(found, data={"count": found.data["count"] + 1})
            try:
                return await store.put_seat(more, expect=found)
            except Conflict:
                await asyncio.sleep(0)

    await asyncio.gather(*(count_up() for _ in range(8)))
    assert (await store.seats(table().id))[0].data == {"count": 8}


async def test_a_seat_is_freed_only_if_it_is_as_expected(store: Store) -> None:
    await store.add_table(table(), [seat(0), seat(1)])
    with pytest.raises(Conflict):
        await store.remove_seat(seat(0, name="Else"))
    await store.remove_seat(seat(0))
    assert await store.seats(table().id) == [seat(1)]


async def test_a_table_changes_from_the_state_that_was_seen(store: Store) -> None:
    await store.add_table(table(), [])
    before = time.time()
    header = {"game": "catbox", "seed": "7"}
    await store.change_table(
        table().id, expect_state="waiting", state="playing", header=header, code=None
    )
    with pytest.raises(Conflict, match="not waiting any more"):
        await store.change_table(table().id, expect_state="waiting", state="over")
    await store.change_table(table().id, expect_state="playing", next_id="the rematch")
    found = await store.table(table().id)
    assert before <= found.changed <= time.time()
    wanted = table(state="playing", header=header, next_id="the rematch")
    assert found == replace(wanted, code=None, changed=found.changed)
    await store.change_table(table().id, expect_state="playing", header=None, next_id=None)
    assert (await store.table(table().id)).header is None


async def test_only_some_fields_of_a_table_change(store: Store) -> None:
    await store.add_table(table(), [])
    with pytest.raises(TypeError, match="game"):
        await store.change_table(table().id, expect_state="waiting", game="go")  # type: ignore[call-arg]
    with pytest.raises(BadInput, match="next_id"):
        await store.change_table(table().id, expect_state="waiting", next_id="\0")
    assert await store.table(table().id) == table()


async def test_one_of_many_callers_changes_the_state(store: Store) -> None:
    await store.add_table(table(), [])
    asking = [
        store.change_table(table().id, expect_state="waiting", state="playing", next_id=f"{who}")
        for who in range(20)
    ]
    results = await asyncio.gather(*asking, return_exceptions=True)
    assert results.count(None) == 1
    assert (await store.table(table().id)).next_id == f"{results.index(None)}"


async def test_the_tables_of_a_player_are_listed_by_their_last_change(store: Store) -> None:
    states = ["waiting", "playing", "over", "playing"]
    rows = [table(n, state=state, changed=100.0 + n) for n, state in enumerate(states)]
    for number, row in enumerate(rows):
        await store.add_table(row, [seat(0, at=number, token_hash=b"ours")])
    await store.add_table(table(4, changed=200.0), [seat(0, at=4, token_hash=b"theirs")])
    assert await store.tables_of(b"ours") == rows[::-1]
    assert await store.tables_of(b"ours", limit=2) == rows[:1:-1]


async def test_old_tables_are_deleted_with_their_seats_and_logs(store: Store) -> None:
    for number in range(250):
        state = "playing" if number == 7 else "over"
        row = table(number, state=state, changed=float(number))
        await store.add_table(row, [seat(0, at=number)])
    for number in (0, 1):
        await store.append(table(3).id, entry(number, at=10.0))
        await store.append(table(5).id, entry(number, at=500.0 * number))  # played recently
    old = {"now": 500.0, "elapsed": 0.0, "keep": 280.0}
    assert await store.delete_unused(**old, states=("waiting",)) == 0
    assert await store.delete_unused(**old, states=()) == 0
    assert await store.delete_unused(**old, states=("over", "waiting")) == 218
    left = {row.id for row in await all_tables(store)}
    assert left == {table(number).id for number in (5, 7, *range(220, 250))}
    assert await store.seats(table(3).id) == []
    assert await store.log(table(3).id) == []
    assert len(await store.log(table(5).id)) == 2
    await store.add_table(table(3), [])
    await store.append(table(3).id, entry(0))


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
