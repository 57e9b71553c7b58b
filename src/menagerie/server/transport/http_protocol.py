"""uvicorn's HTTP protocol, hardened against slow and greedy clients.

A client may not take minutes to send a request (Slowloris), open connections without end, or keep
one open by never reading the response. docs/upgrading.md lists the private parts of uvicorn that
this file relies on; tests/server/test_uvicorn_contract.py guards them.
"""

import asyncio
from functools import partial
from typing import Any

import h11
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

from menagerie.server.access.connection_limits import (
    RESERVED_FILES,
    ConnectionLimits,
    Reason,
    refusal,
)

MAX_HEAD_BYTES = 16 * 1024  # of a request before its body
REQUEST_TIMEOUT_S = 20.0  # for a whole request
STALL_TIMEOUT_S = 30.0  # without progress, a response that the client does not read is aborted
REFUSAL_LINGER_S = 1.0  # for a refused client to read why


def connection_limits(config: uvicorn.Config) -> ConnectionLimits:
    app: Any = config.app
    found: ConnectionLimits = app.state.connections
    return found


def is_trusted_proxy(host: str, app: object) -> bool:
    """Whether the X-Forwarded-For of this peer is believed."""
    return isinstance(app, ProxyHeadersMiddleware) and host in app.trusted_hosts


class StrictHttp(h11.Connection):
    """Refuses request smuggling: Content-Length beside Transfer-Encoding (RFC 9112, 6.3).

    It also counts the bytes written.
    """

    written = 0

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


class HardenedHttpProtocol(H11Protocol):
    """Times out requests and responses, and limits connections."""

    conn: StrictHttp
    request_timer: asyncio.TimerHandle | None = None
    stall_timer: asyncio.TimerHandle | None = None
    refused = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn = StrictHttp(h11.SERVER, MAX_HEAD_BYTES)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        limits = connection_limits(self.config)
        reason = limits.add(transport, partial(is_trusted_proxy, app=self.app))
        if reason is None:
            self._start_request_timer()
        else:
            self._refuse(reason, urgent=limits.files_left(transport) < RESERVED_FILES // 2)

    def _refuse(self, reason: Reason, *, urgent: bool) -> None:
        """Send a refusal, and keep the connection open until the client has sent its request.

        Otherwise the reply may be lost. If it is `urgent`, close at once.
        """
        self.refused = True
        self.transport.write(refusal(reason))
        if urgent:
            self.transport.close()
        else:
            self.request_timer = self.loop.call_later(REFUSAL_LINGER_S, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        if self.refused:
            self.transport.close()
            return
        super().data_received(data)
        is_incomplete = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if is_incomplete and self.transport.get_protocol() is self:  # not a WebSocket yet
            self._start_request_timer()
        else:
            self._stop_request_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        connection_limits(self.config).discard(self.transport)
        self._stop_request_timer()
        if self.stall_timer is not None:
            self.stall_timer.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_progress()

    def on_response_complete(self) -> None:
        self._watch_progress()  # the rest may be too little to pause for
        super().on_response_complete()

    def _watch_progress(self) -> None:
        """Abort the connection unless the client goes on reading the response."""
        if self.stall_timer is None and self.transport.get_write_buffer_size():
            self.stall_timer = self.loop.call_later(
                STALL_TIMEOUT_S, self._check_progress, self._sent()
            )

    def _check_progress(self, before: int) -> None:
        self.stall_timer = None
        if self.transport.get_write_buffer_size() and self._sent() == before:
            self.transport.abort()
        else:
            self._watch_progress()

    def _sent(self) -> int:
        """Bytes that the system has accepted, because the client has read earlier ones."""
        return self.conn.written - self.transport.get_write_buffer_size()

    def _start_request_timer(self) -> None:
        if self.request_timer is None:
            self.request_timer = self.loop.call_later(REQUEST_TIMEOUT_S, self.transport.abort)

    def _stop_request_timer(self) -> None:
        if self.request_timer is not None:
            self.request_timer.cancel()
            self.request_timer = None
