"""Group commit: items of concurrent callers are written in one batch, with one sync to disk."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from menagerie.store.rows import StoreError

T = TypeVar("T")
BATCH_INTERVAL_S = 0.006  # between two batches: a batch has a fixed cost, so larger ones pay
WAIT_TIMEOUT_S = 3.5
EXPIRY_CHECK_S = 0.1  # between two checks for callers whose wait has timed out
MAX_BATCH = 250  # items; to prepare more at once would block the event loop for too long
Outcome = Exception | None  # of one item in a batch; None if it was written
Write = Callable[[Sequence[T]], Awaitable[Sequence[Outcome]]]


class GroupCommit(Generic[T]):
    """Collects the items that arrive while a batch is written; they are the next batch."""

    def __init__(self, write: Write[T]) -> None:
        self._write = write
        self._waiting: deque[tuple[T, asyncio.Future[None]]] = deque()
        self._pending: deque[tuple[float, asyncio.Future[None]]] = deque()  # by their time limit
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._wake = asyncio.Event()
        self._closed = False
        self._task = asyncio.create_task(self._run(), name="group commit")

    async def add(self, item: T) -> None:
        """Return once the item is committed, or raise its error.

        If the caller is cancelled, an item still in the queue is dropped; one that is being written
        stays. The same holds after `WAIT_TIMEOUT_S`, however long earlier batches take.
        """
        if self._closed:
            raise StoreError("the store is closed")
        result: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append((item, result))
        self._pending.append((self._loop.time() + WAIT_TIMEOUT_S, result))
        self._wake.set()
        if self._timer is None:
            self._timer = self._loop.call_later(EXPIRY_CHECK_S, self._expire)
        await result

    def _expire(self) -> None:
        """Time out old items. One timer is enough, as the queue is in the order of arrival."""
        self._timer = None
        while self._pending:
            time_limit, result = self._pending[0]
            if not result.done():
                if time_limit > self._loop.time():
                    self._timer = self._loop.call_later(EXPIRY_CHECK_S, self._expire)
                    return
                message = f"the database did not answer within {WAIT_TIMEOUT_S} seconds"
                result.set_exception(StoreError(message))
            self._pending.popleft()

    async def close(self) -> None:
        """Write what is in the queue, and accept no more."""
        self._closed = True
        self._wake.set()
        await asyncio.shield(self._task)

    async def _run(self) -> None:
        while not self._closed or self._waiting:
            await self._wake.wait()
            self._wake.clear()
            while batch := self._next_batch():
                await self._write_batch(batch)
                await asyncio.sleep(BATCH_INTERVAL_S)  # let callers of the last batch add more

    def _next_batch(self) -> list[tuple[T, asyncio.Future[None]]]:
        batch: list[tuple[T, asyncio.Future[None]]] = []
        while self._waiting and len(batch) < MAX_BATCH:
            item, result = self._waiting.popleft()
            if not result.done():
                batch.append((item, result))
        return batch

    async def _write_batch(self, batch: list[tuple[T, asyncio.Future[None]]]) -> None:
        outcomes: Sequence[Outcome]
        try:
            outcomes = await self._write([item for item, _ in batch])
        except Exception as error:  # noqa: BLE001 - no caller may wait forever
            outcomes = [_copy(error) for _ in batch]
        for (_, result), outcome in zip(batch, outcomes, strict=True):
            if result.done():
                continue
            if outcome is None:
                result.set_result(None)
            else:
                result.set_exception(outcome)


def _copy(error: Exception) -> StoreError:
    """Each caller gets its own exception, because raising one adds a traceback to it."""
    own = StoreError(*error.args)
    own.__cause__ = error
    return own
