"""Connection limits: no address takes them all, and players keep some file descriptors."""

import contextlib
import json
import re
import resource
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi.responses import PlainTextResponse
from support.runs import compiled_only
from support.server.limited_server import limited_server
from support.server.live_server import Server, Visitor, until, visiting
from support.server.raw_client import RawClient
from support.server.server_process import ServerProcess

from menagerie.file_limit import file_limit
from menagerie.server.access.addresses import limit_key, network_of
from menagerie.server.ops import logs
from menagerie.server.transport import http_protocol

pytestmark = compiled_only

OTHER_PROXY = "192.0.2.1"  # the only trusted proxy, so 127.0.0.1 is not trusted
GET = b"GET /api/version HTTP/1.1\r\nHost: here\r\n\r\n"


@pytest.fixture
def three(tmp_path: Path) -> Iterator[Server]:
    """A server that accepts three connections per address."""
    with limited_server(tmp_path, {"connections": 3}, forwarded_allow_ips=OTHER_PROXY) as server:
        yield server


def ask(raw: RawClient) -> bytes:
    raw.send(GET)
    found = raw.connection.recv(4096)
    return found.partition(b"\r\n")[0]


def metric(server: Server, name: str) -> float:
    page = server.app.state.services.metrics.page().decode()
    found = re.search(rf"^{re.escape(name)} (\S+)$", page, re.MULTILINE)
    assert found, page
    return float(found[1])


def test_connections_from_one_address_are_limited(three: Server) -> None:
    with (
        RawClient(three.address) as one,
        RawClient(three.address) as two,
        RawClient(three.address) as last,
    ):
        assert [ask(raw) for raw in (one, two, last)] == [b"HTTP/1.1 200 OK"] * 3
        with RawClient(three.address) as more:
            more.send(GET)
            head, _, body = more.rest().partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 429 ")
            assert b"retry-after: " in head
            assert json.loads(body) == {"error": "too many connections from your address"}
        assert ask(one) == b"HTTP/1.1 200 OK"  # open connections still work
        assert metric(three, "menagerie_connections") == 3
        assert metric(three, 'menagerie_connections_refused_total{reason="address"}') == 1
        last.close()
        until(lambda: metric(three, "menagerie_connections") == 2)
        with RawClient(three.address) as again:
            assert ask(again) == b"HTTP/1.1 200 OK"
    until(lambda: metric(three, "menagerie_connections") == 0)
    assert three.app.state.connections._counts == {}


def test_a_refused_connection_that_sends_nothing_is_closed(
    three: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "REFUSAL_LINGER_S", 0.1)
    with contextlib.ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(RawClient(three.address))
        until(lambda: metric(three, "menagerie_connections") == 3)
        with RawClient(three.address) as silent:
            assert silent.is_cut()
        until(lambda: metric(three, "menagerie_connections") == 3)


def test_a_socket_counts_until_it_is_closed(three: Server) -> None:
    with visiting(three) as ada:
        table = ada.make_table()["id"]
        with ada.connect(table) as one, ada.connect(table) as two:
            one.receive("welcome")
            two.receive("welcome")
            assert metric(three, "menagerie_connections") == 3
            with RawClient(three.address) as more:
                assert ask(more).startswith(b"HTTP/1.1 429 ")
        until(lambda: metric(three, "menagerie_connections") == 1)


def test_a_trusted_proxy_may_have_more(tmp_path: Path) -> None:
    with limited_server(tmp_path, {"connections": 3}) as server, contextlib.ExitStack() as stack:
        many = [stack.enter_context(RawClient(server.address)) for _ in range(6)]
        assert [ask(raw) for raw in many] == [b"HTTP/1.1 200 OK"] * 6


def test_addresses_of_one_household_share_a_limit() -> None:
    assert limit_key("2001:db8::1") == limit_key("2001:db8::ffff") != limit_key("2001:db8:0:1::1")
    assert limit_key("::ffff:192.0.2.7") == limit_key("192.0.2.7") == "192.0.2.7"
    assert limit_key("somewhere") == "somewhere"
    assert limit_key(None) == "unknown"


def test_a_network_contains_households() -> None:
    assert network_of(limit_key("2001:db8:0:1::1")) == "2001:db8::/48"
    for alone in ("192.0.2.7", "unknown", "a-table 2001:db8::/64", ""):
        assert network_of(alone) is None


@pytest.mark.parametrize("size", [40_000, 3_000_000])  # below and above the write buffer limit
def test_a_client_that_does_not_read_the_response_is_disconnected(
    size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "STALL_TIMEOUT_S", 0.3)
    with limited_server(tmp_path, {}) as server:
        add_answer(server, size)
        with RawClient(server.address, small_buffer=True) as raw:
            raw.send(GET.replace(b"/api/version", b"/long"))
            until(lambda: metric(server, "menagerie_connections") == 1)
            until(lambda: metric(server, "menagerie_connections") == 0)
            assert len(raw.rest()) < size


def test_a_response_that_is_read_slowly_arrives_completely(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "STALL_TIMEOUT_S", 0.5)
    size = 300_000
    with limited_server(tmp_path, {}) as server:
        add_answer(server, size)
        with RawClient(server.address, small_buffer=True) as raw:
            start, found = time.monotonic(), 0
            raw.send(GET.replace(b"/api/version", b"/long"))
            while found < size:
                more = len(raw.connection.recv(20_000))
                assert more
                found += more
                time.sleep(0.02)
            assert time.monotonic() - start > http_protocol.STALL_TIMEOUT_S


def add_answer(server: Server, size: int) -> None:
    async def long() -> PlainTextResponse:
        return PlainTextResponse("x" * size)

    server.app.add_api_route("/long", long, response_model=None)


def test_content_length_with_chunked_encoding_is_refused(tmp_path: Path) -> None:
    head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    both = b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
    with limited_server(tmp_path, {}) as server, RawClient(server.address) as raw:
        raw.send(head + both + GET)
        said = raw.rest()
        assert said.startswith(b"HTTP/1.1 400 ")
        assert said.count(b"HTTP/1.1") == 1
        assert raw.is_cut()


@contextlib.contextmanager
def few_files(most: int) -> Iterator[None]:
    """Lower the limit of open files for child processes started in this block."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


class LowFileLimitProcess(ServerProcess):
    """A server with a low hard limit of open files."""

    def command(self) -> list[str]:
        return ["prlimit", "--nofile=160:160", *super().command()]


@pytest.mark.skipif(shutil.which("prlimit") is None, reason="prlimit is not installed")
def test_without_free_file_descriptors_players_continue_and_new_clients_get_503(
    tmp_path: Path,
) -> None:
    database = f"sqlite:///{tmp_path / 'server.db'}"
    with LowFileLimitProcess(tmp_path, database, "--bot-pause=0") as process:
        ada = Visitor(process.address)
        with ada.http, contextlib.ExitStack() as stack:
            table = ada.make_table(bots={"1": "random"})["id"]
            ada.start(table)
            with ada.connect(table) as socket:
                sight = socket.receive("welcome")["sight"]
                for _ in range(300):
                    stack.enter_context(RawClient(process.address))
                for _ in range(3):
                    with contextlib.suppress(OSError), RawClient(process.address) as raw:
                        assert ask(raw).startswith(b"HTTP/1.1 503 ")
                        break
                else:
                    pytest.fail("no answer at all")
                while sight["number"] < 5:
                    if sight["legal"]:
                        socket.move(sight["number"], sight["legal"][0]["move"])
                    sight = socket.receive("update")["sight"]
            stack.close()
            until(lambda: httpx.get(f"http://{process.address}/api/version").status_code == 200)
            page = httpx.get(f"http://{process.address}/metrics").text
            assert "menagerie_file_limit 160.0" in page
            assert "menagerie_faults_total 0.0" in page
        assert process.stop() == 0
    told = [json.loads(line) for line in process.output.splitlines() if line.startswith("{")]
    refusals = [line for line in told if line["event"] == "connections refused"]
    assert [line["reason"] for line in refusals] == ["files"]
    assert not [line for line in told if line["level"] == "error"]


def test_a_server_raises_its_limit_of_files(tmp_path: Path) -> None:
    with few_files(256), ServerProcess(tmp_path, f"sqlite:///{tmp_path / 'server.db'}") as process:
        page = httpx.get(f"http://{process.address}/metrics").text
        assert process.stop() == 0
    assert file_limit() > 256
    found = re.search(r"^menagerie_file_limit (\S+)$", page, re.MULTILINE)
    assert found
    assert float(found[1]) >= file_limit()


def test_invalid_requests_are_logged_once_a_minute(tmp_path: Path) -> None:
    with ServerProcess(
        tmp_path, f"sqlite:///{tmp_path / 'server.db'}", "--log-level=warning"
    ) as process:
        for _ in range(20):
            with RawClient(process.address) as raw:
                raw.send(bytes(100) + b"\r\n\r\n")
                assert raw.rest().startswith(b"HTTP/1.1 400 ")
        assert process.stop() == 0
    assert process.output.count("Invalid HTTP request received.") == 1
    assert '"started"' not in process.output


def test_suppressed_log_messages_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("menagerie.server.ops.logs.time.monotonic", lambda: now)
    interval = logs.RepeatCounter()
    assert [interval.count("a"), interval.count("a"), interval.count("b")] == [1, None, 1]
    now += logs.REPEAT_INTERVAL_S
    assert [interval.count("a"), interval.count("a")] == [2, None]
