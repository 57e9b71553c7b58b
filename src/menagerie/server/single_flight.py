"""What took long to make is kept for a while, and never made twice at a time."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Shelf(Generic[T]):
    """The last few things that were made; what was used longest ago goes first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._tasks: OrderedDict[Hashable, asyncio.Future[T]] = OrderedDict()

    async def get(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """What is kept under a key, or else made now; all who ask meanwhile get the same."""
        task = self._tasks.get(key)
        if task is None or _failed(task):
            task = self._tasks[key] = asyncio.ensure_future(make())
        self._tasks.move_to_end(key)
        while len(self._tasks) > self.most:
            self._tasks.popitem(last=False)
        return await asyncio.shield(task)


def _failed(task: asyncio.Future[T]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
