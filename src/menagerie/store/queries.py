"""Queries of the database, one statement each."""

from collections.abc import Sequence

from sqlalchemy import Select, and_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from menagerie.identifiers import LogNumber
from menagerie.log_entry import LogEntry
from menagerie.store.rows import DueCursor, SeatRow, TableRow, read_entry
from menagerie.store.schema import log, seats, tables

LOG_ENTRIES = select(log.c.number, log.c.kind, log.c.seat, log.c.data, log.c.at)


async def table_by_id(connection: AsyncConnection, table_id: str) -> TableRow | None:
    return await _one(connection, select(tables).where(tables.c.id == table_id))


async def table_by_code(connection: AsyncConnection, code: str) -> TableRow | None:
    return await _one(connection, select(tables).where(tables.c.code == code))


async def _one(connection: AsyncConnection, query: Select[*tuple[object, ...]]) -> TableRow | None:
    row = (await connection.execute(query)).mappings().first()
    return None if row is None else TableRow(**row)


async def seats_of(connection: AsyncConnection, table_id: str) -> list[SeatRow]:
    query = select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)
    return [SeatRow(**row) for row in (await connection.execute(query)).mappings()]


async def seats_at(
    connection: AsyncConnection, table_ids: Sequence[str]
) -> dict[str, list[SeatRow]]:
    query = select(seats).where(seats.c.table_id.in_(table_ids)).order_by(seats.c.seat)
    found: dict[str, list[SeatRow]] = {table_id: [] for table_id in table_ids}
    for row in (await connection.execute(query)).mappings():
        found[row["table_id"]].append(SeatRow(**row))
    return found


async def log_of(connection: AsyncConnection, table_id: str, since: LogNumber) -> list[LogEntry]:
    condition = and_(log.c.table_id == table_id, log.c.number >= since)
    query = LOG_ENTRIES.where(condition).order_by(log.c.number)
    return [read_entry(dict(row)) for row in (await connection.execute(query)).mappings()]


async def tables_of(connection: AsyncConnection, token_hash: bytes, limit: int) -> list[TableRow]:
    theirs = select(seats.c.table_id).where(seats.c.token_hash == token_hash)
    query = select(tables).where(tables.c.id.in_(theirs))
    query = query.order_by(tables.c.changed.desc(), tables.c.id).limit(limit)
    return [TableRow(**row) for row in (await connection.execute(query)).mappings()]


async def due_between(
    connection: AsyncConnection, after: DueCursor | None, until: float, limit: int
) -> list[tuple[str, float]]:
    query = select(tables.c.id, tables.c.due).where(
        tables.c.due <= until, tables.c.state == "playing"
    )
    if after is not None:
        due, table_id = after
        later = and_(tables.c.due == due, tables.c.id > table_id)
        query = query.where(tables.c.due >= due, or_(tables.c.due > due, later))
    query = query.order_by(tables.c.due, tables.c.id).limit(limit)
    return [(table_id, due) for table_id, due in await connection.execute(query)]
