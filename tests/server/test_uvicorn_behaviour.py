"""The private parts of uvicorn and h11 that our protocols rely on still do what we expect.

test_uvicorn_contract.py lists these parts.
"""

import asyncio
from typing import Any

import h11
import uvicorn
from support.server.fake_transport import ADVICE, HANDSHAKE, FakeTransport
from support.server.raw_client import CONTINUATION, PING, PONG, TEXT, frame
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.protocol import State

RECORDED_METHODS = {
    "handle_connect",
    "handle_cont",
    "handle_ping",
    "handle_pong",
    "run_asgi",
    "send",
    "send_receive_event_to_app",
}


async def accepting(scope: Any, receive: Any, send: Any) -> None:
    assert scope["type"] == "websocket"
    assert (await receive())["type"] == "websocket.connect"
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


async def refusing(_scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.http.response.start", "status": 429, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b"later"})


class RecordingProtocol(WebSocketsSansIOProtocol):
    """Notes which of the methods that we override are called."""

    def __init__(self, app: Any) -> None:
        self.calls: list[str] = []
        config = uvicorn.Config(app, log_config=None, ws_ping_interval=20.0)
        super().__init__(config, ServerState(), {})
        self.pipe = FakeTransport()
        self.connection_made(self.pipe)

    def __getattribute__(self, name: str) -> Any:
        if name in RECORDED_METHODS:
            self.calls.append(name)
        return super().__getattribute__(name)

    async def feed(self, data: bytes) -> list[str]:
        self.calls.clear()
        self.data_received(data)
        for _ in range(5):
            await asyncio.sleep(0)
        return self.calls


def test_a_socket_opens_as_we_expect() -> None:
    async def check() -> None:
        protocol = RecordingProtocol(accepting)
        assert not protocol.handshake_initiated
        assert not protocol.handshake_complete
        calls = await protocol.feed(HANDSHAKE)
        assert {"handle_connect", "run_asgi", "send"} <= set(calls), ADVICE
        assert protocol.handshake_initiated
        assert protocol.handshake_complete
        assert protocol.conn.state is State.OPEN
        assert isinstance(protocol.scope["extensions"], dict), ADVICE
        assert isinstance(protocol.ping_timer, asyncio.TimerHandle), ADVICE
        assert protocol.ping_interval == 20.0
        del protocol.request, protocol.response  # not needed from here on
        protocol.scope["headers"] = []
        protocol.pipe.written = b""
        await protocol.feed(frame(TEXT, b"hello"))
        assert protocol.pipe.written == b"\x81\x05hello", ADVICE
        protocol.connection_lost(None)
        await asyncio.sleep(0)
        assert protocol.disconnected

    asyncio.run(check())


def test_frames_reach_the_methods_that_limit_them() -> None:
    async def check() -> None:
        protocol = RecordingProtocol(accepting)
        await protocol.feed(HANDSHAKE)
        assert "handle_ping" in await protocol.feed(frame(PING, b"?")), ADVICE
        assert "handle_pong" in await protocol.feed(frame(PONG, b"!")), ADVICE
        assert await protocol.feed(frame(TEXT, b"a", last=False)) == [], ADVICE
        assert protocol.curr_msg_data_type == "text", ADVICE
        assert protocol.frames == [b"a"], ADVICE
        calls = await protocol.feed(frame(CONTINUATION, b"b"))
        assert calls[:2] == ["handle_cont", "send_receive_event_to_app"], ADVICE
        assert "send_receive_event_to_app" in await protocol.feed(frame(TEXT, b"c")), ADVICE
        protocol.connection_lost(None)
        await asyncio.sleep(0)

    asyncio.run(check())


def test_backpressure_pings_and_closing_are_where_we_look() -> None:
    async def check() -> None:
        protocol = RecordingProtocol(accepting)
        await protocol.feed(HANDSHAKE)
        protocol.pause_writing()
        assert not protocol.writable.is_set(), ADVICE
        protocol.resume_writing()
        assert protocol.writable.is_set(), ADVICE
        protocol.pipe.written = b""
        protocol.send_keepalive_ping()
        assert protocol.pipe.written[:1] == b"\x89", ADVICE
        assert not protocol.close_sent
        protocol.keepalive_timeout()
        assert protocol.close_sent, ADVICE
        assert protocol.pipe.closed, ADVICE
        protocol.connection_lost(None)
        await asyncio.sleep(0)

    asyncio.run(check())


def test_a_close_of_ours_is_sent_by_the_handler_of_parser_errors() -> None:
    async def check() -> None:
        protocol = RecordingProtocol(accepting)
        await protocol.feed(HANDSHAKE)
        protocol.pipe.written = b""
        protocol.conn.send_close(1007)
        protocol.handle_parser_exception()
        assert protocol.pipe.written == b"\x88\x02\x03\xef", ADVICE
        assert protocol.close_sent
        assert protocol.pipe.closed
        protocol.connection_lost(None)
        await asyncio.sleep(0)

    asyncio.run(check())


def test_a_refused_handshake_ends_the_connection() -> None:
    async def check() -> None:
        protocol = RecordingProtocol(refusing)
        await protocol.feed(HANDSHAKE)
        assert protocol.pipe.written.startswith(b"HTTP/1.1 429 "), ADVICE
        assert protocol.pipe.written.endswith(b"\r\n\r\nlater"), ADVICE
        assert protocol.close_sent
        assert protocol.pipe.closed
        protocol.connection_lost(None)

    asyncio.run(check())


def test_requests_and_responses_pass_through_the_h11_connection_that_we_put_in() -> None:
    """Our checks of Content-Length and response progress depend on it."""
    events: list[str] = []

    class Watched(h11.Connection):
        def next_event(self) -> Any:
            event = super().next_event()
            events.append(type(event).__name__)
            return event

        def send(self, event: Any) -> Any:
            data = super().send(event)
            events.append(f"send {type(event).__name__}: {type(data).__name__}")
            return data

    class Completed(H11Protocol):
        def on_response_complete(self) -> None:
            events.append("complete")
            super().on_response_complete()

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"hello"})

    async def check() -> None:
        config = uvicorn.Config(app, log_config=None)
        protocol = Completed(config, ServerState(), {})
        protocol.conn = Watched(h11.SERVER, 1000)
        pipe = FakeTransport()
        protocol.connection_made(pipe)
        states = [protocol.conn.their_state]
        for data in (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n", b"x"):
            protocol.data_received(data)
            states.append(protocol.conn.their_state)
        assert states == [h11.IDLE, h11.SEND_BODY, h11.DONE], ADVICE
        await asyncio.sleep(0.01)
        assert pipe.written.endswith(b"hello\r\n0\r\n\r\n"), ADVICE
        protocol.connection_lost(None)

    asyncio.run(check())
    assert events[0] == "Request", ADVICE
    assert "send Response: bytes" in events, ADVICE
    assert "send Data: bytes" in events, ADVICE
    assert events.count("complete") == 1, ADVICE


def test_an_error_of_the_h11_connection_is_a_bad_request() -> None:
    class Refusing(h11.Connection):
        def next_event(self) -> Any:
            raise h11.RemoteProtocolError("refused")

    async def check() -> bytes:
        protocol = H11Protocol(uvicorn.Config(refusing, log_config=None), ServerState(), {})
        protocol.conn = Refusing(h11.SERVER)
        pipe = FakeTransport()
        protocol.connection_made(pipe)
        protocol.data_received(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        assert pipe.closed
        return pipe.written

    assert asyncio.run(check()).startswith(b"HTTP/1.1 400 "), ADVICE


def test_an_upgrade_gives_the_transport_another_protocol() -> None:
    """This ends the request timeout."""

    async def check() -> None:
        config = uvicorn.Config(accepting, ws=WebSocketsSansIOProtocol, log_config=None)
        protocol = H11Protocol(config, ServerState(), {})
        pipe = FakeTransport()
        protocol.connection_made(pipe)
        protocol.data_received(HANDSHAKE)
        assert isinstance(pipe.protocol, WebSocketsSansIOProtocol), ADVICE
        await asyncio.sleep(0.01)
        pipe.protocol.connection_lost(None)
        await asyncio.sleep(0)

    asyncio.run(check())
