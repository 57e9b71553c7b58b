"""A deadline for each piece of work with the database.

A network that is cut says nothing: whoever waits for an answer waits for ever. So each piece of
work, which we call an operation, is a task of its own, and is given up when its time is over.

To cancel it would not do, because the driver would politely ask the server, over the dead network,
to cancel the statement. Instead its connection is aborted, without a word to the server; then the
task fails by itself. Connections that nobody uses are aborted with it, for they are likely as dead;
the pool notices that they are closed and makes new ones.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import ContextVar, copy_context
from typing import Any, Protocol, TypeVar

from sqlalchemy import Dialect, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import ConnectionPoolEntry

from menagerie.store.rows import StoreError

T = TypeVar("T")
Tasks = set[asyncio.Task[Any]]
OPERATION_TIMEOUT_S = 3.5
BATCH_TIMEOUT_S = 3.0  # shorter: a line may have waited for the batch before its own
ABORT_TIME_S = 0.1  # for an aborted task to end by itself


class Driver(Protocol):
    """A connection of the driver that can be aborted (asyncpg's)."""

    def terminate(self) -> None: ...

    def is_closed(self) -> bool: ...


class Operation:
    """What a task is doing with the database."""

    def __init__(self) -> None:
        self.task: asyncio.Task[Any] | None = None
        self.driver: Driver | None = None
        self.abort: Callable[[], None] | None = None
        self.can_be_cancelled = True  # nothing but waiting for a connection
        self.gave_up = False

    def give_up(self) -> None:
        self.gave_up = True
        if self.abort is not None:
            self.abort()
        elif self.can_be_cancelled and self.task is not None:
            self.task.cancel()


_current: ContextVar[Operation | None] = ContextVar("operation", default=None)


async def bounded(work: Coroutine[Any, Any, T], limit: float, tasks: Tasks) -> T:
    """What comes of the work, or a StoreError when its time is over.

    If the caller is cancelled, the work goes on, so that no transaction breaks off. SQLite's work
    cannot be aborted; it goes on as well. Until it ends, its task is among `tasks`.
    """
    operation = Operation()
    context = copy_context()
    context.run(_current.set, operation)
    task = asyncio.create_task(work, context=context)
    operation.task = task
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[None] = loop.create_future()

    def give_up() -> None:
        operation.give_up()
        loop.call_later(ABORT_TIME_S, stop_waiting)

    def stop_waiting() -> None:
        if not ended.done():
            ended.set_result(None)

    def end(task: asyncio.Task[Any]) -> None:
        timer.cancel()
        tasks.discard(task)
        operation.task = operation.abort = None  # no cycle is left for the garbage collector
        if not task.cancelled():
            task.exception()  # now it counts as seen, though nobody may wait any more
        stop_waiting()

    timer = loop.call_later(limit, give_up)
    tasks.add(task)
    task.add_done_callback(end)
    await ended
    if task.done() and not task.cancelled() and task.exception() is None:
        return task.result()
    if operation.gave_up:
        raise StoreError(f"the database did not answer within {limit} seconds")
    return task.result()


class AbortableConnections:
    """Knows the connections of PostgreSQL's engines, so that operations can abort them."""

    def __init__(self) -> None:
        self._idle: set[Driver] = set()

    def watch(self, engine: AsyncEngine) -> None:
        event.listen(engine.sync_engine, "do_connect", self._connect)
        event.listen(engine.sync_engine, "checkout", self._check_out)
        event.listen(engine.sync_engine, "checkin", self._check_in)
        event.listen(engine.sync_engine, "close", self._close)

    def abort_idle(self) -> None:
        while self._idle:
            self._idle.pop().terminate()

    def _connect(
        self,
        dialect: Dialect,
        _record: ConnectionPoolEntry,
        values: list[Any],
        named: dict[str, Any],
    ) -> DBAPIConnection:
        connection = dialect.connect(*values, **named)
        self._use(connection.driver_connection)
        return connection

    def _check_out(self, connection: Any, _record: ConnectionPoolEntry, _borrowed: object) -> None:
        """A connection that was lost is replaced; only that it was cut cannot be seen."""
        driver: Driver = connection.driver_connection
        self._idle.discard(driver)
        if driver.is_closed():
            raise DisconnectionError
        self._use(driver)

    def _use(self, driver: Driver) -> None:
        if (operation := _current.get()) is None:
            return

        def abort() -> None:
            driver.terminate()
            self.abort_idle()

        operation.driver, operation.abort = driver, abort

    def _check_in(self, connection: Any, _record: ConnectionPoolEntry) -> None:
        if connection is None:
            return
        driver: Driver = connection.driver_connection
        operation = _current.get()
        if operation is not None and operation.driver is driver:
            operation.driver = operation.abort = None
            operation.can_be_cancelled = False
        if not driver.is_closed():
            self._idle.add(driver)

    def _close(self, connection: Any, _record: ConnectionPoolEntry) -> None:
        self._idle.discard(connection.driver_connection)


def let_finish(engine: AsyncEngine) -> None:
    """For SQLite: an operation that has a connection, or makes one, is never cancelled."""

    def use(*_: object) -> None:
        if (operation := _current.get()) is not None:
            operation.can_be_cancelled = False

    event.listen(engine.sync_engine, "do_connect", use)
    event.listen(engine.sync_engine, "checkout", use)
