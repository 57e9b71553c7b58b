"""The lock of a table: nobody queues for a database that is dead."""

import asyncio
import time
from types import TracebackType

from menagerie.store import StoreError


class RoomLock:
    """A lock whose waiters give up together with whoever held it when the database failed.

    Otherwise each of them would in turn wait until the database's time is over: with ten who come
    back to a table at once, a move would be answered after a minute.
    """

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._failed_at = float("-inf")

    def locked(self) -> bool:
        return self._lock.locked()

    async def __aenter__(self) -> None:
        began = time.monotonic()
        await self._lock.acquire()
        if self._failed_at >= began:
            self._lock.release()
            raise StoreError("the database failed for whoever was here before")

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, StoreError):
            self._failed_at = time.monotonic()
        self._lock.release()
