"""Cookies and tokens: what proves who somebody is, and nothing that could be stolen or guessed."""

import base64
import hashlib
from dataclasses import replace
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import httpx
import pytest
from playing import SLOW
from server.running import QUICK, Server, Visitor, running

pytestmark = pytest.mark.skipif(SLOW, reason="thinking is compiled")


def cookie_of(answer: httpx.Response) -> Any:
    [line] = answer.headers.get_list("set-cookie")
    return SimpleCookie(line)["menagerie"]


ASKED = {"game": "cubosaurs", "players": 2, "name": "Ada"}


def test_the_cookie_is_for_us_alone(ada: Visitor) -> None:
    cookie = cookie_of(ada.http.post("/api/tables", json=ASKED))
    assert cookie["httponly"]
    assert cookie["samesite"].lower() == "lax"
    assert cookie["path"] == "/"
    assert not cookie["domain"]
    assert not cookie["secure"]  # by plain http it would be lost


def test_the_cookie_is_secure_when_the_proxy_is(ada: Visitor) -> None:
    answer = ada.http.post("/api/tables", json=ASKED, headers={"X-Forwarded-Proto": "https"})
    assert cookie_of(answer)["secure"]


def test_only_a_trusted_proxy_is_believed(tmp_path: Path) -> None:
    config = replace(QUICK, database=f"sqlite:///{tmp_path}/own.db")
    with Server(config, forwarded_allow_ips="192.0.2.1") as server:
        address = f"http://{server.address}/api/tables"
        headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.1"}
        assert not cookie_of(httpx.post(address, json=ASKED, headers=headers))["secure"]
        assert list(server.app.state.hall.requests._buckets) == ["127.0.0.1"]


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


@pytest.mark.parametrize("given", ["", "x", "x" * 22, "x" * 23, "x" * 5000, "é" * 22, "a b", '"'])
def test_a_wrong_token_is_nobody(given: str, server: Server, ada: Visitor) -> None:
    table = ada.make_table()["id"]
    path = f"http://{server.address}/api/tables/{table}"
    for headers in (
        {b"Cookie": f"menagerie={given}".encode("latin-1")},
        {b"Authorization": f"Bearer {given}".strip().encode("latin-1")},
    ):
        assert httpx.post(f"{path}/leave", headers=headers).status_code == 403
        assert httpx.get(f"http://{server.address}/api/mine", headers=headers).json() == []


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
