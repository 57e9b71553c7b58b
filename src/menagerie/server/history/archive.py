"""Finished games: every moment of one, and what the coach thinks of it. Nothing is secret any more.

Both take long to make, so they are made in threads of their own and kept for a while.
"""

import asyncio
import os
import sys
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import orjson

from menagerie.header import Header
from menagerie.match import Line
from menagerie.server.errors import TooMany
from menagerie.server.history.review import Stopped, review
from menagerie.server.ops.logs import log
from menagerie.server.schemas.history import Review, ReviewBegun
from menagerie.server.single_flight import Shelf
from menagerie.server.tables.audience import WrongState
from menagerie.server.tables.log_replay import By
from menagerie.server.tables.session import Room
from menagerie.server.views.replay_step import frames

REPLAYS = 8  # that are kept, each some hundred kilobytes
REVIEWS = 100  # each some kilobytes
MOST_WAITING = 10  # games that wait to be reviewed
KINDER = 10  # by how much the thread of reviews gives way to all others


@dataclass
class Reviewing:
    """A review that waits, is being made, or is done."""

    progress: float = 0.0
    answers: dict[str, Review] | None = None  # by language
    failed: bool = False

    @property
    def waits(self) -> bool:
        return self.answers is None and not self.failed


class Archive:
    """Replays and reviews of finished games."""

    def __init__(self) -> None:
        self.closed = False
        self._replays: Shelf[bytes] = Shelf(REPLAYS)
        self._reviews: OrderedDict[str, Reviewing] = OrderedDict()
        self._replayer = ThreadPoolExecutor(1, thread_name_prefix="replay")
        self._reviewer = ThreadPoolExecutor(1, "review", initializer=_be_kind)  # one at a time

    def close(self) -> None:
        self.closed = True  # a review that is being made stops at its next move
        for pool in (self._replayer, self._reviewer):
            pool.shutdown(wait=True, cancel_futures=True)

    async def replay(self, room: Room, language: str) -> bytes:
        """All frames of a game, as JSON."""
        header, lines, by = _finished(room)
        loop = asyncio.get_running_loop()
        return await self._replays.get(
            (room.row.id, language),
            lambda: loop.run_in_executor(self._replayer, _replay, header, lines, by, language),
        )

    def review(self, room: Room, language: str) -> Review | ReviewBegun:
        """What the coach thinks, or how far it is; who asks first makes it begin."""
        header, lines, _ = _finished(room)
        found = self._reviews.get(room.row.id)
        if found is None:
            found = self._begin(room.row.id, header, lines)
        self._reviews.move_to_end(room.row.id)
        if found.failed:
            raise WrongState("this game could not be reviewed")
        if found.answers is None:
            return {"done": False, "progress": round(found.progress, 2)}
        return found.answers[language]

    def _begin(self, table_id: str, header: Header, lines: list[Line]) -> Reviewing:
        if sum(one.waits for one in self._reviews.values()) >= MOST_WAITING:
            raise TooMany("many games are being reviewed; try again later")
        for old in [key for key, one in self._reviews.items() if not one.waits]:
            if len(self._reviews) < REVIEWS:
                break
            del self._reviews[old]
        made = self._reviews[table_id] = Reviewing()
        self._reviewer.submit(self._work, table_id, made, header, lines)
        return made

    def _work(self, table_id: str, made: Reviewing, header: Header, lines: list[Line]) -> None:
        """In the thread of reviews."""

        def on_step(share: float) -> None:
            if self.closed:
                raise Stopped
            made.progress = share

        try:
            made.answers = review(header, lines, on_step)
        except Stopped:
            return
        except Exception as error:  # noqa: BLE001 - nobody waits for this thread
            made.failed = True
            log.fault("review", error, table=table_id)


def _finished(room: Room) -> tuple[Header, list[Line], list[By]]:
    """What a finished game follows from; one that is not finished would tell secrets."""
    if room.row.state != "over":
        raise WrongState("the game is not over yet: until then this would tell secrets")
    match = room.playing
    return match.header, list(match.lines), list(room.by)


def _replay(header: Header, lines: list[Line], by: list[By], language: str) -> bytes:
    return orjson.dumps({"frames": frames(header, lines, by, language)})


def _be_kind() -> None:
    """Bots, hints and people come first. Only Linux lets a thread be kind by itself."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), KINDER)
