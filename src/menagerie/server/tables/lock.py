"""The lock of a table: nobody queues for a database that is dead."""

import asyncio
import time
from types import TracebackType

from menagerie.store import StoreError


class RoomLock(asyncio.Lock):
    """A lock whose waiters give up together with whoever held it when the database failed.

    Otherwise each of them would in turn wait until the database's time is over: with ten who come
    back to a table at once, a move would be answered after a minute.
    """

    def __init__(self) -> None:
        super().__init__()
        self._failed_at = float("-inf")

    async def __aenter__(self) -> None:
        if not self.locked():
            await self.acquire()
            return
        began = time.monotonic()
        await self.acquire()
        if self._failed_at >= began:
            self.release()
            raise StoreError("the database failed for whoever was here before")

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, StoreError):
            self._failed_at = time.monotonic()
        self.release()
