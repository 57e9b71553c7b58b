"""Replays and reviews of finished games, where nothing is secret any more.

Both are slow to compute, so they are computed in separate threads and cached. The log is part of
the key, because the database may be restored from a backup and the game end differently.
"""

import asyncio
import hashlib
import os
import sys
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import orjson

from menagerie.asyncio_tools import SingleFlightCache
from menagerie.header import Header
from menagerie.log_entry import LogEntry
from menagerie.server.errors import RateLimited, WrongState
from menagerie.server.history.replay import replay_steps
from menagerie.server.history.review import ReviewCancelled, review
from menagerie.server.ops.logs import log
from menagerie.server.schemas.history import Review, ReviewBegun
from menagerie.server.tables.session import TableSession

MAX_CACHED_REPLAYS = 8  # a few hundred kilobytes each
MAX_CACHED_REVIEWS = 100  # a few kilobytes each
MAX_QUEUED_REVIEWS = 10
NICENESS = 10  # of the review thread


@dataclass
class ReviewJob:
    """A review that is queued, running or done."""

    progress: float = 0.0
    answers: dict[str, Review] | None = None  # by language
    failed: bool = False

    @property
    def is_pending(self) -> bool:
        return self.answers is None and not self.failed


class Archive:
    """Replays and reviews of finished games."""

    def __init__(self) -> None:
        self.closed = False
        self._replays: SingleFlightCache[bytes] = SingleFlightCache(MAX_CACHED_REPLAYS)
        self._reviews: OrderedDict[bytes, ReviewJob] = OrderedDict()
        self._replayer = ThreadPoolExecutor(1, thread_name_prefix="replay")
        self._reviewer = ThreadPoolExecutor(1, "review", initializer=_lower_thread_priority)

    def close(self) -> None:
        self.closed = True  # a running review stops at its next move
        for pool in (self._replayer, self._reviewer):
            pool.shutdown(wait=True, cancel_futures=True)

    async def replay(self, session: TableSession, language: str) -> bytes:
        """All steps of a game, as JSON."""
        header, entries = session.finished_log()
        loop = asyncio.get_running_loop()
        return await self._replays.get(
            (_log_hash(header, entries), language),
            lambda: loop.run_in_executor(self._replayer, _encode, header, entries, language),
        )

    def review(self, session: TableSession, language: str) -> Review | ReviewBegun:
        """The coach's review, or its progress; the first request starts it."""
        header, entries = session.finished_log()
        key = _log_hash(header, entries)
        job = self._reviews.get(key) or self._submit(key, session.row.id, header, entries)
        self._reviews.move_to_end(key)
        if job.failed:
            raise WrongState("this game could not be reviewed")
        if job.answers is None:
            return {"done": False, "progress": round(job.progress, 2)}
        return job.answers[language]

    def _submit(
        self, key: bytes, table_id: str, header: Header, entries: list[LogEntry]
    ) -> ReviewJob:
        if sum(job.is_pending for job in self._reviews.values()) >= MAX_QUEUED_REVIEWS:
            raise RateLimited("many games are being reviewed; try again later")
        for old in [done for done, job in self._reviews.items() if not job.is_pending]:
            if len(self._reviews) < MAX_CACHED_REVIEWS:
                break
            del self._reviews[old]
        job = self._reviews[key] = ReviewJob()
        self._reviewer.submit(self._run, table_id, job, header, entries)
        return job

    def _run(self, table_id: str, job: ReviewJob, header: Header, entries: list[LogEntry]) -> None:
        """Runs in the review thread."""

        def on_progress(share: float) -> None:
            if self.closed:
                raise ReviewCancelled
            job.progress = share

        try:
            job.answers = review(header, entries, on_progress)
        except ReviewCancelled:
            return
        except Exception as error:  # noqa: BLE001 - no caller would see an exception of this thread
            job.failed = True
            log.unexpected("review", error, table=table_id)


def _log_hash(header: Header, entries: list[LogEntry]) -> bytes:
    """What identifies a finished game: its header, and every decision."""
    decisions = [(entry.kind, entry.seat, entry.move, entry.by) for entry in entries]
    return hashlib.sha256(orjson.dumps([header.to_json(), decisions])).digest()


def _encode(header: Header, entries: list[LogEntry], language: str) -> bytes:
    return orjson.dumps({"frames": replay_steps(header, entries, language)})


def _lower_thread_priority() -> None:
    """Let bots, hints and moves run first. Only Linux has a nice value per thread."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
