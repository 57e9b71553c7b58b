"""Unexpected errors are counted and logged, and the client learns no details."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from fastapi import WebSocket
from support.runs import compiled_only
from support.server.health_checks import check_headers, faults
from support.server.live_server import FAST_CONFIG, Server, Visitor
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from menagerie.server.tables.session import TableSession

pytestmark = compiled_only

PRIVATE = "what is nobody's business"


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[Server]:
    """A server with routes that raise unexpected errors."""

    async def fail() -> None:
        raise ZeroDivisionError(PRIVATE)

    async def fail_at_once(socket: WebSocket) -> None:  # noqa: ARG001
        await fail()

    async def fail_later(socket: WebSocket) -> None:
        await socket.accept()
        await fail()

    server = Server(replace(FAST_CONFIG, database=f"sqlite:///{tmp_path}/broken.db"))
    server.app.add_api_route("/api/broken", fail)
    server.app.add_api_websocket_route("/api/at-once", fail_at_once)
    server.app.add_api_websocket_route("/api/later", fail_later)
    with server:
        yield server


def test_an_unexpected_error_is_counted_and_reveals_nothing(
    broken: Server, caplog: pytest.LogCaptureFixture
) -> None:
    answer = httpx.get(f"http://{broken.address}/api/broken")
    assert answer.status_code == 500
    assert answer.json() == {"error": "internal server error; it has been logged"}
    check_headers(answer.headers)
    assert faults(broken.address) == 1
    assert PRIVATE in caplog.text


def test_an_unexpected_error_of_a_socket_is_counted_too(
    broken: Server, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(InvalidStatus) as refused, connect(f"ws://{broken.address}/api/at-once"):
        pass
    assert refused.value.response.status_code == 500
    check_headers(refused.value.response.headers)
    with connect(f"ws://{broken.address}/api/later") as socket:
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=20)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1011
    assert faults(broken.address) == 2
    assert PRIVATE in caplog.text


@pytest.mark.parametrize("error", [ZeroDivisionError, OSError, RuntimeError])
def test_an_error_in_a_message_handler_is_not_taken_for_a_lost_connection(
    error: type[Exception],
    broken: Server,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(*_: object) -> None:
        raise error(PRIVATE)

    monkeypatch.setattr(TableSession, "react", fail)
    visitor = Visitor(broken.address)
    with visitor.http:
        table = visitor.make_table()["id"]
        with visitor.connect(table) as socket:
            socket.receive("welcome")
            socket.send(type="react", reaction="hello")
            with pytest.raises(ConnectionClosed) as closed:
                socket.receive("reaction")
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, PRIVATE in closed.value.rcvd.reason) == (1011, False)
    assert faults(broken.address) == 1
    assert PRIVATE in caplog.text
