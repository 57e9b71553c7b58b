"""asyncio helpers: work that outlives its caller, a fail-fast lock, a single-flight cache."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from types import TracebackType
from typing import Any, Generic, TypeVar

T = TypeVar("T")


async def shielded(work: Coroutine[Any, Any, T], on_orphan: Callable[[Exception], None]) -> T:
    """Run `work` to its end, even if the caller is cancelled.

    `on_orphan` receives an error that the caller is no longer there to see.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(lambda done: _report(done, on_orphan))
        raise


def _report(task: asyncio.Task[Any], on_orphan: Callable[[Exception], None]) -> None:
    error = None if task.cancelled() else task.exception()
    if isinstance(error, Exception):
        on_orphan(error)


class FailFastLock(asyncio.Lock):
    """A lock whose waiters fail together with a holder that raised `error`.

    Otherwise, while the database is down, each of them would wait in turn until it times out: with
    ten clients that reconnect to a table at once, a move would be answered after a minute.
    """

    def __init__(self, error: type[Exception], message: str) -> None:
        super().__init__()
        self._error = error
        self._message = message
        self._failed_at = float("-inf")

    async def __aenter__(self) -> None:
        if not self.locked():
            await self.acquire()
            return
        began = time.monotonic()
        await self.acquire()
        if self._failed_at >= began:
            self.release()
            raise self._error(self._message)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, self._error):
            self._failed_at = time.monotonic()
        self.release()


class SingleFlightCache(Generic[T]):
    """An LRU cache of slow results: concurrent callers share one computation."""

    def __init__(self, max_size: int) -> None:
        self.max_size = max_size
        self._tasks: OrderedDict[Hashable, asyncio.Future[T]] = OrderedDict()

    async def get(self, key: Hashable, compute: Callable[[], Awaitable[T]]) -> T:
        """The cached result, or a new one; a failed computation is tried again."""
        task = self._tasks.get(key)
        if task is None or _failed(task):
            task = self._tasks[key] = asyncio.ensure_future(compute())
        self._tasks.move_to_end(key)
        while len(self._tasks) > self.max_size:
            self._tasks.popitem(last=False)
        return await asyncio.shield(task)


def _failed(task: asyncio.Future[T]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
