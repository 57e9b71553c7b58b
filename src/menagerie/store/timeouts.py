"""A timeout for each database operation.

When the network is cut, no error arrives and an operation would wait forever. So each operation
runs in its own task, which is abandoned after a timeout.

Cancelling the task would not help: asyncpg would ask the server, over the dead network, to cancel
the statement. Instead the connection is aborted locally, which makes the task fail. Idle
connections are aborted as well, since they are probably dead too; the pool replaces closed
connections.
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
BATCH_TIMEOUT_S = 3.0  # shorter: an entry may first have waited for the batch before it
ABORT_GRACE_S = 0.1  # for an aborted task to fail by itself


class Driver(Protocol):
    """A connection of a driver (asyncpg) that can be aborted."""

    def terminate(self) -> None: ...

    def is_closed(self) -> bool: ...


class Operation:
    """The state of one operation: its task, and the connection that it uses."""

    def __init__(self) -> None:
        self.task: asyncio.Task[Any] | None = None
        self.driver: Driver | None = None
        self.abort: Callable[[], None] | None = None
        self.can_be_cancelled = True  # while it only waits for a connection
        self.timed_out = False

    def time_out(self) -> None:
        self.timed_out = True
        if self.abort is not None:
            self.abort()
        elif self.can_be_cancelled and self.task is not None:
            self.task.cancel()


_current: ContextVar[Operation | None] = ContextVar("operation", default=None)


async def run_with_timeout(work: Coroutine[Any, Any, T], limit_s: float, tasks: Tasks) -> T:
    """Return the result of `work`, or raise a StoreError after `limit_s` seconds.

    If the caller is cancelled, the work continues, so that no transaction is left half done (as
    with `asyncio_tools.shielded`). SQLite's work cannot be aborted and also continues after the
    timeout. Until it ends, its task is in `tasks`.
    """
    operation = Operation()
    context = copy_context()
    context.run(_current.set, operation)
    task = asyncio.create_task(work, context=context)
    operation.task = task
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[None] = loop.create_future()

    def time_out() -> None:
        operation.time_out()
        loop.call_later(ABORT_GRACE_S, stop_waiting)

    def stop_waiting() -> None:
        if not ended.done():
            ended.set_result(None)

    def end(task: asyncio.Task[Any]) -> None:
        timer.cancel()
        tasks.discard(task)
        operation.task = operation.abort = None  # no reference cycle for the garbage collector
        if not task.cancelled():
            task.exception()  # mark it as retrieved: the caller may be gone
        stop_waiting()

    timer = loop.call_later(limit_s, time_out)
    tasks.add(task)
    task.add_done_callback(end)
    await ended
    if task.done() and not task.cancelled() and task.exception() is None:
        return task.result()
    if operation.timed_out:
        raise StoreError(f"the database did not answer within {limit_s} seconds")
    return task.result()


class AbortableConnections:
    """Tracks the connections of the pools of PostgreSQL, so that operations can abort them."""

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
        """Have the pool replace a closed connection; a cut network is not visible here."""
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


def never_cancel(engine: AsyncEngine) -> None:
    """For SQLite: do not cancel an operation that has a connection or is opening one."""

    def use(*_: object) -> None:
        if (operation := _current.get()) is not None:
            operation.can_be_cancelled = False

    event.listen(engine.sync_engine, "do_connect", use)
    event.listen(engine.sync_engine, "checkout", use)
