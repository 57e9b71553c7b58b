"""Retention: tables are deleted by the time that really passed, not by a wrong system clock."""

import pytest
from support.store.queries import all_tables
from support.store.rows import entry, table

from menagerie.store import State, Store

DAY_S = 86_400.0
HOUR_S = 3_600.0
KEEP_S = 60 * DAY_S
NOW = 1.8e9  # what the clock should say
STATES: tuple[State, ...] = ("waiting", "playing", "over")


async def _delete_unused(store: Store, now: float, elapsed: float = HOUR_S) -> int:
    return await store.delete_unused(now=now, elapsed=elapsed, keep=KEEP_S, states=STATES)


async def _fill(store: Store, *, now: float = NOW) -> None:
    """Tables that were last used 50, 40, … 0 days ago."""
    for number in range(6):
        await store.add_table(table(number, changed=now - (50 - 10 * number) * DAY_S), [])
    await store.append(table(5).id, entry(0, at=now))


@pytest.mark.parametrize("wrong", [60 * DAY_S, 10_000 * DAY_S])
async def test_a_clock_ahead_at_the_start_deletes_nothing(url: str, wrong: float) -> None:
    store = await Store.open(url)
    await _fill(store)
    await store.close()
    for restart in range(3):
        store = await Store.open(url)
        for round_ in range(5):
            assert await _delete_unused(store, NOW + wrong + restart * DAY_S + round_ * HOUR_S) == 0
        assert await _delete_unused(store, NOW + DAY_S) == 0  # put right again
        assert len(await all_tables(store)) == 6
        await store.close()


async def test_a_clock_ahead_while_people_play_deletes_nothing(store: Store) -> None:
    await _fill(store)
    ahead = NOW + 60 * DAY_S
    assert await _delete_unused(store, ahead) == 0
    await store.append(table(5).id, entry(1, at=ahead))
    await store.add_table(table(6, changed=ahead), [])
    await store.change_table(table(0).id, expect_state="waiting", state="playing", at=ahead)
    for round_ in range(24):
        assert await _delete_unused(store, ahead + round_ * HOUR_S) == 0
    for round_ in range(24):
        assert await _delete_unused(store, NOW + DAY_S + round_ * HOUR_S) == 0
    assert len(await all_tables(store)) == 7


async def test_the_first_round_after_play_with_a_clock_ahead_deletes_nothing(store: Store) -> None:
    await _fill(store)
    await store.append(table(5).id, entry(1, at=NOW + 60 * DAY_S))
    assert await _delete_unused(store, NOW) == 0
    assert len(await all_tables(store)) == 6


async def test_a_clock_behind_and_then_right_deletes_nothing(store: Store) -> None:
    await _fill(store)
    assert await _delete_unused(store, NOW) == 0
    behind = NOW - 60 * DAY_S
    assert await _delete_unused(store, behind) == 0
    await store.add_table(table(6, changed=behind + HOUR_S), [])
    await store.append(table(4).id, entry(0, at=behind + HOUR_S))
    for round_ in range(24):
        assert await _delete_unused(store, behind + round_ * HOUR_S) == 0
    for round_ in range(24):
        assert await _delete_unused(store, NOW + DAY_S + round_ * HOUR_S) == 0
    assert len(await all_tables(store)) == 7


async def test_tables_age_with_elapsed_time(store: Store) -> None:
    await _fill(store)
    left = []
    for day in range(62):
        await _delete_unused(store, NOW + day * DAY_S, DAY_S if day else 0.0)
        left.append(len(await all_tables(store)))
    # Table 0 was 50 days old, so it is 60 days old after 10 more; it goes once it is older.
    assert left == [6] * 11 + [5] * 10 + [4] * 10 + [3] * 10 + [2] * 10 + [1] * 10 + [0]


async def test_time_that_the_clock_does_not_confirm_does_not_count(store: Store) -> None:
    await _fill(store)
    assert await _delete_unused(store, NOW, 1000 * DAY_S) == 0
    assert await _delete_unused(store, NOW + DAY_S, -1000 * DAY_S) == 0
    assert await _delete_unused(store, NOW + 11 * DAY_S, 1000 * DAY_S) == 1


async def test_an_empty_database_starts_with_the_clock(store: Store) -> None:
    assert await _delete_unused(store, NOW) == 0
    await store.add_table(table(changed=NOW), [])
    assert await _delete_unused(store, NOW + 59 * DAY_S, 59 * DAY_S) == 0
    assert await _delete_unused(store, NOW + 61 * DAY_S, 2 * DAY_S) == 1


@pytest.mark.parametrize("wrong", [61 * DAY_S, 20_000 * DAY_S])
async def test_a_clock_that_was_behind_between_two_rounds_deletes_nothing(
    store: Store, wrong: float
) -> None:
    """A machine without a battery, which gets the right time some minutes after its start."""
    await _fill(store)
    assert await _delete_unused(store, NOW) == 0
    behind = NOW - wrong
    await store.add_table(table(6, changed=behind), [])
    await store.change_table(table(5).id, expect_state="waiting", state="playing", at=behind)
    for round_ in range(24):
        assert await _delete_unused(store, NOW + HOUR_S + round_ * HOUR_S) == 0
    assert len(await all_tables(store)) == 7


async def test_moves_made_while_the_clock_was_behind_keep_a_table(store: Store) -> None:
    await store.add_table(table(0, changed=NOW - 59 * DAY_S), [])
    assert await _delete_unused(store, NOW) == 0
    behind = NOW - 61 * DAY_S
    await store.cap_trusted_time(behind)
    await store.append(table(0).id, entry(0, at=behind))
    for day in range(10):
        assert await _delete_unused(store, NOW + day * DAY_S, DAY_S) == 0
