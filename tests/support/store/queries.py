"""Queries that only tests need."""

from sqlalchemy import select

from menagerie.store import Store, TableRow
from menagerie.store.schema import tables


async def all_tables(store: Store) -> list[TableRow]:
    """All tables, by their ids."""
    query = select(tables).order_by(tables.c.id)
    async with store._engines.read.connect() as connection:
        return [TableRow(**row) for row in (await connection.execute(query)).mappings()]
