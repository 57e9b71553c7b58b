"""One client's WebSocket: reading, writing, its rate limit, and backpressure for slow readers."""

import asyncio
import contextlib
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable
from dataclasses import dataclass

import orjson
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from menagerie.asyncio_tools import shielded
from menagerie.game import WATCHER, Seat
from menagerie.log_entry import LogEntry
from menagerie.server.errors import SOCKET_ERRORS, SocketError, first_error_line, refuse_message
from menagerie.server.ops.logs import log, log_orphan
from menagerie.server.schemas.close_codes import CloseCode
from menagerie.server.schemas.replies import SocketErrorCode, SocketReply
from menagerie.server.schemas.requests import MoveRequest, SocketRequest, UndoRequest
from menagerie.server.services import Services
from menagerie.server.tables.session import TableSession
from menagerie.server.transport.websocket_protocol import send_nowait_of

REQUEST: TypeAdapter[SocketRequest] = TypeAdapter(SocketRequest)
MAX_REFUSALS_IN_A_ROW = 20  # for exceeding the rate limit; then the socket is closed
CLOSE_TIMEOUT_S = 5.0


@dataclass(frozen=True)
class Client:
    """Who opened a socket, and how."""

    socket: WebSocket
    seat: Seat  # or WATCHER
    language: str
    address: str


class Connection(ABC):
    """A connected client, at a seat or watching; a subclass answers its requests."""

    def __init__(self, services: Services, session: TableSession, client: Client) -> None:
        self.services = services
        self.session = session
        self.socket = client.socket
        self.seat = client.seat
        self.language = client.language
        self.address = client.address
        self.send_nowait = send_nowait_of(client.socket.scope)
        self.outbox: list[bytes | CloseCode] = []  # messages to be sent; a code closes the socket
        self.reader: asyncio.Future[None] | None = None
        self.writer: asyncio.Task[None] | None = None  # while there is something in the outbox
        self.bucket = session.message_bucket(client.seat)
        self.refusals_in_a_row = 0
        self.too_slow = False

    @abstractmethod
    async def answer(self, request: SocketRequest) -> None:
        """Answer a request; errors among `SOCKET_ERRORS` are sent to the client."""

    async def handle(self, request: SocketRequest) -> None:
        """Pass moves and undos to the table, and other requests to `answer`."""
        match request:
            case MoveRequest():
                await self._play(LogEntry("move", self.seat, request.move, number=request.number))
            case UndoRequest():
                await self._play(LogEntry("undo", self.seat, number=request.number))
            case _:
                await self.answer(request)

    async def _play(self, entry: LogEntry) -> None:
        start = time.perf_counter()
        if self.refuse_watcher("play"):
            return
        if self.session.log.contains(entry):
            await self.services.registry.refresh(self.session)  # memory alone is not enough
        if self.session.log.contains(entry):
            self.send({"type": "accepted", "number": entry.number + 1})
            return
        await shielded(self.session.play(entry), log_orphan)
        self.services.metrics.played(self.session.row.game)
        self.services.metrics.move_seconds.observe(time.perf_counter() - start)

    def refuse_watcher(self, what: str) -> bool:
        """Send an error if the client is a watcher; return whether it is one."""
        if self.seat == WATCHER:
            self.refuse("watcher", f"you are watching; only players with a seat can {what}")
        return self.seat == WATCHER

    # Sending

    def send(self, message: SocketReply) -> None:
        self.send_text(orjson.dumps(message))

    def send_text(self, text: bytes) -> None:
        """Send at once, or through the outbox; a client that lets it overflow is disconnected."""
        if not self.outbox and self.send_nowait(text):
            return
        if len(self.outbox) < self.services.config.limits.waiting:
            self._enqueue(text)
            return
        self.too_slow = True
        self.session.exit(self)
        if self.reader is not None:
            self.reader.cancel()

    def refuse(self, code: SocketErrorCode, message: str, rule: str | None = None) -> None:
        """Send an error, with the number of the latest view."""
        self.services.metrics.refused.labels(code).inc()
        self.send(
            {
                "type": "error",
                "code": code,
                "message": message,
                "rule": rule,
                "number": self.session.number,
            }
        )

    def end(self, code: CloseCode) -> None:
        """Close the socket with a code that says why; the client has no seat any more."""
        self.session.exit(self)
        self.seat = WATCHER
        self._enqueue(code)

    @property
    def is_gone(self) -> bool:
        """Whether the last attempt to send something failed."""
        return self.writer is not None and self.writer.done()

    def _enqueue(self, item: bytes | CloseCode) -> None:
        self.outbox.append(item)
        if self.writer is None:
            self.writer = asyncio.create_task(self._write())

    async def _write(self) -> None:
        """Empty the outbox; there is no writer task while it is empty."""
        try:
            while self.outbox:
                item = self.outbox[0]
                if isinstance(item, CloseCode):
                    await self.socket.close(item)
                else:
                    await self.socket.send_text(item.decode())
                del self.outbox[0]
        except (WebSocketDisconnect, RuntimeError, OSError):
            return  # the client is gone; this stays the last writer
        except Exception as error:  # noqa: BLE001 - one client's error must not stop the others
            self.log_unexpected(error)
            return
        self.writer = None

    # Receiving

    async def run(self) -> None:
        """Read until either side closes the socket."""
        self.reader = asyncio.ensure_future(self._read())
        try:
            (ended,) = await asyncio.gather(self.reader, return_exceptions=True)
        finally:
            self.reader.cancel()
            if self.writer is not None:
                self.writer.cancel()
        if isinstance(ended, Exception):
            self.log_unexpected(ended)
            await self._close(CloseCode.INTERNAL_ERROR)
        if self.too_slow:
            await self._close(CloseCode.TOO_SLOW)

    def log_unexpected(self, error: Exception) -> None:
        self.services.metrics.faults.inc()
        log.unexpected("socket", error, table=self.session.row.id)

    async def _close(self, code: CloseCode) -> None:
        """Close the socket; a client that does not read may not read this either."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                await self.socket.close(code)

    async def _read(self) -> None:
        while True:
            try:
                message = await self.socket.receive()
            except (WebSocketDisconnect, RuntimeError, OSError):
                return  # the connection is gone
            if message["type"] == "websocket.disconnect":
                return
            try:
                await self._receive(message.get("text"))
            except WebSocketDisconnect:  # we closed it
                return

    async def _receive(self, text: str | None) -> None:
        if not self._is_within_rate_limit():
            await self._slow_down()
            return
        self.refusals_in_a_row = 0
        if text is None:
            self.refuse("bad", "messages are text, not binary")
            return
        try:
            request = REQUEST.validate_json(text)
        except ValidationError as error:
            self.refuse("bad", first_error_line(error))
            return
        await self.attempt(self.handle(request))

    async def attempt(self, work: Awaitable[None]) -> None:
        """Await something; tell the client if it is refused."""
        try:
            await work
        except SOCKET_ERRORS as error:
            refusal: SocketError = refuse_message(error, self.session.row.id)
            self.refuse(*refusal)

    def _is_within_rate_limit(self) -> bool:
        address_limit = self.services.limits.messages
        return self.bucket.take(time.monotonic()) and address_limit.take(self.address)

    async def _slow_down(self) -> None:
        self.refusals_in_a_row += 1
        self.refuse("slow_down", "too many messages; wait a little")
        if self.refusals_in_a_row > MAX_REFUSALS_IN_A_ROW:
            self._enqueue(CloseCode.TOO_QUICK)
            await asyncio.sleep(CLOSE_TIMEOUT_S)  # nothing more is read
            raise WebSocketDisconnect
