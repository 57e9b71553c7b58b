"""Group commit: whoever waits to write is written together, with one sync for all."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from menagerie.store.rows import StoreError

T = TypeVar("T")
PAUSE = 0.006  # seconds between two batches: a batch costs as much as some lines of it
WAIT_TIMEOUT_S = 3.5
LARGEST = 250  # at once: preparing more would hold up all others in the event loop
Outcome = Exception | None
Write = Callable[[Sequence[T]], Awaitable[Sequence[Outcome]]]


class Group(Generic[T]):
    """Collects what comes while one batch is written, and writes it as the next."""

    def __init__(self, write: Write[T]) -> None:
        self._write = write
        self._waiting: deque[tuple[T, asyncio.Future[None]]] = deque()
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
        result = asyncio.get_running_loop().create_future()
        self._waiting.append((item, result))
        self._wake.set()
        try:
            async with asyncio.timeout(WAIT_TIMEOUT_S):
                await result
        except TimeoutError:
            raise StoreError(
                f"the database did not answer within {WAIT_TIMEOUT_S} seconds"
            ) from None

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
