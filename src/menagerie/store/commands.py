"""Every change of the database, each within a transaction that the caller opens.

On SQLite such a transaction has the whole database to itself. On PostgreSQL it locks the rows that
it looks at before it writes; the clauses for that mean nothing to SQLite and are left out there.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from menagerie.store.database import insert_new
from menagerie.store.rows import Conflict, Missing, SeatRow, TableRow, columns, same_seat
from menagerie.store.schema import log, seats, tables, write_check

Line = dict[str, Any]  # of a log, by its columns, checked


async def add_table(connection: AsyncConnection, table: TableRow, sitting: list[SeatRow]) -> None:
    new = insert_new(connection, tables).values(columns(table)).returning(tables.c.id)
    if (await connection.execute(new)).first() is None:
        raise Conflict(f"the id {table.id} or the code {table.code} is taken")
    if sitting:
        await connection.execute(insert(seats), [columns(seat) for seat in sitting])


async def change_table(
    connection: AsyncConnection,
    table_id: str,
    expect_state: str,
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
        await _hold_table(connection, table_id)
        raise Conflict(f"table {table_id} is not {expect_state} any more")


async def set_due(connection: AsyncConnection, table_id: str, due: float | None) -> None:
    here = and_(tables.c.id == table_id, tables.c.state == "playing")
    await connection.execute(update(tables).where(here).values(due=due))


async def put_seat(connection: AsyncConnection, seat: SeatRow, expect: SeatRow | None) -> None:
    await _hold_waiting(connection, seat.table_id)
    if expect is None:
        new = insert_new(connection, seats).values(columns(seat)).returning(seats.c.seat)
        if (await connection.execute(new)).first() is None:
            raise Conflict(f"seat {seat.seat} of table {seat.table_id} is taken")
        return
    here = await _hold_seat(connection, seat.table_id, seat.seat, expect)
    await connection.execute(update(seats).where(here).values(columns(seat)))


async def remove_seat(connection: AsyncConnection, expect: SeatRow) -> None:
    try:
        await _hold_waiting(connection, expect.table_id)
    except Missing as error:
        raise Conflict(f"{error} any more") from None
    here = await _hold_seat(connection, expect.table_id, expect.seat, expect)
    await connection.execute(delete(seats).where(here))


async def renew_token(connection: AsyncConnection, old: bytes, new: bytes) -> list[str]:
    change = update(seats).where(seats.c.token_hash == old).values(token_hash=new)
    found = await connection.execute(change.returning(seats.c.table_id))
    return sorted(set(found.scalars()))


async def check_writable(connection: AsyncConnection, at: float) -> None:
    """Write one row, which is there for nothing else."""
    if (await connection.execute(update(write_check).values(at=at))).rowcount == 0:
        await connection.execute(insert_new(connection, write_check).values(id=1, at=at))


async def _hold_table(connection: AsyncConnection, table_id: str) -> None:
    """It stays there until the transaction ends."""
    query = select(tables.c.id).where(tables.c.id == table_id)
    query = query.with_for_update(read=True, key_share=True)
    if (await connection.execute(query)).first() is None:
        raise Missing(f"there is no table {table_id}")


async def _hold_waiting(connection: AsyncConnection, table_id: str) -> None:
    """Nobody deals until the transaction ends: seats change only before the deal.

    Seats that changed after it would not be those that the deal was made for.
    """
    query = select(tables.c.state).where(tables.c.id == table_id).with_for_update(read=True)
    state = (await connection.execute(query)).scalar()
    if state is None:
        raise Missing(f"there is no table {table_id}")
    if state != "waiting":
        raise Conflict(f"table {table_id} is {state}; its seats can no longer change")


async def _hold_seat(
    connection: AsyncConnection, table_id: str, seat: int, expect: SeatRow
) -> ColumnElement[bool]:
    """It stays as expected until the transaction ends."""
    here = and_(seats.c.table_id == table_id, seats.c.seat == seat)
    row = (await connection.execute(select(seats).where(here).with_for_update())).mappings().first()
    if row is None or not same_seat(SeatRow(**row), expect):
        raise Conflict(f"seat {seat} of table {table_id} has changed")
    return here


async def append(connection: AsyncConnection, lines: Sequence[Line]) -> list[Exception | None]:
    """Write what follows on its table's log; the others get their error, in the same order."""
    last = await _last_numbers(connection, sorted({line["table_id"] for line in lines}))
    outcomes, new = sort_out(lines, last)
    for key in set(new) - await _insert(connection, [lines[new[key]] for key in sorted(new)]):
        outcomes[new[key]] = _out_of_order(*key, key[1])
    return outcomes


def sort_out(
    lines: Sequence[Line], last: dict[str, int]
) -> tuple[list[Exception | None], dict[tuple[str, int], int]]:
    """The errors of lines that do not follow on the last numbers; which of the lines are new."""
    outcomes: list[Exception | None] = []
    new: dict[tuple[str, int], int] = {}  # which of the lines it is
    for place, line in enumerate(lines):
        table_id, number = line["table_id"], line["number"]
        if table_id not in last:
            outcomes.append(Missing(f"there is no table {table_id}"))
        elif number != last[table_id] + 1:
            outcomes.append(_out_of_order(table_id, number, last[table_id]))
        else:
            outcomes.append(None)
            last[table_id] = number
            new[table_id, number] = place
    return outcomes, new


def _out_of_order(table_id: str, number: int, last: int) -> Conflict:
    what = "is taken" if 0 <= number <= last else "does not follow on the last one"
    return Conflict(f"number {number} in the log of table {table_id} {what}")


async def _last_numbers(connection: AsyncConnection, table_ids: list[str]) -> dict[str, int]:
    """Of each table that there is, the last number in its log; -1 if the log is empty.

    None of these tables can go away until the transaction ends, but logs may grow (PostgreSQL).
    """
    of_one = select(func.max(log.c.number)).where(log.c.table_id == tables.c.id).scalar_subquery()
    query = select(tables.c.id, func.coalesce(of_one, -1)).where(tables.c.id.in_(table_ids))
    query = query.order_by(tables.c.id).with_for_update(read=True, key_share=True)
    return dict((await connection.execute(query)).all())


async def _insert(connection: AsyncConnection, lines: list[Line]) -> set[tuple[str, int]]:
    """Which were written: another process may have taken a number since we looked.

    The lines are sorted, so that two processes never wait for each other in a circle.
    """
    if not lines:
        return set()
    new = insert_new(connection, log).returning(log.c.table_id, log.c.number)
    return {(table_id, number) for table_id, number in await connection.execute(new, lines)}
