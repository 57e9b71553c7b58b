"""Hardened protocols: floods of control frames, idle connections, clients that do not read."""

import time
from pathlib import Path

import pytest
from support.runs import compiled_only
from support.server.health_checks import nothing_goes_wrong
from support.server.limited_server import StartLimitedServer, limited_server
from support.server.live_server import Server, until, visiting
from support.server.raw_client import CLOSE, CONTINUATION, PING, TEXT, RawClient, frame

from menagerie.server.transport import http_protocol, websocket_protocol
from menagerie.server.websocket import connection as sockets

pytestmark = compiled_only

ASKED = bytes([0x80 | PING, 4])  # the first bytes of a ping frame
AGAIN = frame(TEXT, b'{"type": "again", "since": 1000000}')  # requests the full view


def test_a_flood_on_one_socket_delays_no_other(limited: StartLimitedServer) -> None:
    server = limited(waiting=1_000_000)
    refused = server.app.state.services.metrics.refused.labels("watcher")._value
    with visiting(server) as ada:
        table = ada.make_table(bots={"1": "random"})["id"]
        ada.start(table)
        mark = frame(TEXT, b'{"type": "undo", "number": 0}')  # refused and counted
        with ada.connect(table) as socket, RawClient(server.address).at(table) as raw:
            socket.receive("welcome")
            raw.send(mark + AGAIN * 500 + mark)
            until(lambda: refused.get() > 0)  # the server is reading the flood
            socket.send(type="react", reaction="hello")
            socket.receive("reaction")
            assert refused.get() == 1  # it has not reached the end yet
            until(lambda: refused.get() == 2)


@pytest.mark.parametrize("data", [b"\xff", b"{}"])
def test_messages_before_a_close_are_processed(limited: StartLimitedServer, data: bytes) -> None:
    server = limited()
    refused = server.app.state.services.metrics.refused.labels("watcher")._value
    with visiting(server) as ada, nothing_goes_wrong(server):
        table = ada.make_table(bots={"1": "random"})["id"]
        ada.start(table)
        with RawClient(server.address).at(table) as raw:
            said = frame(TEXT, b'{"type": "undo", "number": 0}')  # refused and counted
            raw.send(said + frame(TEXT, data) + frame(CLOSE, b"\x03\xe8"))
            assert raw.is_cut()
        until(lambda: refused.get() == 1)


@pytest.mark.parametrize("last", [frame(TEXT, b"\xff"), frame(TEXT, b"{}"), AGAIN])
def test_frames_after_a_close_are_ignored(limited: StartLimitedServer, last: bytes) -> None:
    """Two invalid text frames in one packet: the first one closes the socket."""
    server = limited()
    with visiting(server) as ada, nothing_goes_wrong(server):
        table = ada.make_table(bots={"1": "random"})["id"]
        ada.start(table)
        with RawClient(server.address).at(table) as raw:
            raw.send(frame(TEXT, b"\xfe", last=False) + frame(CONTINUATION, b"\xff") + last * 3)
            assert b"\x03\xef" in raw.rest()  # closed with 1007
            assert raw.is_cut()


def test_repeated_requests_for_updates_get_the_full_view_instead(
    limited: StartLimitedServer,
) -> None:
    server = limited(messages=0.001, burst=12)
    with visiting(server) as ada:
        table = ada.make_table(bots={"1": "random"})["id"]
        ada.start(table)
        with ada.connect(table) as socket:
            sight = socket.receive("welcome")["sight"]
            while sight["number"] < 6 or not sight["legal"]:
                if sight["legal"]:
                    socket.move(sight["number"], sight["legal"][0]["move"])
                sight = socket.receive("update")["sight"]
        number = sight["number"]
        with ada.connect(table) as socket:
            socket.receive("welcome")
            socket.send(type="again", since=number)  # nothing was missed
            socket.send(type="again", since=0)
            again = [socket.receive("update")["sight"] for _ in range(number)]
            assert [one["number"] for one in again] == list(range(1, number + 1))
            assert [bool(one["legal"]) for one in again] == [False] * (number - 1) + [True]
            assert again[-1]["legal"] == sight["legal"]
            socket.send(type="again", since=0)
            assert socket.receive("update", "welcome")["type"] == "welcome"


def never_read(server: Server) -> None:
    """Send requests without reading until disconnected; then all buffers are freed."""
    with visiting(server) as ada:
        table = ada.make_table(bots={"1": "random"})["id"]
        ada.start(table)
        session = server.app.state.services.registry.sessions[table]
        with RawClient(server.address, small_buffer=True).at(table, ada.token) as raw:
            until(lambda: session.listeners)
            assert raw.flood(AGAIN, 1_000_000)
            until(lambda: not session.listeners)
            until(lambda: server.app.state.services.limits.sockets._counts.total() == 0)
    until(lambda: not server.server.server_state.connections)


def test_a_client_that_never_reads_is_disconnected(
    limited: StartLimitedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "CLOSE_TIMEOUT_S", 0.2)
    monkeypatch.setattr(websocket_protocol, "ABORT_DELAY_S", 0.2)
    never_read(limited(waiting=10))


def test_a_client_that_answers_no_ping_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that answers no ping is disconnected, however large its buffer may grow."""
    monkeypatch.setattr(websocket_protocol, "ABORT_DELAY_S", 0.2)
    pings = {"ws_ping_interval": 1.0, "ws_ping_timeout": 0.5}
    with limited_server(tmp_path, {"waiting": 1_000_000}, **pings) as server:
        never_read(server)


def test_only_idle_clients_are_pinged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket_protocol, "MIN_PING_DELAY_S", 0.05)
    react = frame(TEXT, b'{"type": "react", "reaction": "hello"}')  # refused, but shows activity
    with limited_server(tmp_path, {}, ws_ping_interval=1.0) as server, visiting(server) as ada:
        table = ada.make_table()["id"]
        with (
            RawClient(server.address).at(table) as talker,
            RawClient(server.address).at(table) as listener,
        ):
            while ASKED not in listener.rest(0.05):
                talker.send(react)
            assert ASKED not in talker.rest(0.05)
            assert talker.receives(ASKED)  # once it is idle, too


@pytest.mark.parametrize("kind", [PING, CONTINUATION])
def test_control_and_continuation_frames_are_rate_limited(
    kind: int, limited: StartLimitedServer
) -> None:
    server = limited()
    with visiting(server) as ada:
        table = ada.make_table()["id"]
        with RawClient(server.address, small_buffer=True).at(table) as raw:
            raw.send(frame(TEXT, b"{", last=False))
            flood = frame(kind, b"x" * 10 * (kind == PING), last=kind == PING) * 100
            assert raw.flood(flood, 2000) or raw.is_cut()


def test_the_size_of_a_request_head_is_limited(limited: StartLimitedServer) -> None:
    server = limited()
    with RawClient(server.address) as raw:
        raw.send(b"GET /api/games HTTP/1.1\r\nHost: here\r\nX-Long: ")
        assert raw.flood(b"x" * 10_000, 10_000)
    with RawClient(server.address) as raw:
        assert raw.open(f"/api/tables/{'x' * 12_000}/socket") == "414"
        assert raw.is_cut()


@pytest.mark.parametrize(
    "beginning",
    [
        b"",
        b"GET /api/games HTTP/1.1\r\nHost: he",
        b"POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n{",
        b"GET /api/version HTTP/1.1\r\nHost: here\r\n\r\nGET /api/ver",
    ],
)
def test_an_incomplete_request_times_out(
    beginning: bytes, limited: StartLimitedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_TIMEOUT_S", 0.3)
    server = limited()
    with RawClient(server.address) as raw:
        raw.send(beginning)
        assert raw.is_cut()


def test_an_open_socket_is_not_a_slow_request(
    limited: StartLimitedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_TIMEOUT_S", 0.2)
    monkeypatch.setattr(websocket_protocol, "ABORT_DELAY_S", 0.2)
    monkeypatch.setattr(sockets, "CLOSE_TIMEOUT_S", 0.2)
    server = limited()
    with visiting(server) as ada, ada.connect(ada.make_table()["id"]) as socket:
        for _ in range(2):
            time.sleep(0.3)  # longer than all timeouts
            socket.send(type="react", reaction="thinking")
            assert socket.receive("reaction")["reaction"] == "thinking"
