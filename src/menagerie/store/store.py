"""The store: one method for each query and each change that a server needs."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Self, TypedDict, TypeVar, Unpack

from sqlalchemy.ext.asyncio import AsyncConnection

from menagerie.errors import BadInput
from menagerie.identifiers import LogNumber
from menagerie.jsontext import Json
from menagerie.log_entry import LogEntry
from menagerie.store import commands, queries, retention, sqlite_append
from menagerie.store.database import DATABASE_ERRORS, Database, Engines, describe_error
from menagerie.store.group_commit import GroupCommit, Outcome
from menagerie.store.migrator import migrate
from menagerie.store.rows import (
    DueCursor,
    LogRow,
    Missing,
    SeatRow,
    State,
    StoreError,
    TableRow,
    check_row,
    check_storable,
    is_storable_text,
    log_columns,
)
from menagerie.store.timeouts import (
    BATCH_TIMEOUT_S,
    OPERATION_TIMEOUT_S,
    Tasks,
    run_with_timeout,
)
from menagerie.store.urls import read_url

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]


class Changes(TypedDict, total=False):
    """The columns of a table that can change."""

    code: str | None
    state: State
    header: Json | None
    next_id: str | None
    due: float | None


class Store:
    """An open database. When a method returns, what it wrote is durable."""

    def __init__(self, database: Database, engines: Engines) -> None:
        self._database = database
        self._engines = engines
        self._tasks: Tasks = set()
        self._closed = False
        self._appends = GroupCommit(self._append_batch)
        self._trusted_at_most = float("inf")  # an upper bound of the trusted time: see `retention`

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the database, after creating or migrating its schema."""
        database = read_url(url)
        try:
            await migrate(database)
        except (*DATABASE_ERRORS, UnicodeError) as error:  # UnicodeError: an invalid host name
            raise BadInput(
                f"{database.display_name} cannot be opened: {describe_error(error)}"
            ) from None
        return cls(database, database.engines())

    async def close(self) -> None:
        """Wait for running operations, then close."""
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
        """The seats of several tables, by table id."""
        return await self._read(lambda connection: queries.seats_at(connection, table_ids))

    async def log(self, table_id: str, since: LogNumber = 0) -> list[LogEntry]:
        """The log entries from number `since` on."""

        async def entries(connection: AsyncConnection, table_id: str) -> list[LogEntry]:
            return await queries.log_of(connection, table_id, since)

        return await self._find(table_id, entries) or []

    async def tables_of(self, token_hash: bytes, *, limit: int = 100) -> list[TableRow]:
        """The tables where the owner of a token sits, the most recently changed first."""
        return await self._read(lambda db: queries.tables_of(db, token_hash, limit))

    async def due_between(
        self, after: DueCursor | None, until: float, limit: int
    ) -> list[tuple[str, float]]:
        """Ids and due times of tables in play that are due by `until`, the earliest first.

        For the next page, `after` is the due time and id of the last row; None for the first page.
        """
        return await self._read(lambda db: queries.due_between(db, after, until, limit))

    async def add_table(self, table: TableRow, seats: list[SeatRow]) -> None:
        if any(seat.table_id != table.id for seat in seats):
            raise ValueError("a seat belongs to another table")
        await self._write_at(
            table.changed, lambda connection: commands.add_table(connection, table, seats)
        )

    async def change_table(
        self,
        table_id: str,
        *,
        expect_state: State,
        at: float | None = None,
        **changes: Unpack[Changes],
    ) -> None:
        """Change some columns, if the table is still in the expected state; else a Conflict."""
        if unknown := set(changes) - Changes.__optional_keys__:
            raise TypeError(f"a table has no {min(unknown)} to change")
        for name, value in changes.items():
            check_storable(name, value)
        given = dict(changes)
        when = time.time() if at is None else at
        await self._write_at(
            when,
            lambda connection: commands.change_table(
                connection, table_id, expect_state, given, when
            ),
        )

    async def set_due(self, table_id: str, due: float | None) -> None:
        """Set when a table in play is due next. This does not count as a change of the table."""
        check_storable("due", due)
        await self._write(lambda connection: commands.set_due(connection, table_id, due))

    async def put_seat(self, seat: SeatRow, *, expect: SeatRow | None) -> None:
        """Write a seat, if it is still as it was read (None: free); else a Conflict."""
        check_row(seat)
        await self._write(lambda connection: commands.put_seat(connection, seat, expect))

    async def remove_seat(self, expect: SeatRow) -> None:
        """Free a seat, if it is still as it was read; else a Conflict."""
        await self._write(lambda connection: commands.remove_seat(connection, expect))

    async def renew_token(self, old: bytes, new: bytes) -> list[str]:
        """Replace a token hash in all seats of its owner; return the ids of their tables."""
        return await self._write(lambda connection: commands.renew_token(connection, old, new))

    async def check_writable(self) -> None:
        """Write a small row, durably; a StoreError if that is impossible, or takes too long."""
        await self._write(lambda connection: commands.check_writable(connection, time.time()))

    async def append(self, table_id: str, entry: LogEntry) -> None:
        """Write the next entry of a log, in one batch with others (group commit).

        This takes about 3.5 seconds at most. After a StoreError it may be unknown whether the entry
        was written, if the database did not answer. A retry is safe, because (table, number) is
        unique: either the entry is written, or there is a Conflict and the log shows whose entry
        has that number.
        """
        await self._appends.add(log_columns(table_id, entry))

    async def cap_trusted_time(self, now: float) -> None:
        """Set the trusted time back to `now`, if it is ahead: see `retention`."""
        await self._write(lambda connection: retention.cap_trusted_time(connection, now))
        self._trusted_at_most = min(self._trusted_at_most, now)

    async def delete_unused(
        self, *, now: float, elapsed: float, keep: float, states: tuple[State, ...]
    ) -> int:
        """Delete tables in these states that were unused for `keep` seconds; return how many.

        `now` is the system clock, which may be wrong. `elapsed` is the number of seconds since the
        last call, by a monotonic clock. Time counts towards `keep` only if both clocks show it (see
        `retention`).
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

    async def _append_batch(self, rows: Sequence[LogRow]) -> list[Outcome]:
        async def append() -> list[Outcome]:
            if self._engines.append.dialect.name == "sqlite":
                return await sqlite_append.append(self._engines.append, rows)
            async with self._engines.append.begin() as connection:
                return await commands.append(connection, rows)

        return await self._run(append(), BATCH_TIMEOUT_S)

    async def _find(
        self, key: str, work: Callable[[AsyncConnection, str], Awaitable[T | None]]
    ) -> T | None:
        """Query by a key; None without a query if no database could store such a key."""
        if not is_storable_text(key):
            return None
        return await self._read(lambda connection: work(connection, key))

    async def _read(self, work: Work[T]) -> T:
        async def read() -> T:
            async with self._engines.read.connect() as connection:
                return await work(connection)

        return await self._run_if_open(read())

    async def _write(self, work: Work[T]) -> T:
        async def write() -> T:
            async with self._engines.write.begin() as connection:
                return await work(connection)

        return await self._run_if_open(write())

    async def _write_at(self, now: float, work: Work[T]) -> T:
        """Write rows with the time `now`, which the trusted time must not be ahead of."""
        is_behind = now < self._trusted_at_most

        async def write(connection: AsyncConnection) -> T:
            if is_behind:
                await retention.cap_trusted_time(connection, now)
            return await work(connection)

        result = await self._write(write)
        if is_behind:
            self._trusted_at_most = min(self._trusted_at_most, now)
        return result

    async def _run_if_open(self, work: Coroutine[Any, Any, T]) -> T:
        if self._closed:
            work.close()
            raise StoreError("the store is closed")
        return await self._run(work, OPERATION_TIMEOUT_S)

    async def _run(self, work: Coroutine[Any, Any, T], timeout_s: float) -> T:
        """Run to the end even if the caller is cancelled: no transaction is left half done."""
        try:
            return await run_with_timeout(work, timeout_s, self._tasks)
        except DATABASE_ERRORS as error:
            raise StoreError(describe_error(error)) from error
