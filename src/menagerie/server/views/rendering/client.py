"""The client of the render worker, a second process that encodes updates on another core.

Rendering a move for everybody takes as long as the rest of its processing. Above a certain rate of
moves a worker is started; it renders each move while the move is written to the log. If the worker
is slow, busy or dead, the server renders the move itself.
"""

import asyncio
import os
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable
from typing import cast

from menagerie.match import Change
from menagerie.server.ops.logs import log
from menagerie.server.views.rendering.framing import add_frame, split_frames
from menagerie.server.views.rendering.jobs import decode_result, encode_job
from menagerie.server.views.seat_view import EncodedUpdates, Viewer

MAX_PENDING_JOBS = 400  # backpressure: beyond that the server renders moves itself
BATCH_DELAY_S = 0.003  # jobs submitted within this time are sent together
ANSWER_TIMEOUT_S = 2.0  # without any answer; then the worker is killed
RESTART_DELAY_S = 30.0  # before another worker is started

Rendered = asyncio.Future[EncodedUpdates | None]


class RenderClient:
    """Starts a worker when the server is busy, and sends it jobs."""

    def __init__(self, min_moves_per_s: float) -> None:
        self.min_moves_per_s = min_moves_per_s if can_help() else float("inf")
        self.process: subprocess.Popen[bytes] | None = None
        self.restart_at = 0.0  # earliest time for another attempt
        self._connection: _WorkerConnection | None = None
        self._second_began = 0.0
        self._moves_in_second = 0
        self._starting: asyncio.Task[None] | None = None

    def submit(
        self, change: Change, deadline: float | None, viewers: Iterable[Viewer]
    ) -> Rendered | None:
        """Let the worker encode updates (see `encode_updates`).

        Returns None if there is no worker or it is busy. The result of the future may be None, too.
        """
        self._moves_in_second += 1
        if self._connection is not None and self._connection.is_free():
            return self._connection.submit(encode_job(change, deadline, viewers))
        if self._connection is None and self._starting is None:
            self._start_if_busy()
        return None

    def pid(self) -> int:
        """The worker's process id; 0 without one."""
        return self.process.pid if self.process is not None else 0

    def _start_if_busy(self) -> None:
        now = asyncio.get_running_loop().time()
        if now - self._second_began > 1.0:
            self._second_began, self._moves_in_second = now, 1
        if self._moves_in_second >= self.min_moves_per_s and now >= self.restart_at:
            self.restart_at = now + RESTART_DELAY_S
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
            _, connection = await loop.create_connection(
                lambda: _WorkerConnection(self._lost), sock=ours
            )
        except OSError as error:
            log.error("render_worker", error=str(error))
            self._kill()
        else:
            if self.process is not None:  # it may have died already
                self._connection = connection
                log.info("render_worker", state="started")
        finally:
            self._starting = None

    def _lost(self) -> None:
        """Called when the worker died or did not answer."""
        if self._connection is not None:
            self._connection = None
            log.error("render_worker", error="the worker is gone; the server renders updates")
        self._kill()

    async def close(self) -> None:
        """Kill the worker; it has no state to lose."""
        if self._starting is not None:
            await self._starting
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
        self._kill()

    def _kill(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.wait()


class _WorkerConnection(asyncio.Protocol):
    """The socket to the worker: it sends jobs, and receives results in the same order."""

    def __init__(self, lost: Callable[[], None]) -> None:
        self._lost = lost
        self._is_ready = False
        self._loop = asyncio.get_running_loop()
        self._pending: deque[Rendered] = deque()
        self._unsent: list[bytes] = []
        self._incomplete = b""  # the beginning of a result
        self._watchdog: asyncio.TimerHandle | None = None
        self._results = 0
        self._transport: asyncio.Transport | None = None

    def is_free(self) -> bool:
        return self._is_ready and len(self._pending) < MAX_PENDING_JOBS

    def submit(self, job: bytes) -> Rendered:
        if not self._unsent:
            self._loop.call_later(BATCH_DELAY_S, self._send)
        self._unsent.append(add_frame(job))
        rendered: Rendered = self._loop.create_future()
        self._pending.append(rendered)
        if self._watchdog is None:
            self._watch()
        return rendered

    def _send(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(b"".join(self._unsent))
        self._unsent.clear()

    def _watch(self) -> None:
        self._watchdog = self._loop.call_later(
            ANSWER_TIMEOUT_S, self._check_progress, self._results
        )

    def _check_progress(self, results: int) -> None:
        """Kill the worker if jobs are pending and none was answered since the last check."""
        self._watchdog = None
        if not self._pending:
            return
        if self._results == results and self._transport is not None:
            self._transport.abort()
        else:
            self._watch()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        results, self._incomplete = split_frames(self._incomplete + data)
        for result in results:
            self._receive(result)

    def _receive(self, result: bytes) -> None:
        if not self._is_ready:  # the first frame only means that the worker is ready
            self._is_ready = True
            return
        self._results += 1
        rendered = self._pending.popleft()
        if not rendered.done():
            rendered.set_result(decode_result(result) if result else None)

    def connection_lost(self, _error: Exception | None) -> None:
        self._is_ready = False
        if self._watchdog is not None:
            self._watchdog.cancel()
        for rendered in self._pending:
            if not rendered.done():
                rendered.set_result(None)
        self._pending.clear()
        self._lost()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


def can_help() -> bool:
    """Whether there is a second core, and the system can pass a socket to a child process."""
    return (os.cpu_count() or 1) > 1 and sys.platform != "win32"
