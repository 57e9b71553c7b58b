"""The thread pool of bots and the coach, shared fairly among client addresses.

Bots come before previews, and previews before hints. Within each kind, owners (client addresses)
take turns, so that thirty tables of one address do not slow down everybody else's bots.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from menagerie.server.errors import RateLimited

T = TypeVar("T")
JobKind = Literal["bot", "preview", "hint"]
PRIORITIES: tuple[JobKind, ...] = ("bot", "preview", "hint")
# Jobs that one owner may have in the queue. Bots have no limit: a table has one job at a time.
MAX_QUEUED: dict[JobKind, int | None] = {"bot": None, "preview": 50, "hint": 5}


@dataclass(frozen=True, eq=False)
class Job:
    kind: JobKind
    owner: str
    work: Callable[[], Any]
    result: asyncio.Future[Any]


class FairThreadPool:
    """A thread pool with priorities, and round robin among owners."""

    def __init__(self, threads: int) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="bots")
        self._free = threads
        self._queues: dict[JobKind, OrderedDict[str, deque[Job]]] = {
            kind: OrderedDict() for kind in PRIORITIES
        }
        self._hinting: set[str] = set()  # owners with a hint being computed

    async def run(self, kind: JobKind, owner: str, work: Callable[[], T]) -> T:
        """Run `work` in a thread when its turn comes; a cancelled caller's job is dropped."""
        queue = self._queues[kind].setdefault(owner, deque())
        limit = MAX_QUEUED[kind]
        if limit is not None and len(queue) >= limit:
            raise RateLimited(
                "too many hints and previews are queued from your address; wait a little"
            )
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        queue.append(Job(kind, owner, work, result))
        self._dispatch()
        return await result

    def close(self) -> None:
        for owners in self._queues.values():
            for queue in owners.values():
                for job in queue:
                    job.result.cancel()
            owners.clear()
        self._executor.shutdown(wait=True, cancel_futures=True)

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
            for owner in list(self._queues[kind]):
                if kind == "hint" and owner in self._hinting:
                    continue  # one hint at a time for each owner
                if (job := self._take(kind, owner)) is not None:
                    return job
        return None

    def _take(self, kind: JobKind, owner: str) -> Job | None:
        """The owner's oldest job that was not cancelled; the owner goes to the end of the queue."""
        owners = self._queues[kind]
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
            done.exception()  # mark it as retrieved, or asyncio logs it
        elif (error := done.exception()) is not None:
            job.result.set_exception(error)
        else:
            job.result.set_result(done.result())
        self._dispatch()
