"""Connections as uvicorn serves them, with an end to what it would let go on for ever.

Nobody here takes minutes to send a request, sends endless frames that no program ever sees, or
keeps a connection by never reading from it.
"""

import asyncio
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.frames import Frame

from menagerie.server.app import create_app
from menagerie.server.config import Config
from menagerie.server.light import LightSocket
from menagerie.server.limits import Bucket

LONGEST_HEAD = 16 * 1024  # bytes of a request before its body
HURRY = 20.0  # seconds for a whole request
CUT = 5.0  # seconds from the end of a socket until it is cut off
UNSEEN_RATE, UNSEEN_BURST = 10, 100  # frames a second that are no messages: pings, pieces
NO_TEXT = 1007


def settings(config: Config, **more: Any) -> uvicorn.Config:
    """How uvicorn serves us, for real and in tests."""
    return uvicorn.Config(
        create_app(config),
        http=Requests,
        ws=Frames,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        ws_max_size=config.limits.message,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        **more,
    )


class Requests(H11Protocol):
    """Requests come whole, and soon."""

    waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        is_incomplete = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if is_incomplete and self.transport.get_protocol() is self:  # else it is a socket by now
            self._wait()
        else:
            self._wait_no_more()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self.waiting is None:
            self.waiting = self.loop.call_later(HURRY, self.transport.abort)

    def _wait_no_more(self) -> None:
        if self.waiting is not None:
            self.waiting.cancel()
            self.waiting = None


class Frames(LightSocket):
    """Frames that no program sees are limited too, and who never reads is cut off."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.unseen = Bucket(UNSEEN_RATE, UNSEEN_BURST, UNSEEN_BURST, self.loop.time())

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.handshake_initiated:  # a request that is too long, say
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def handle_ping(self) -> None:
        if self._bears():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._bears():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._bears():
            super().handle_cont(event)

    def _bears(self) -> bool:
        if self.unseen.take(self.loop.time()) and self.writable.is_set():
            return True
        self.loop.call_soon(self.transport.abort)
        return False

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.conn.send_close(NO_TEXT)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(CUT, self.transport.abort)

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":  # refused: that is an end, too
            self.handshake_complete = True

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(CUT, self.transport.abort)


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
