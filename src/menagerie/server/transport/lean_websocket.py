"""A socket as uvicorn serves it, with less to keep in memory: most of them just wait."""

import asyncio
import struct
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

AT_ONCE = "menagerie.send_at_once"
SOON = 1.0  # seconds: not worth another timer
TEXT = 0x81  # the first byte of such a frame
SHORT, MIDDLING = 126, 0xFFFF  # lengths that one byte, or two, can tell


class Inbox:
    """What asyncio's queue does for one reader, in a tenth of the room."""

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
            await asyncio.sleep(0)  # others come first, however much is here already
        while not self._items:
            self._wake = asyncio.get_running_loop().create_future()
            try:
                await self._wake
            finally:
                self._wake = None
        return self._items.pop(0)


class LightSocket(WebSocketsSansIOProtocol):
    """Once a socket is open, nobody needs the request that opened it."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = Inbox()  # type: ignore[assignment]
        self.heard_at = 0.0

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][AT_ONCE] = {"send": self.send_at_once}

    def data_received(self, data: bytes) -> None:
        self.heard_at = self.loop.time()
        super().data_received(data)

    def send_keepalive_ping(self) -> None:
        """Only who has been silent, or does not read, is asked whether they are still there."""
        left = self.heard_at + (self.ping_interval or 0.0) - self.loop.time()
        if left > SOON and not self.transport.get_write_buffer_size():
            self.ping_timer = self.loop.call_later(left, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            del self.request, self.response
            self.scope["headers"] = []

    def send_at_once(self, text: bytes) -> bool:
        """Send a message if nothing keeps us from it; most never need to wait, nor a task."""
        ready = self.handshake_complete and not (self.close_sent or self.disconnected)
        if not ready or not self.writable.is_set() or self.conn.state is not State.OPEN:
            return False
        self.transport.write(head_of(len(text)) + text)
        return True


def head_of(length: int) -> bytes:
    """The head of a frame that is a whole text; from the server it is never masked (RFC 6455)."""
    if length < SHORT:
        return bytes((TEXT, length))
    if length <= MIDDLING:
        return struct.pack("!BBH", TEXT, SHORT, length)
    return struct.pack("!BBQ", TEXT, SHORT + 1, length)


def quick_sender(scope: Any) -> Callable[[bytes], bool]:
    """What sends a message at once, or says that it cannot; other servers have no such thing."""
    offered: Callable[[bytes], bool] = scope["extensions"].get(AT_ONCE, {}).get("send", _never)
    return offered


def _never(_text: bytes) -> bool:
    return False
