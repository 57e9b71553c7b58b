"""Rate limits and quotas: each test sets one small limit and exceeds it."""

import contextlib
import itertools
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from support.runs import compiled_only
from support.server.limited_server import StartLimitedServer, close_code
from support.server.live_server import TIMEOUT_S, until, visiting
from websockets.exceptions import ConnectionClosed, InvalidStatus

from menagerie.server.access.addresses import NETWORK_SHARE, limit_key
from menagerie.server.access.rate_limits import ConcurrencyLimit, TokenBucket, TokenBuckets
from menagerie.server.errors import RateLimited
from menagerie.server.schemas.close_codes import CloseCode
from menagerie.server.websocket import connection as sockets

pytestmark = compiled_only


def test_the_size_of_a_message_is_limited(limited: StartLimitedServer) -> None:
    server = limited(message=1000)
    with visiting(server) as ada:
        table = ada.make_table()["id"]
        with ada.connect(table) as one:
            one.connection.send("x" * 1000)
            assert one.receive("error")["code"] == "bad"
            one.connection.send("x" * 1001)
            assert close_code(one.connection) == 1009
        with ada.connect(table) as two:
            with suppress(ConnectionClosed):  # the server may close before the last of three frames
                two.connection.send(["x" * 400] * 3)
            assert close_code(two.connection) == 1009


def test_messages_above_the_rate_are_refused_and_then_disconnect(
    limited: StartLimitedServer,
) -> None:
    server = limited(messages=0.001, burst=5)
    with visiting(server) as ada, ada.connect(ada.make_table()["id"]) as socket:
        for _ in range(5):
            socket.send(type="react", reaction="hello")
        for _ in range(5):
            assert socket.receive("reaction", "error")["type"] == "reaction"
        for _ in range(sockets.MAX_REFUSALS_IN_A_ROW + 1):
            socket.send(type="react", reaction="hello")
        for _ in range(sockets.MAX_REFUSALS_IN_A_ROW + 1):
            assert socket.receive("reaction", "error")["code"] == "slow_down"
        assert close_code(socket.connection) == CloseCode.TOO_QUICK.value == 4002


def test_a_client_that_slows_down_is_served_again(limited: StartLimitedServer) -> None:
    server = limited(messages=20, burst=2)
    with visiting(server) as ada, ada.connect(ada.make_table()["id"]) as socket:
        for _ in range(5):
            for _ in range(10):  # fewer than would disconnect us
                socket.send(type="react", reaction="oops")
            answers = [socket.receive("reaction", "error")["type"] for _ in range(10)]
            assert "error" in answers
            time.sleep(0.2)
            socket.send(type="react", reaction="hello")
            assert socket.receive("reaction", "error")["type"] == "reaction"


def test_new_tables_from_one_address_are_limited(limited: StartLimitedServer) -> None:
    server = limited(tables=2)
    with visiting(server) as ada, visiting(server, **{"X-Forwarded-For": "192.0.2.7"}) as bob:
        ada.make_table()
        ada.make_table()
        asked = {"game": "cubosaurs", "players": 2, "name": "Ada"}
        assert "too many tables" in ada.ask("post", "/api/tables", 429, asked)["error"]
        bob.make_table()  # from another address, according to our proxy


def test_requests_from_one_address_are_rate_limited(limited: StartLimitedServer) -> None:
    server = limited(requests=0.001, request_burst=5)
    there = "192.0.2.7"
    with visiting(server, **{"X-Forwarded-For": there}) as eve, visiting(server) as ada:
        table = ada.make_table()["id"]
        table_path = f"/api/tables/{table}"
        for path in ("/api/games", "/api/tables", table_path, "/api/mine", "/api/games/catbox"):
            eve.ask("get", path)
        assert "too many requests" in eve.ask("get", "/api/games", 429)["error"]
        for path in ("/livez", "/readyz", "/healthz"):
            assert eve.http.get(path).status_code == 200  # monitoring is never rate limited
        with pytest.raises(InvalidStatus) as refused:
            eve.connect(table, **{"X-Forwarded-For": there})
        assert refused.value.response.status_code == 429
        ada.ask("get", "/api/games")


def test_addresses_of_one_household_share_the_table_limit(limited: StartLimitedServer) -> None:
    server = limited(tables=1)
    asked = {"game": "cubosaurs", "players": 2, "name": "Ada"}
    statuses = []
    for there in ("2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1"):
        with visiting(server, **{"X-Forwarded-For": there}) as visitor:
            statuses.append(visitor.http.post("/api/tables", json=asked).status_code)
    assert statuses == [201, 429, 201]


def test_open_sockets_from_one_address_are_limited(limited: StartLimitedServer) -> None:
    server = limited(sockets=2)
    with visiting(server) as ada:
        table = ada.make_table()["id"]
        with ada.connect(table), ada.connect(table):
            with pytest.raises(InvalidStatus) as refused:
                ada.connect(table)
            assert refused.value.response.status_code == 429
            assert b"too many sockets" in (refused.value.response.body or b"")

        def opens() -> bool:
            try:
                ada.connect(table).close()
            except InvalidStatus:
                return False
            return True

        until(opens)  # the two sockets are closed


def test_the_socket_limit_holds_for_concurrent_handshakes(limited: StartLimitedServer) -> None:
    server = limited(sockets=3)
    barrier = threading.Barrier(12)
    with visiting(server) as ada:
        table = ada.make_table()["id"]

        def try_it(_: int) -> Any:
            barrier.wait(TIMEOUT_S)
            try:
                return ada.connect(table)
            except InvalidStatus:
                return None

        with ThreadPoolExecutor(12) as pool:
            opened = [socket for socket in pool.map(try_it, range(12)) if socket is not None]
        assert len(opened) == 3
        for socket in opened:
            socket.close()


def test_watchers_of_a_table_are_limited(limited: StartLimitedServer) -> None:
    server = limited(watchers=1)
    with visiting(server) as ada, visiting(server, "Bob") as bob, visiting(server, "Eve") as eve:
        table = ada.make_table()["id"]
        bob.sit(table)
        with ada.connect(table) as one, bob.connect(table) as two, eve.connect(table) as three:
            assert [s.receive("welcome")["seat"] for s in (one, two, three)] == [0, 1, None]
            with pytest.raises(InvalidStatus) as refused:
                eve.connect(table)
            assert refused.value.response.status_code == 429
            with ada.connect(table) as again:  # a seated player is always admitted
                assert again.receive("welcome")["seat"] == 0


def test_a_slow_reader_is_disconnected_with_its_own_code(limited: StartLimitedServer) -> None:
    server = limited(waiting=10)
    with visiting(server) as ada:
        table = ada.make_table(bots={"1": "random"})["id"]
        ada.start(table)
        with ada.connect(table) as socket:
            session = server.app.state.services.registry.sessions[table]
            until(lambda: session.listeners)
            while session.listeners:  # we read nothing until the server disconnects us
                socket.send(type="again", since=1_000_000)
            assert close_code(socket.connection) == CloseCode.TOO_SLOW.value == 4001


def test_the_size_of_a_request_body_is_limited(limited: StartLimitedServer) -> None:
    server = limited(body=1000)
    with visiting(server) as ada:
        body = b" " * 1001
        kind = {"Content-Type": "application/json"}
        for content in (body, iter([body[:600], body[600:]])):  # the latter has no Content-Length
            answer = ada.http.post("/api/tables", content=content, headers=kind)
            assert answer.status_code == 413
            assert answer.json() == {"error": "a request has at most 1000 bytes"}
        answer = ada.http.post("/api/tables", content=body[:1000], headers=kind)
        assert answer.status_code == 422


def test_a_bucket_refills_up_to_its_capacity() -> None:
    bucket = TokenBucket.full(rate=1, capacity=2, now=0.0)
    assert [bucket.take(0.0) for _ in range(3)] == [True, True, False]
    for second in range(1, 100):
        assert bucket.take(float(second))
    assert [bucket.take(1000.0) for _ in range(3)] == [True, True, False]


def test_a_new_address_may_use_its_whole_limit_at_once() -> None:
    clock = itertools.count()
    buckets = TokenBuckets(0.001, 1, lambda: float(next(clock)))
    assert buckets.is_unused("a")
    assert buckets.take("b")
    assert buckets.take(limit_key("2001:db8::1"))


def test_a_network_with_many_households_is_limited_too() -> None:
    keys = [limit_key(f"2001:db8:0:{number:x}::1") for number in range(NETWORK_SHARE + 1)]
    buckets = TokenBuckets(0.0, 1, lambda: 0.0)
    assert [buckets.take(key) for key in keys] == [True] * NETWORK_SHARE + [False]
    assert buckets.take(limit_key("2001:db8:1::1"))  # another network
    counts = ConcurrencyLimit(1)
    with contextlib.ExitStack() as stack:
        for key in keys[:-1]:
            stack.enter_context(counts.hold(key, "too many"))
        with pytest.raises(RateLimited):
            stack.enter_context(counts.hold(keys[-1], "too many"))
    assert not counts._counts


def test_addresses_not_seen_for_long_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("menagerie.server.access.rate_limits.MAX_BUCKETS", 3)
    buckets = TokenBuckets(0.0, 1, lambda: 0.0)
    assert [buckets.take(who) for who in "abcabcd"] == [True] * 3 + [False] * 3 + [True]
    assert buckets.take("a")  # evicted to make space for d
    assert len(buckets._buckets) == 3
