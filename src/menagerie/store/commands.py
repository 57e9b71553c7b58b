"""Statements that change tables, seats and logs; the caller opens the transaction.

Changes use optimistic concurrency: a caller says what it read, and gets a `Conflict` if that has
changed since. On SQLite a writing transaction locks the whole database. On PostgreSQL it locks the
rows that it reads before it writes; SQLAlchemy leaves the FOR UPDATE clauses out on SQLite.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from menagerie.identifiers import LogNumber, Seat
from menagerie.store.database import insert_new
from menagerie.store.group_commit import Outcome
from menagerie.store.rows import (
    Conflict,
    LogRow,
    Missing,
    SeatRow,
    State,
    TableRow,
    columns,
    same_seat,
)
from menagerie.store.schema import log, seats, tables, write_check

LogKey = tuple[str, LogNumber]  # the id of a table, and a number in its log


async def add_table(connection: AsyncConnection, table: TableRow, new_seats: list[SeatRow]) -> None:
    new = insert_new(connection, tables).values(columns(table)).returning(tables.c.id)
    if (await connection.execute(new)).first() is None:
        raise Conflict(f"the id {table.id} or the code {table.code} is taken")
    if new_seats:
        await connection.execute(insert(seats), [columns(seat) for seat in new_seats])


async def change_table(
    connection: AsyncConnection,
    table_id: str,
    expect_state: State,
    changes: dict[str, Any],
    at: float,
) -> None:
    change = (
        update(tables)
        .where(tables.c.id == table_id, tables.c.state == expect_state)
        .values(**changes, changed=at)
    )
    try:
        changed = (await connection.execute(change)).rowcount
    except IntegrityError:
        raise Conflict(f"the code {changes.get('code')} is taken") from None
    if changed == 0:
        await _lock_table(connection, table_id)
        raise Conflict(f"table {table_id} is not {expect_state} any more")


async def set_due(connection: AsyncConnection, table_id: str, due: float | None) -> None:
    condition = and_(tables.c.id == table_id, tables.c.state == "playing")
    await connection.execute(update(tables).where(condition).values(due=due))


async def put_seat(connection: AsyncConnection, seat: SeatRow, expect: SeatRow | None) -> None:
    await _lock_waiting_table(connection, seat.table_id)
    if expect is None:
        new = insert_new(connection, seats).values(columns(seat)).returning(seats.c.seat)
        if (await connection.execute(new)).first() is None:
            raise Conflict(f"seat {seat.seat} of table {seat.table_id} is taken")
        return
    condition = await _lock_seat(connection, seat.table_id, seat.seat, expect)
    await connection.execute(update(seats).where(condition).values(columns(seat)))


async def remove_seat(connection: AsyncConnection, expect: SeatRow) -> None:
    try:
        await _lock_waiting_table(connection, expect.table_id)
    except Missing as error:
        raise Conflict(f"{error} any more") from None
    condition = await _lock_seat(connection, expect.table_id, expect.seat, expect)
    await connection.execute(delete(seats).where(condition))


async def renew_token(connection: AsyncConnection, old: bytes, new: bytes) -> list[str]:
    change = update(seats).where(seats.c.token_hash == old).values(token_hash=new)
    found = await connection.execute(change.returning(seats.c.table_id))
    return sorted(set(found.scalars()))


async def check_writable(connection: AsyncConnection, at: float) -> None:
    """Write to `write_check`, a table with one row that exists for this check only."""
    if (await connection.execute(update(write_check).values(at=at))).rowcount == 0:
        await connection.execute(insert_new(connection, write_check).values(id=1, at=at))


async def _lock_table(connection: AsyncConnection, table_id: str) -> None:
    """Keep the table from being deleted until the transaction ends."""
    query = select(tables.c.id).where(tables.c.id == table_id)
    query = query.with_for_update(read=True, key_share=True)
    if (await connection.execute(query)).first() is None:
        raise Missing(f"there is no table {table_id}")


async def _lock_waiting_table(connection: AsyncConnection, table_id: str) -> None:
    """Keep the table in state `waiting` until the transaction ends.

    The deal depends on the seats, so they must not change once the table has left that state.
    """
    query = select(tables.c.state).where(tables.c.id == table_id).with_for_update(read=True)
    state = (await connection.execute(query)).scalar()
    if state is None:
        raise Missing(f"there is no table {table_id}")
    if state != "waiting":
        raise Conflict(f"table {table_id} is {state}; its seats can no longer change")


async def _lock_seat(
    connection: AsyncConnection, table_id: str, seat: Seat, expect: SeatRow
) -> ColumnElement[bool]:
    """Lock the row of a seat until the transaction ends, and check that it is as expected.

    Returns the condition that selects the row.
    """
    condition = and_(seats.c.table_id == table_id, seats.c.seat == seat)
    query = select(seats).where(condition).with_for_update()
    row = (await connection.execute(query)).mappings().first()
    if row is None or not same_seat(SeatRow(**row), expect):
        raise Conflict(f"seat {seat} of table {table_id} has changed")
    return condition


async def append(connection: AsyncConnection, rows: Sequence[LogRow]) -> list[Outcome]:
    """Write the rows that continue their table's log; the others get an error, in order."""
    last = await _last_numbers(connection, sorted({row["table_id"] for row in rows}))
    outcomes, new = _check_numbers(rows, last)
    for key in set(new) - await _insert(connection, [rows[new[key]] for key in sorted(new)]):
        outcomes[new[key]] = _number_conflict(*key, key[1])
    return outcomes


def _check_numbers(
    rows: Sequence[LogRow], last: dict[str, LogNumber]
) -> tuple[list[Outcome], dict[LogKey, int]]:
    """The outcome of each row so far, and the index of each row to be written, by its key."""
    outcomes: list[Outcome] = []
    new: dict[LogKey, int] = {}
    for index, row in enumerate(rows):
        table_id, number = row["table_id"], row["number"]
        if table_id not in last:
            outcomes.append(Missing(f"there is no table {table_id}"))
        elif number != last[table_id] + 1:
            outcomes.append(_number_conflict(table_id, number, last[table_id]))
        else:
            outcomes.append(None)
            last[table_id] = number
            new[table_id, number] = index
    return outcomes, new


def _number_conflict(table_id: str, number: LogNumber, last: LogNumber) -> Conflict:
    what = "is taken" if 0 <= number <= last else "does not follow the last one"
    return Conflict(f"number {number} in the log of table {table_id} {what}")


async def _last_numbers(connection: AsyncConnection, table_ids: list[str]) -> dict[str, LogNumber]:
    """The last number in the log of each existing table; -1 if the log is empty.

    The tables are locked against deletion, but on PostgreSQL other servers may still append.
    """
    last_number = (
        select(func.max(log.c.number)).where(log.c.table_id == tables.c.id).scalar_subquery()
    )
    query = select(tables.c.id, func.coalesce(last_number, -1)).where(tables.c.id.in_(table_ids))
    query = query.order_by(tables.c.id).with_for_update(read=True, key_share=True)
    return dict((await connection.execute(query)).all())


async def _insert(connection: AsyncConnection, rows: list[LogRow]) -> set[LogKey]:
    """The keys that were written: another server may have taken a number in the meantime.

    The rows must be sorted by key, so that two servers cannot deadlock.
    """
    if not rows:
        return set()
    new = insert_new(connection, log).returning(log.c.table_id, log.c.number)
    return {(table_id, number) for table_id, number in await connection.execute(new, rows)}
