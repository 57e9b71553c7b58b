"""The threads in which bots and the coach think, shared fairly among those who ask.

Bots come before previews, and previews before hints. Within each kind, owners (client addresses)
take turns, so that thirty tables of one address do not make everybody else's bots slow.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from menagerie.server.errors import TooMany

T = TypeVar("T")
Kind = Literal["bot", "preview", "hint"]
PRIORITIES: tuple[Kind, ...] = ("bot", "preview", "hint")
# Jobs of one owner that may wait. Bots are not limited: there is one job for each table in memory.
MOST_WAITING: dict[Kind, int | None] = {"bot": None, "preview": 50, "hint": 5}


@dataclass(frozen=True, eq=False)
class Job:
    kind: Kind
    owner: str
    work: Callable[[], Any]
    result: asyncio.Future[Any]


class ThinkingPool:
    """A thread pool with priorities, and round robin by owner."""

    def __init__(self, threads: int) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="thinking")
        self._free = threads
        self._waiting: dict[Kind, OrderedDict[str, deque[Job]]] = {
            kind: OrderedDict() for kind in PRIORITIES
        }
        self._hinting: set[str] = set()  # owners for whom the coach is thinking now

    async def run(self, kind: Kind, owner: str, work: Callable[[], T]) -> T:
        """Do the work in a thread when its turn comes; a caller who is cancelled gives it up."""
        queue = self._waiting[kind].setdefault(owner, deque())
        most = MOST_WAITING[kind]
        if most is not None and len(queue) >= most:
            raise TooMany("too much was asked of the bots from your address; wait a little")
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        queue.append(Job(kind, owner, work, result))
        self._dispatch()
        return await result

    def close(self) -> None:
        for owners in self._waiting.values():
            for queue in owners.values():
                for job in queue:
                    job.result.cancel()
            owners.clear()
        self._executor.shutdown(wait=True, cancel_futures=True)

    @property
    def length(self) -> int:
        """How many jobs wait."""
        return sum(len(queue) for owners in self._waiting.values() for queue in owners.values())

    def _dispatch(self) -> None:
        while self._free and (job := self._next()) is not None:
            self._free -= 1
            if job.kind == "hint":
                self._hinting.add(job.owner)
            asyncio.get_running_loop().run_in_executor(self._executor, job.work).add_done_callback(
                lambda done, job=job: self._finish(job, done)  # type: ignore[misc]
            )

    def _next(self) -> Job | None:
        for kind in PRIORITIES:
            for owner in list(self._waiting[kind]):
                if kind == "hint" and owner in self._hinting:
                    continue  # one at a time
                if (job := self._take(kind, owner)) is not None:
                    return job
        return None

    def _take(self, kind: Kind, owner: str) -> Job | None:
        """The owner's oldest job that somebody still waits for; the owner goes to the end."""
        owners = self._waiting[kind]
        queue = owners.pop(owner)
        while queue:
            job = queue.popleft()
            if not job.result.done():
                if queue:
                    owners[owner] = queue
                return job
        return None

    def _finish(self, job: Job, done: asyncio.Future[Any]) -> None:
        self._free += 1
        if job.kind == "hint":
            self._hinting.discard(job.owner)
        if done.cancelled():
            job.result.cancel()
        elif job.result.done():
            done.exception()  # nobody waits for it; it counts as seen
        elif (error := done.exception()) is not None:
            job.result.set_exception(error)
        else:
            job.result.set_result(done.result())
        self._dispatch()
