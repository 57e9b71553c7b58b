"""Group commit: whoever waits to write is written together, with one sync for all."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from menagerie.store.rows import StoreError

T = TypeVar("T")
PAUSE = 0.006  # seconds between two batches: a batch costs as much as some lines of it
WAIT_TIMEOUT_S = 3.5
CHECK_S = 0.1  # between two looks at who has waited for too long
LARGEST = 250  # at once: preparing more would hold up all others in the event loop
Outcome = Exception | None
Write = Callable[[Sequence[T]], Awaitable[Sequence[Outcome]]]


class Group(Generic[T]):
    """Collects what comes while one batch is written, and writes it as the next."""

    def __init__(self, write: Write[T]) -> None:
        self._write = write
        self._waiting: deque[tuple[T, asyncio.Future[None]]] = deque()
        self._pending: deque[tuple[float, asyncio.Future[None]]] = deque()  # until when, and who
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._wake = asyncio.Event()
        self._closed = False
        self._task = asyncio.create_task(self._run(), name="group commit")

    async def add(self, item: T) -> None:
        """Return once the item is committed, or raise what became of it.

        Who is cancelled meanwhile takes back what is still waiting; what is being written stays.
        The same happens after `WAIT_TIMEOUT_S`, however long the batches before take.
        """
        if self._closed:
            raise StoreError("the store is closed")
        result: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append((item, result))
        self._pending.append((self._loop.time() + WAIT_TIMEOUT_S, result))
        self._wake.set()
        if self._timer is None:
            self._timer = self._loop.call_later(CHECK_S, self._expire)
        await result

    def _expire(self) -> None:
        """One timer for all: those who came first have waited longest."""
        self._timer = None
        while self._pending:
            until, result = self._pending[0]
            if not result.done():
                if until > self._loop.time():
                    self._timer = self._loop.call_later(CHECK_S, self._expire)
                    return
                words = f"the database did not answer within {WAIT_TIMEOUT_S} seconds"
                result.set_exception(StoreError(words))
            self._pending.popleft()

    async def close(self) -> None:
        """Write what is waiting, and take no more."""
        self._closed = True
        self._wake.set()
        await asyncio.shield(self._task)

    async def _run(self) -> None:
        while not self._closed or self._waiting:
            await self._wake.wait()
            self._wake.clear()
            while batch := self._next():
                await self._write_all(batch)
                await asyncio.sleep(PAUSE)  # those who have just been answered may have more

    def _next(self) -> list[tuple[T, asyncio.Future[None]]]:
        batch: list[tuple[T, asyncio.Future[None]]] = []
        while self._waiting and len(batch) < LARGEST:
            item, result = self._waiting.popleft()
            if not result.done():
                batch.append((item, result))
        return batch

    async def _write_all(self, batch: list[tuple[T, asyncio.Future[None]]]) -> None:
        outcomes: Sequence[Outcome]
        try:
            outcomes = await self._write([item for item, _ in batch])
        except Exception as error:  # noqa: BLE001 - whatever it is, nobody may wait forever
            outcomes = [_copy(error) for _ in batch]
        for (_, result), outcome in zip(batch, outcomes, strict=True):
            if result.done():
                continue
            if outcome is None:
                result.set_result(None)
            else:
                result.set_exception(outcome)


def _copy(error: Exception) -> StoreError:
    """An exception for each, because each collects its own trace of calls."""
    own = StoreError(*error.args)
    own.__cause__ = error
    return own
