"""uvicorn's WebSocket protocol: hardened, with less memory for each socket and a faster send.

docs/upgrading.md lists the private parts of uvicorn that this file relies on;
tests/server/test_uvicorn_contract.py guards them.
"""

import asyncio
import struct
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from menagerie.server.access.rate_limits import TokenBucket
from menagerie.server.schemas.close_codes import CloseCode
from menagerie.server.transport.http_protocol import connection_limits

SEND_NOWAIT = "menagerie.send_nowait"  # an ASGI extension of ours
MIN_PING_DELAY_S = 1.0  # a ping due within this time is sent at once
ABORT_DELAY_S = 5.0  # from the end of a socket until its connection is aborted
HIDDEN_FRAMES_PER_S, HIDDEN_FRAMES_BURST = 10, 100  # pings, pongs and continuation frames
TEXT_FRAME = 0x81  # first byte: the only frame of a text message (RFC 6455)
LENGTH_16, MAX_16 = 126, 0xFFFF  # lengths from 126 on take two more bytes, or eight


class SingleReaderQueue:
    """What uvicorn needs of `asyncio.Queue`, with one reader, in a tenth of the memory."""

    __slots__ = ("_items", "_wake")

    def __init__(self) -> None:
        self._items: list[Any] = []
        self._wake: asyncio.Future[None] | None = None

    def put_nowait(self, item: Any) -> None:
        self._items.append(item)
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def empty(self) -> bool:
        return not self._items

    async def get(self) -> Any:
        if self._items:
            await asyncio.sleep(0)  # let other clients run, however long this queue is
        while not self._items:
            self._wake = asyncio.get_running_loop().create_future()
            try:
                await self._wake
            finally:
                self._wake = None
        return self._items.pop(0)


class LeanWebSocketProtocol(WebSocketsSansIOProtocol):
    """Once a socket is open, drops the request that opened it; sends without a task."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = SingleReaderQueue()  # type: ignore[assignment]
        self.received_at = 0.0

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][SEND_NOWAIT] = {"send": self.send_nowait}

    def data_received(self, data: bytes) -> None:
        self.received_at = self.loop.time()
        super().data_received(data)

    def send_keepalive_ping(self) -> None:
        """Ping only clients that have been silent, or do not read."""
        left = self.received_at + (self.ping_interval or 0.0) - self.loop.time()
        if left > MIN_PING_DELAY_S and not self.transport.get_write_buffer_size():
            self.ping_timer = self.loop.call_later(left, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            del self.request, self.response
            self.scope["headers"] = []

    def send_nowait(self, text: bytes) -> bool:
        """Send a text message if the socket is open and not paused; False if it must wait."""
        ready = self.handshake_complete and not (self.close_sent or self.disconnected)
        if not ready or not self.writable.is_set() or self.conn.state is not State.OPEN:
            return False
        self.transport.write(frame_header(len(text)) + text)
        return True


class HardenedWebSocketProtocol(LeanWebSocketProtocol):
    """Limits frames that the application never sees, and aborts clients that never read."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.hidden_frames = TokenBucket.full(
            HIDDEN_FRAMES_PER_S, HIDDEN_FRAMES_BURST, self.loop.time()
        )

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.handshake_initiated:  # a request that is too long, say
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        connection_limits(self.config).discard(self.transport)
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        if self._is_within_hidden_frame_limit():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._is_within_hidden_frame_limit():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._is_within_hidden_frame_limit():
            super().handle_cont(event)

    def _is_within_hidden_frame_limit(self) -> bool:
        if self.hidden_frames.take(self.loop.time()) and self.writable.is_set():
            return True
        self.loop.call_soon(self.transport.abort)
        return False

    def send_receive_event_to_app(self) -> None:
        """Pass a complete message on; a text message that is not UTF-8 closes the socket (1007)."""
        is_invalid = self.curr_msg_data_type == "text" and not _is_utf8(b"".join(self.frames))
        if self.close_sent or not is_invalid:
            super().send_receive_event_to_app()
        elif self.conn.state is State.OPEN:  # else the client closed it in the same packet
            self.conn.send_close(CloseCode.INVALID_TEXT)
            self.handle_parser_exception()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(ABORT_DELAY_S, self.transport.abort)

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":  # the handshake was refused
            self.handshake_complete = True

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(ABORT_DELAY_S, self.transport.abort)


def frame_header(length: int) -> bytes:
    """The header of a text frame from the server, which is never masked (RFC 6455)."""
    if length < LENGTH_16:
        return bytes((TEXT_FRAME, length))
    if length <= MAX_16:
        return struct.pack("!BBH", TEXT_FRAME, LENGTH_16, length)
    return struct.pack("!BBQ", TEXT_FRAME, LENGTH_16 + 1, length)


def send_nowait_of(scope: Any) -> Callable[[bytes], bool]:
    """Our extension to ASGI, or a function that never sends: other servers do not have it."""
    offered: Callable[[bytes], bool] = scope["extensions"].get(SEND_NOWAIT, {}).get("send", _never)
    return offered


def _never(_text: bytes) -> bool:
    return False


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
