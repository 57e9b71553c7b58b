"""Seats change only before the deal, even if somebody deals at the same moment."""

import asyncio

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from support.postgres import Server
from support.store.rows import seat, table

from menagerie.store import Conflict, Store
from menagerie.store.urls import read_url

TIMEOUT_S = 5.0
ROUNDS = 150


@pytest.mark.parametrize("state", ["playing", "over"])
async def test_seats_stay_as_they_are_after_the_deal(store: Store, state: str) -> None:
    await store.add_table(table(state=state), [seat(0)])
    with pytest.raises(Conflict, match=f"is {state}"):
        await store.put_seat(seat(1), expect=None)
    with pytest.raises(Conflict, match=f"is {state}"):
        await store.put_seat(seat(0, entropy="more"), expect=seat(0))
    with pytest.raises(Conflict, match=f"is {state}"):
        await store.remove_seat(seat(0))
    assert await store.seats(table().id) == [seat(0)]


async def test_a_deal_and_a_change_of_seats_never_both_succeed(
    postgres_server: Server, template: str
) -> None:
    """The header has the seats that were read within the transaction that dealt, or the same."""
    url = postgres_server.url(await asyncio.to_thread(postgres_server.create, template))
    dealing, sitting = await Store.open(url), await Store.open(url)
    outcomes = set()
    for number in range(ROUNDS):
        await dealing.add_table(table(number), [seat(0, number)])
        dealt, *changed = await asyncio.gather(
            _deal(dealing, number, number % 7 / 2000),
            sitting.put_seat(seat(1, number), expect=None),
            sitting.put_seat(seat(0, number, entropy="more"), expect=seat(0, number)),
            return_exceptions=True,
        )
        assert dealt is None
        assert all(result is None or isinstance(result, Conflict) for result in changed)
        assert (await sitting.table(table(number).id)).state == "playing"
        late = await asyncio.gather(
            sitting.put_seat(seat(2, number), expect=None), return_exceptions=True
        )
        assert isinstance(late[0], Conflict)
        seats = await dealing.seats(table(number).id)
        assert (seat(1, number) in seats) == (changed[0] is None)
        assert (seat(0, number, entropy="more") in seats) == (changed[1] is None)
        outcomes.add(tuple(result is None for result in changed))
    assert len(outcomes) > 1  # it was a race: sometimes this one wins, sometimes that one
    await dealing.close()
    await sitting.close()


async def _deal(store: Store, number: int, delay: float) -> None:
    await asyncio.sleep(delay)
    await store.change_table(table(number).id, expect_state="waiting", state="playing")


async def test_a_seat_is_not_given_while_the_cards_are_dealt(
    postgres_server: Server, template: str
) -> None:
    url = postgres_server.url(await asyncio.to_thread(postgres_server.create, template))
    store, other = await Store.open(url), read_url(url).migration_engine()
    await store.add_table(table(), [seat(0)])
    async with store._engines.write.begin() as connection:
        await connection.exec_driver_sql("UPDATE tables SET state = 'playing'")
        leaving = asyncio.create_task(store.remove_seat(seat(0)))
        sitting = asyncio.create_task(store.put_seat(seat(1), expect=None))
        await _until_two_wait_for_a_lock(other)
        assert not leaving.done()  # both wait for the deal
        assert not sitting.done()
    results = await asyncio.gather(leaving, sitting, return_exceptions=True)
    assert [type(result) for result in results] == [Conflict, Conflict]
    assert await store.seats(table().id) == [seat(0)]
    await other.dispose()
    await store.close()


async def _until_two_wait_for_a_lock(other: AsyncEngine) -> None:
    waiting = (
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    async with asyncio.timeout(TIMEOUT_S), other.connect() as connection:
        while (await connection.execute(text(waiting))).scalar() != 2:  # noqa: ASYNC110 - polls
            await asyncio.sleep(0.01)
