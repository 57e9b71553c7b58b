"""Connections as uvicorn serves them, with an end to what it would let go on for ever.

Nobody here takes minutes to send a request, sends endless frames that no program ever sees, opens
connections without end, or keeps one by never reading from it.
"""

import asyncio
from functools import partial
from types import FrameType
from typing import Any

import h11
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.frames import Frame
from websockets.protocol import State

from menagerie.server.access.connection_limits import RESERVE, Connections, refusal
from menagerie.server.access.rate_limits import Bucket
from menagerie.server.app import create_app
from menagerie.server.config import Config
from menagerie.server.transport.lean_websocket import LightSocket

LONGEST_HEAD = 16 * 1024  # bytes of a request before its body
HURRY = 20.0  # seconds for a whole request
STALL = 30.0  # seconds without progress after which an answer that nobody reads is cut off
LINGER = 1.0  # seconds for a refused client to read why
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


class Server(uvicorn.Server):
    """Says that it is not ready any more as soon as it is told to stop."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        app: Any = self.config.app
        app.state.health.draining = True
        super().handle_exit(sig, frame)


def connections_of(config: uvicorn.Config) -> Connections:
    app: Any = config.app
    found: Connections = app.state.connections
    return found


def is_trusted_proxy(host: str, app: object) -> bool:
    """Whether the X-Forwarded-For of this peer is believed."""
    return isinstance(app, ProxyHeadersMiddleware) and host in app.trusted_hosts


class StrictHttp(h11.Connection):
    """Refuses a request with two lengths: a proxy may read it as two requests (RFC 9112, 6.3)."""

    written = 0  # bytes

    def send(self, event: Any) -> Any:
        data = super().send(event)
        self.written += len(data or b"")
        return data

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            names = {name.lower() for name, _ in event.headers}
            if {b"content-length", b"transfer-encoding"} <= names:
                raise h11.RemoteProtocolError("both Content-Length and Transfer-Encoding")
        return event


class Requests(H11Protocol):
    """Requests come whole, and soon; answers are read; nobody has all the connections."""

    conn: StrictHttp
    waiting: asyncio.TimerHandle | None = None
    stalled: asyncio.TimerHandle | None = None
    refused = False

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn = StrictHttp(h11.SERVER, LONGEST_HEAD)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        counted = connections_of(self.config)
        reason = counted.add(transport, partial(is_trusted_proxy, app=self.app))
        if reason is None:
            self._wait()
        else:
            self._refuse(reason, urgent=counted.files_left(transport) < RESERVE // 2)

    def _refuse(self, reason: str, *, urgent: bool) -> None:
        """Say why, then hang up: when the client has sent its request, so that it reads that."""
        self.refused = True
        self.transport.write(refusal(reason))
        if urgent:
            self.transport.close()
        else:
            self.waiting = self.loop.call_later(LINGER, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        if self.refused:
            self.transport.close()
            return
        super().data_received(data)
        is_incomplete = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if is_incomplete and self.transport.get_protocol() is self:  # else it is a socket by now
            self._wait()
        else:
            self._wait_no_more()

    def connection_lost(self, exc: Exception | None) -> None:
        connections_of(self.config).discard(self.transport)
        self._wait_no_more()
        if self.stalled is not None:
            self.stalled.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_progress()

    def on_response_complete(self) -> None:
        self._watch_progress()  # what is left may be too little to pause for
        super().on_response_complete()

    def _watch_progress(self) -> None:
        """Cut the client off unless it reads some of the answer every now and then."""
        if self.stalled is None and self.transport.get_write_buffer_size():
            self.stalled = self.loop.call_later(STALL, self._check_progress, self._sent())

    def _check_progress(self, before: int) -> None:
        self.stalled = None
        if self.transport.get_write_buffer_size() and self._sent() == before:
            self.transport.abort()
        else:
            self._watch_progress()

    def _sent(self) -> int:
        """Bytes that the system has taken, since the client made room for them."""
        return self.conn.written - self.transport.get_write_buffer_size()

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

    def connection_lost(self, exc: Exception | None) -> None:
        connections_of(self.config).discard(self.transport)
        super().connection_lost(exc)

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
        """A message is whole. After we have hung up, none is read; before they did, all are."""
        is_wrong = self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames))
        if self.close_sent or not is_wrong:
            super().send_receive_event_to_app()
        elif self.conn.state is State.OPEN:  # else they have hung up, in the same packet
            self.conn.send_close(NO_TEXT)
            self.handle_parser_exception()

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
