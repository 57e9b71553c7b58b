"""Letters written by a second process, on another core, while the server is busy.

To tell of a move takes as long as all else that a move needs. So from some moves a second on a
scribe is started; each move is given to it while the move is being written to the log, and comes
back as letters. Whatever keeps the scribe from it, the server writes the letters itself.
"""

import asyncio
import os
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from typing import Any

from menagerie.server.ops.logs import log
from menagerie.server.views.rendering import updates
from menagerie.server.views.rendering.updates import Letters
from menagerie.server.views.rendering.worker import READY, frame, take

MOST = 400  # orders that may wait: more would come late, so the server does those by itself
GATHER = 0.003  # seconds: orders that come soon after one another are handed over together
PATIENCE = 2.0  # seconds without an answer, then the scribe is given up
REST = 30.0  # seconds before another one is started


class Dictation:
    """Gives orders to the scribe, once there is one."""

    def __init__(self, busy: float) -> None:
        self.busy = busy if can_help() else float("inf")  # moves a second that need a scribe
        self.process: subprocess.Popen[bytes] | None = None
        self.orders = 0  # that were given
        self._line: _Line | None = None
        self._since = 0.0  # when this second began
        self._moves = 0  # in this second
        self.not_before = 0.0  # another try
        self._starting: asyncio.Task[None] | None = None

    def order(self, *what: Any) -> asyncio.Future[Letters | None] | None:
        """Have letters written (see `updates.write`); None where nobody can, or it would take long.

        What comes in the end may be None too.
        """
        self._moves += 1
        if self._line is not None and self._line.is_free():
            self.orders += 1
            return self._line.order(updates.order(*what))
        if self._line is None and self._starting is None:
            self._consider()
        return None

    def pid(self) -> int:
        """Of the scribe; 0 where there is none."""
        return self.process.pid if self.process is not None else 0

    def is_free(self) -> bool:
        """Whether there is a scribe, and it has time."""
        return self._line is not None and self._line.is_free()

    def _consider(self) -> None:
        """Start a scribe if there are many moves."""
        now = asyncio.get_running_loop().time()
        if now - self._since > 1.0:
            self._since, self._moves = now, 1
        if self._moves >= self.busy and now >= self.not_before:
            self.not_before = now + REST
            self._starting = asyncio.create_task(self._start())

    async def _start(self) -> None:
        try:
            ours, theirs = socket.socketpair()
            with theirs:
                self.process = subprocess.Popen(  # noqa: ASYNC220 - it takes a millisecond
                    [sys.executable, "-m", "menagerie.server.views.rendering.worker"],
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                )
            loop = asyncio.get_running_loop()
            _, line = await loop.create_connection(lambda: _Line(self._lost), sock=ours)
        except OSError as error:
            log.error("scribe", error=str(error))
            self._end()
        else:
            self._line = line if self.process is not None else None  # it may be lost already
            log.info("scribe", state="started")
        finally:
            self._starting = None

    def _lost(self) -> None:
        """The scribe ended before we did, or did not answer."""
        if self._line is not None:
            self._line = None
            log.error("scribe", error="the scribe is gone; the server writes by itself")
        self._end()

    async def close(self) -> None:
        """Let the scribe go; it has nothing to lose."""
        if self._starting is not None:
            await self._starting
        line, self._line = self._line, None
        if line is not None:
            line.close()
        self._end()

    def _end(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.wait()


class _Line(asyncio.Protocol):
    """The connection to a scribe: orders there, letters back, in the same order."""

    def __init__(self, lost: Callable[[], None]) -> None:
        self._lost = lost
        self._is_ready = False
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[asyncio.Future[Letters | None]] = deque()
        self._orders: list[bytes] = []  # that were not handed over yet
        self._answered = b""  # the beginning of one
        self._watch: asyncio.TimerHandle | None = None
        self._answers = 0

    def is_free(self) -> bool:
        return self._is_ready and len(self._waiting) < MOST

    def order(self, order: bytes) -> asyncio.Future[Letters | None]:
        if not self._orders:
            self._loop.call_later(GATHER, self._send)
        self._orders.append(frame(order))
        answer: asyncio.Future[Letters | None] = self._loop.create_future()
        self._waiting.append(answer)
        if self._watch is None:
            self._watch = self._loop.call_later(PATIENCE, self._look, self._answers)
        return answer

    def _send(self) -> None:
        if not self._transport.is_closing():
            self._transport.write(b"".join(self._orders))
        self._orders.clear()

    def _look(self, answers: int) -> None:
        """Whether there was an answer since; if nobody waits for one, that is fine too."""
        self._watch = None
        if not self._waiting:
            return
        if self._answers == answers:
            self._transport.abort()
        else:
            self._watch = self._loop.call_later(PATIENCE, self._look, self._answers)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport: Any = transport

    def data_received(self, data: bytes) -> None:
        answers, self._answered = take(self._answered + data)
        for answer in answers:
            self._take(answer)

    def _take(self, answer: bytes) -> None:
        if not self._is_ready:
            self._is_ready = True
            return
        self._answers += 1
        waiting = self._waiting.popleft()
        if not waiting.done():
            waiting.set_result(None if answer == READY else updates.read(answer))

    def connection_lost(self, _error: Exception | None) -> None:
        self._is_ready = False
        if self._watch is not None:
            self._watch.cancel()
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)
        self._waiting.clear()
        self._lost()

    def close(self) -> None:
        self._transport.close()


def can_help() -> bool:
    """Whether there is another core, and a system that can hand a socket to a process."""
    return (os.cpu_count() or 1) > 1 and sys.platform != "win32"
