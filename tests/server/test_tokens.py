"""Cookies and tokens: they identify players and cannot be stolen or guessed."""

import base64
import hashlib
import json
from dataclasses import replace
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.runs import compiled_only
from support.server.limited_server import StartLimitedServer
from support.server.live_server import FAST_CONFIG, TIMEOUT_S, Server, Visitor, running
from support.server.raw_client import RawClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

pytestmark = compiled_only


def cookie_of(answer: httpx.Response, name: str = "menagerie") -> Any:
    [line] = answer.headers.get_list("set-cookie")
    return SimpleCookie(line)[name]


HTTPS = {"X-Forwarded-Proto": "https"}
HOST = "__Host-menagerie"
ASKED = {"game": "cubosaurs", "players": 2, "name": "Ada"}


def test_the_cookie_is_for_us_alone(ada: Visitor) -> None:
    cookie = cookie_of(ada.http.post("/api/tables", json=ASKED))
    assert cookie["httponly"]
    assert cookie["samesite"].lower() == "lax"
    assert cookie["path"] == "/"
    assert not cookie["domain"]
    assert not cookie["secure"]  # a browser would drop it over plain HTTP


def test_the_cookie_is_secure_when_the_proxy_is(ada: Visitor) -> None:
    answer = ada.http.post("/api/tables", json=ASKED, headers=HTTPS)
    cookie = cookie_of(answer, HOST)
    assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")
    assert (cookie["httponly"], cookie["samesite"]) == (True, "lax")
    assert seats(ada, f"{HOST}={cookie.value}") == [0]


def test_only_a_trusted_proxy_is_believed(tmp_path: Path) -> None:
    config = replace(FAST_CONFIG, database=f"sqlite:///{tmp_path}/own.db")
    with Server(config, forwarded_allow_ips="192.0.2.1") as server:
        address = f"http://{server.address}/api/tables"
        headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.1"}
        assert not cookie_of(httpx.post(address, json=ASKED, headers=headers))["secure"]
        assert list(server.app.state.services.limits.requests._buckets) == ["127.0.0.1"]


def test_a_token_has_128_bits_and_is_given_once(ada: Visitor, bob: Visitor) -> None:
    ada.make_table()
    first = ada.token
    again = ada.http.post("/api/tables", json=ASKED)
    assert "set-cookie" not in again.headers
    assert ada.token == first
    bob.make_table()
    assert bob.token != first
    assert len(base64.urlsafe_b64decode(f"{first}==")) == 16


def test_only_the_hash_of_a_token_is_in_the_database(tmp_path: Path) -> None:
    file = tmp_path / "tokens.db"
    with running(f"sqlite:///{file}") as server:
        visitor = Visitor(server.address)
        with visitor.http:
            table = visitor.make_table(bots={"1": "random"})["id"]
            visitor.start(table)
            with visitor.connect(table) as socket:
                socket.receive("welcome")
            token = visitor.token
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert hashlib.sha256(token.encode()).digest() in kept
    for form in (token.encode(), base64.urlsafe_b64decode(f"{token}==")):
        assert form not in kept
        assert form.hex().encode() not in kept


def seats(visitor: Visitor, cookie: str, **headers: str) -> list[int]:
    """The seats of a client with this cookie, over HTTPS."""
    asked = {"Cookie": cookie, **HTTPS, **headers}
    mine = httpx.get(f"http://{visitor.address}/api/mine", headers=asked)
    assert mine.status_code == 200
    return [one["seat"] for one in mine.json()]


WRONG = ["", "x", "x" * 23, "x" * 5000, "é" * 22, "a b", '"', "x" * 21 + "=", "x" * 22 + " y"]


@pytest.mark.parametrize("given", [*WRONG, "x" * 22])
def test_an_unknown_cookie_identifies_nobody(given: str, server: Server, ada: Visitor) -> None:
    table = ada.make_table()["id"]
    path = f"http://{server.address}/api/tables/{table}"
    headers = {b"Cookie": f"menagerie={given}".encode("latin-1")}
    assert httpx.post(f"{path}/leave", headers=headers).status_code == 403
    assert httpx.get(f"http://{server.address}/api/mine", headers=headers).json() == []


@pytest.mark.parametrize("given", WRONG)
def test_a_wrong_token_in_a_header_is_an_error(given: str, ada: Visitor) -> None:
    table = ada.make_table()["id"]
    headers = {b"Authorization": f"Bearer {given}".strip().encode("latin-1")}
    for answer in (
        ada.http.post(f"/api/tables/{table}/leave", headers=headers),
        ada.http.post("/api/tables", json=ASKED, headers=headers),
        ada.http.get("/api/mine", headers=headers),
    ):
        assert answer.status_code == 400
        assert "22 letters" in answer.json()["error"]
    with RawClient(ada.address) as raw:
        words = f"Bearer {given}".strip().replace("é", "$")
        assert raw.open(f"/api/tables/{table}/socket", Authorization=words) == "400"


def test_an_unknown_token_in_a_header_identifies_nobody(ada: Visitor) -> None:
    for scheme in ("Bearer", "bearer"):
        headers = {"Authorization": f"{scheme} {'x' * 22}"}
        assert ada.http.get("/api/mine", headers=headers).json() == []


def test_other_authorization_is_for_the_proxy(ada: Visitor) -> None:
    ada.make_table()
    mine = ada.http.get("/api/mine", headers={"Authorization": "Basic YWRhOmFkYQ=="})
    assert [one["seat"] for one in mine.json()] == [0]


def test_a_planted_cookie_overrides_nothing(ada: Visitor, bob: Visitor) -> None:
    answer = ada.http.post("/api/tables", json=ASKED, headers=HTTPS)
    mine = cookie_of(answer, HOST).value
    bob.make_table(bots={"0": "random"})
    for cookie in (
        f"menagerie={bob.token}; {HOST}={mine}",
        f"{HOST}={mine}; menagerie={bob.token}",
    ):
        assert seats(ada, cookie) == [0]
    assert [one["seat"] for one in bob.ask("get", "/api/mine")] == [1]  # it is still Bob's


def test_nobody_sits_down_with_a_planted_cookie(ada: Visitor) -> None:
    """A planted cookie is known to an attacker, so taking a seat replaces it."""
    planted = "y" * 22
    asked = {"Cookie": f"menagerie={planted}", **HTTPS}
    answer = httpx.post(f"http://{ada.address}/api/tables", json=ASKED, headers=asked)
    assert cookie_of(answer, HOST).value != planted
    assert seats(ada, "", Authorization=f"Bearer {planted}") == []


def test_an_old_cookie_is_exchanged_with_its_seats(ada: Visitor) -> None:
    ada.make_table()
    old = ada.token
    asked = {"Cookie": f"menagerie={old}", **HTTPS}
    first = httpx.get(f"http://{ada.address}/api/mine", headers=asked)
    assert [one["seat"] for one in first.json()] == [0]
    new = cookie_of(first, HOST).value
    assert new != old
    assert seats(ada, f"menagerie={old}; {HOST}={new}") == [0]
    again = httpx.get(
        f"http://{ada.address}/api/mine", headers=asked
    )  # sent before the new one came
    assert (again.json(), "set-cookie" in again.headers) == ([], False)
    assert seats(ada, "", Authorization=f"Bearer {old}") == []  # the attacker has no seat either


def test_a_page_of_another_site_exchanges_no_cookie(ada: Visitor) -> None:
    ada.make_table()
    asked = {"Cookie": f"menagerie={ada.token}", "Origin": "http://other.example", **HTTPS}
    assert "set-cookie" not in ada.http.get("/api/mine", headers=asked).headers
    assert seats(ada, "", Authorization=f"Bearer {ada.token}") == [0]


def test_a_socket_exchanges_an_old_cookie_too(ada: Visitor) -> None:
    table = ada.make_table()["id"]
    url = f"ws://{ada.address}/api/tables/{table}/socket"
    asked = {"Cookie": f"menagerie={ada.token}", **HTTPS}
    with connect(url, additional_headers=asked) as socket:
        assert json.loads(socket.recv(timeout=TIMEOUT_S))["seat"] == 0
        assert socket.response is not None
        new = SimpleCookie(socket.response.headers["set-cookie"])[HOST].value
    assert seats(ada, f"{HOST}={new}") == [0]


def test_an_old_cookie_costs_a_request(limited: StartLimitedServer) -> None:
    server = limited(requests=0.001, request_burst=6)
    asked = {"Cookie": f"menagerie={'z' * 22}", **HTTPS}
    statuses = [
        httpx.get(f"http://{server.address}/api/mine", headers=asked).status_code for _ in range(4)
    ]
    assert statuses == [200, 200, 200, 429]


def test_a_renewed_token_keeps_the_seats_and_the_old_one_has_none(ada: Visitor) -> None:
    table = ada.make_table()["id"]
    old = ada.token
    with ada.connect(table) as socket:
        assert socket.receive("welcome")["seat"] == 0
        ada.ask("post", "/api/forget", 204, {"keep": True})
        with pytest.raises(ConnectionClosed):
            socket.receive("never")
    assert ada.token != old
    assert [one["seat"] for one in ada.ask("get", "/api/mine")] == [0]
    with ada.connect(table) as socket:
        assert socket.receive("welcome")["seat"] == 0
    assert seats(ada, "", Authorization=f"Bearer {old}") == []
    headers = {"Cookie": f"menagerie={old}"}
    left = httpx.post(f"http://{ada.address}/api/tables/{table}/leave", headers=headers)
    assert left.status_code == 403


@pytest.mark.parametrize("proxy", [{}, HTTPS])
def test_a_forgotten_player_has_no_token_and_no_seats(proxy: dict[str, str], ada: Visitor) -> None:
    ada.make_table()
    old = ada.token
    headers = {"Authorization": f"Bearer {old}", **proxy}
    answer = ada.http.post("/api/forget", json={}, headers=headers)
    assert answer.status_code == 204
    lines = answer.headers.get_list("set-cookie")
    names = ["menagerie"] if not proxy else [HOST, "menagerie"]
    assert [line.partition("=")[0] for line in lines] == names
    assert all("Max-Age=0" in line and "HttpOnly" in line for line in lines)
    assert seats(ada, "", Authorization=f"Bearer {old}") == []
    assert "menagerie" not in ada.http.cookies
    ada.make_table()
    assert ada.token != old


def test_a_client_without_a_token_can_be_forgotten(ada: Visitor) -> None:
    for asked in ({}, {"keep": True}, {"keep": False}):
        ada.ask("post", "/api/forget", 204, asked)
    ada.ask("post", "/api/forget", 422, {"keep": "yes"})
    stranger = ada.http.post("/api/forget", json={}, headers={"Origin": "https://evil.example"})
    assert stranger.status_code == 403
    assert not ada.http.cookies


@pytest.mark.parametrize("given", ["", "x", "guest"])
def test_nobody_chooses_a_weak_token(given: str, ada: Visitor) -> None:
    answer = ada.http.post("/api/tables", json=ASKED, headers={"Cookie": f"menagerie={given}"})
    assert answer.status_code == 201
    assert len(cookie_of(answer).value) == 22


def test_a_program_may_send_its_token_in_a_header(server: Server, ada: Visitor) -> None:
    ada.make_table()
    headers = {"Authorization": f"Bearer {ada.token}"}
    mine = httpx.get(f"http://{server.address}/api/mine", headers=headers).json()
    assert [one["seat"] for one in mine] == [0]
