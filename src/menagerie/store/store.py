"""The store: what a server asks for and what it changes, one method for each."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Self, TypedDict, TypeVar, Unpack

from sqlalchemy.ext.asyncio import AsyncConnection

from menagerie.errors import BadInput
from menagerie.store import commands, queries, retention, sqlite_append
from menagerie.store.database import FAULTS, Database, Engines, reason
from menagerie.store.group_commit import Group
from menagerie.store.migrator import migrate
from menagerie.store.rows import (
    Entry,
    Missing,
    SeatRow,
    StoreError,
    TableRow,
    check,
    columns,
    is_text,
)
from menagerie.store.timeouts import BATCH_TIMEOUT_S, OPERATION_TIMEOUT_S, Tasks, bounded
from menagerie.store.urls import read_url

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]


class Changes(TypedDict, total=False):
    """What can change about a table."""

    code: str | None
    state: str
    settings: dict[str, Any]
    header: dict[str, Any] | None
    next_id: str | None
    due: float | None


class Store:
    """An open database. What a method wrote is durable when the method returns."""

    def __init__(self, database: Database, engines: Engines) -> None:
        self._database = database
        self._engines = engines
        self._tasks: Tasks = set()
        self._closed = False
        self._appends = Group(self._append)
        self._trusted_at_most = float("inf")  # as far as we know: see `retention`

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the database, making or renewing its schema first."""
        database = read_url(url)
        try:
            await migrate(database)
        except (*FAULTS, UnicodeError) as error:  # the latter: a host that cannot be looked up
            raise BadInput(f"{database.shown} cannot be opened: {reason(error)}") from None
        return cls(database, database.engines())

    async def close(self) -> None:
        """Finish what is being written, then close."""
        self._closed = True
        await self._appends.close()
        while self._tasks:
            await asyncio.wait(self._tasks)
        await self._engines.dispose()

    async def table(self, table_id: str) -> TableRow:
        found = await self._find(table_id, queries.table_by_id)
        if found is None:
            raise Missing(f"there is no table {table_id}")
        return found

    async def table_by_code(self, code: str) -> TableRow:
        found = await self._find(code, queries.table_by_code)
        if found is None:
            raise Missing(f"there is no table with the code {code}")
        return found

    async def seats(self, table_id: str) -> list[SeatRow]:
        return await self._find(table_id, queries.seats_of) or []

    async def seats_at(self, table_ids: Sequence[str]) -> dict[str, list[SeatRow]]:
        """The seats of several tables, by the tables' ids."""
        return await self._read(lambda connection: queries.seats_at(connection, table_ids))

    async def log(self, table_id: str, since: int = 0) -> list[Entry]:
        """The lines from number `since` on."""

        async def lines(connection: AsyncConnection, table_id: str) -> list[Entry]:
            return await queries.log_of(connection, table_id, since)

        return await self._find(table_id, lines) or []

    async def tables(self, *, state: str | None = None, limit: int = 100) -> list[TableRow]:
        """Those that changed last come first."""
        return await self._read(lambda connection: queries.newest(connection, state, limit))

    async def tables_of(self, token_hash: bytes, *, limit: int = 100) -> list[TableRow]:
        """Where the owner of a token sits; what changed last comes first."""
        return await self._read(lambda db: queries.tables_of(db, token_hash, limit))

    async def count(self) -> dict[str, int]:
        """How many tables there are in each state."""
        return await self._read(queries.count_by_state)

    async def due_between(
        self, after: tuple[float, str] | None, until: float, limit: int
    ) -> list[tuple[str, float]]:
        """Tables in play that are due until then, the earliest first: their ids and the moments.

        `after` is the last one of an earlier answer, moment and id; None is from the beginning.
        """
        return await self._read(lambda db: queries.due_between(db, after, until, limit))

    async def add_table(self, table: TableRow, seats: list[SeatRow]) -> None:
        if any(seat.table_id != table.id for seat in seats):
            raise ValueError("a seat is of another table")
        await self._write_at(
            table.changed, lambda connection: commands.add_table(connection, table, seats)
        )

    async def change_table(
        self,
        table_id: str,
        *,
        expect_state: str,
        at: float | None = None,
        **changes: Unpack[Changes],
    ) -> None:
        """Change what is given, if the table is still in the state that is expected."""
        if unknown := set(changes) - Changes.__optional_keys__:
            raise TypeError(f"a table has no {min(unknown)} to change")
        for name, value in changes.items():
            check(name, value)
        given = dict(changes)
        when = time.time() if at is None else at
        await self._write_at(
            when,
            lambda connection: commands.change_table(
                connection, table_id, expect_state, given, when
            ),
        )

    async def set_due(self, table_id: str, due: float | None) -> None:
        """Say when a table in play is to be looked at next. It does not count as a change."""
        check("due", due)
        await self._write(lambda connection: commands.set_due(connection, table_id, due))

    async def put_seat(self, seat: SeatRow, *, expect: SeatRow | None) -> None:
        """Write a seat, if it is still as expected: as it was read, or not there."""
        columns(seat)
        await self._write(lambda connection: commands.put_seat(connection, seat, expect))

    async def remove_seat(self, expect: SeatRow) -> None:
        """Free a seat, if it is still as expected."""
        await self._write(lambda connection: commands.remove_seat(connection, expect))

    async def renew_token(self, old: bytes, new: bytes) -> list[str]:
        """Replace the hash of a token wherever its owner sits; the ids of these tables."""
        return await self._write(lambda connection: commands.renew_token(connection, old, new))

    async def check_writable(self) -> None:
        """Write something small, durably: a StoreError within 5 seconds if that is impossible."""
        await self._write(lambda connection: commands.check_writable(connection, time.time()))

    async def append(self, table_id: str, entry: Entry) -> None:
        """Write the next line of a log; together with the lines of others, for speed.

        It takes about 3.5 seconds at most. After a StoreError it may be unknown whether the line
        was written, when the database did not answer. To append it once more is safe: there is one
        line with each number of each table, so it is written, or it is a Conflict, and then
        the log says whose line is there.
        """
        check("table_id", table_id)
        await self._appends.add({"table_id": table_id} | columns(entry))

    async def note_time(self, now: float) -> None:
        """Say what the system clock says, while moves are written: see `retention`."""
        await self._write(lambda connection: retention.note_time(connection, now))
        self._trusted_at_most = min(self._trusted_at_most, now)

    async def forget(
        self, *, now: float, elapsed: float, keep: float, states: tuple[str, ...]
    ) -> int:
        """Delete tables in these states that have been unused for `keep` seconds; how many.

        `now` is the system clock, which may be wrong. `elapsed` is how many seconds have really
        passed since the last call, by a monotonic clock: time counts towards `keep` only if both
        say that it has passed (see `retention`).
        """
        self._trusted_at_most = max(self._trusted_at_most, now)
        trusted = await self._write(
            lambda connection: retention.advance_clock(connection, now, elapsed)
        )
        before = trusted - keep
        count = 0
        while some := await self._write(
            lambda connection: retention.delete_some(connection, before, states)
        ):
            count += some
        return count

    async def _append(self, lines: Sequence[commands.Line]) -> list[Exception | None]:
        async def appending_all() -> list[Exception | None]:
            if self._engines.append.dialect.name == "sqlite":
                return await sqlite_append.append(self._engines.append, lines)
            async with self._engines.append.begin() as connection:
                return await commands.append(connection, lines)

        return await self._bounded(appending_all(), BATCH_TIMEOUT_S)

    async def _find(
        self, key: str, work: Callable[[AsyncConnection, str], Awaitable[T | None]]
    ) -> T | None:
        """Whatever belongs to a key; a key that no database could have has nothing."""
        if not is_text(key):
            return None
        return await self._read(lambda connection: work(connection, key))

    async def _read(self, work: Work[T]) -> T:
        async def reading() -> T:
            async with self._engines.read.connect() as connection:
                return await work(connection)

        return await self._finish(reading())

    async def _write(self, work: Work[T]) -> T:
        async def writing() -> T:
            async with self._engines.write.begin() as connection:
                return await work(connection)

        return await self._finish(writing())

    async def _write_at(self, now: float, work: Work[T]) -> T:
        """Write something that has the time in it; the trusted time must not be ahead of that."""
        is_behind = now < self._trusted_at_most

        async def writing(connection: AsyncConnection) -> T:
            if is_behind:
                await retention.note_time(connection, now)
            return await work(connection)

        result = await self._write(writing)
        if is_behind:
            self._trusted_at_most = min(self._trusted_at_most, now)
        return result

    async def _finish(self, work: Coroutine[Any, Any, T]) -> T:
        """It comes to its end even if the caller is cancelled: no transaction breaks off."""
        if self._closed:
            work.close()
            raise StoreError("the store is closed")
        return await self._bounded(work, OPERATION_TIMEOUT_S)

    async def _bounded(self, work: Coroutine[Any, Any, T], limit: float) -> T:
        try:
            return await bounded(work, limit, self._tasks)
        except FAULTS as error:
            raise StoreError(reason(error)) from error
