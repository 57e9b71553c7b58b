"""Retention: deletes old tables, by a clock that survives a wrong system clock.

A system clock may be wrong by months: a board without a battery, a restored virtual machine, a
typo. So the database keeps a trusted time. It advances no faster than the time that servers have
actually run, and is never ahead of the system clock or of any time stored in a table. A wrong
clock can only make it late, and then tables are kept longer.
"""

from collections.abc import Sequence

from sqlalchemy import and_, delete, exists, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from menagerie.store.database import insert_new
from menagerie.store.schema import log, retention_clock, tables

DELETE_BATCH = 100  # tables deleted per transaction, so that others can write in between
NEWEST_TABLES = 1000  # whose logs are searched for the newest entry: `log.at` has no index


async def advance_clock(connection: AsyncConnection, now: float, elapsed: float) -> float:
    """Advance the trusted time, and return it."""
    query = select(retention_clock.c.trusted).with_for_update()
    trusted: float | None = (await connection.execute(query)).scalar()
    if trusted is None:
        trusted = min(now, await _newest(connection, now))
        await connection.execute(
            insert_new(connection, retention_clock).values(id=1, trusted=trusted)
        )
    later = min(now, trusted + max(elapsed, 0.0))
    if later != trusted:
        await connection.execute(update(retention_clock).values(trusted=later))
    return later


async def cap_trusted_time(connection: AsyncConnection, now: float) -> None:
    """Set the trusted time back if the clock is behind it, so that new rows do not look old."""
    ahead = retention_clock.c.trusted > now
    await connection.execute(update(retention_clock).where(ahead).values(trusted=now))


async def _newest(connection: AsyncConnection, now: float) -> float:
    """The time of the last write, or `now` in an empty database."""
    changed: float | None = (await connection.execute(select(func.max(tables.c.changed)))).scalar()
    if changed is None:
        return now
    newest = select(tables.c.id).order_by(tables.c.changed.desc()).limit(NEWEST_TABLES)
    query = select(func.max(log.c.at)).where(log.c.table_id.in_(newest))
    played: float | None = (await connection.execute(query)).scalar()
    return changed if played is None else max(changed, played)


async def delete_some(connection: AsyncConnection, before: float, states: Sequence[str]) -> int:
    """Delete a batch of old tables with their seats and logs; tables in recent use stay."""
    played = exists().where(log.c.table_id == tables.c.id, log.c.at >= before)
    old = and_(tables.c.changed < before, tables.c.state.in_(states), ~played)
    query = (
        select(tables.c.id).where(old).order_by(tables.c.id).limit(DELETE_BATCH).with_for_update()
    )
    found = (await connection.execute(query)).scalars().all()
    # Checked again: somebody may have played there while we waited for the row lock.
    gone = await connection.execute(delete(tables).where(tables.c.id.in_(found), old))
    return gone.rowcount
