"""CSRF and identity: no page or client acts with another player's token."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from support.runs import compiled_only
from support.server.health_checks import check_headers, nothing_goes_wrong
from support.server.live_server import FAST_CONFIG, Server, Visitor, running
from support.server.raw_client import RawClient
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from menagerie.server.access.origin import CROSS_ORIGIN

pytestmark = compiled_only

FRIEND = "https://friend.example"
ASKED = {"game": "cubosaurs", "players": 2, "name": "Ada"}
STRANGERS = [
    "https://evil.example",
    "http://127.0.0.1",  # same machine, other port
    "http://127.0.0.1:1",
    "null",
    "",
    "file://",
    "http://[",
    "garbage",
    "http://user@127.0.0.1",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    file = tmp_path_factory.mktemp("safety") / "safety.db"
    config = replace(FAST_CONFIG, origins=(FRIEND,))
    with running(f"sqlite:///{file}", config) as server, nothing_goes_wrong(server):
        yield server


def try_to_connect(visitor: Visitor, table: str, origin: str) -> int:
    """The response status; 101 means the WebSocket opened."""
    try:
        visitor.connect(table, Origin=origin).close()
    except InvalidStatus as refused:
        return int(refused.response.status_code)
    return 101


def test_our_own_page_and_friends_open_sockets(ada: Visitor) -> None:
    table = ada.make_table()["id"]
    assert try_to_connect(ada, table, f"http://{ada.address}") == 101
    assert try_to_connect(ada, table, FRIEND) == 101


HTTPS = {"X-Forwarded-Proto": "https"}


@pytest.mark.parametrize(
    ("origin", "host", "proxy", "status"),
    [
        ("https://games.example", "games.example", HTTPS, 101),
        ("https://games.example", "games.example:443", HTTPS, 101),
        ("https://Games.example", "GAMES.example", HTTPS, 101),
        ("https://games.example:8443", "games.example:8443", HTTPS, 101),
        ("http://games.example", "games.example", {}, 101),
        ("http://games.example", "games.example:80", {}, 101),
        (
            "https://games.example",
            "games.example",
            {},
            101,
        ),  # the proxy hides the scheme
        ("http://games.example", "games.example", HTTPS, 403),
        ("http://games.example:443", "games.example:443", HTTPS, 403),
        ("https://games.example:80", "games.example", HTTPS, 403),
        ("https://games.example:8443", "games.example", HTTPS, 403),
        ("https://x.games.example", "games.example", HTTPS, 403),
        ("ws://games.example", "games.example", {}, 403),
        ("https://", "", HTTPS, 403),
    ],
)
def test_a_page_has_our_scheme_or_a_safer_one(
    origin: str, host: str, proxy: dict[str, str], status: int, ada: Visitor
) -> None:
    table = ada.make_table()["id"]
    path = f"/api/tables/{table}/socket"
    cookie = f"{'__Host-' if proxy else ''}menagerie={ada.token}"  # as the browser has it
    asked = {"Origin": origin, "Host": host, "Cookie": cookie, **proxy}
    with RawClient(ada.address) as raw:
        assert raw.open(path, **asked) == str(status)
    left = ada.http.post(f"/api/tables/{table}/leave", headers=asked)
    assert left.status_code == (204 if status == 101 else 403)
    assert (CROSS_ORIGIN in left.text) == (status == 403)


def test_responses_that_depend_on_the_player_are_not_cached(ada: Visitor) -> None:
    table = ada.make_table()["id"]
    for path in ("mine", f"tables/{table}/sheet", f"tables/{table}/log", "games", "nothing"):
        headers = ada.http.get(f"/api/{path}").headers
        assert headers["cache-control"] == "no-store"
        assert {"cookie", "authorization"} <= set(headers["vary"].lower().split(", "))
    assert "no-store" not in ada.http.get("/").headers.get("cache-control", "")


@pytest.mark.parametrize("origin", STRANGERS)
def test_the_page_of_another_site_opens_no_socket(origin: str, ada: Visitor) -> None:
    table = ada.make_table()["id"]
    assert try_to_connect(ada, table, origin) == 403


@pytest.mark.parametrize("origin", STRANGERS)
def test_the_page_of_another_site_changes_nothing(origin: str, ada: Visitor) -> None:
    table = ada.make_table(bots={"1": "random"})["id"]
    for verb, path, asked in (
        ("post", "/api/tables", ASKED),
        ("post", f"/api/tables/{table}/seats", {"name": "Ada"}),
        ("put", f"/api/tables/{table}/entropy", {"entropy": "x"}),
        ("post", f"/api/tables/{table}/start", None),
        ("post", f"/api/tables/{table}/leave", None),
        ("post", f"/api/tables/{table}/rematch", None),
    ):
        answer = ada.http.request(verb, path, json=asked, headers={"Origin": origin})
        assert answer.status_code == 403, path
        assert answer.json() == {"error": CROSS_ORIGIN}
    seen = ada.ask("get", f"/api/tables/{table}")
    assert (seen["state"], seen["seats"][0]["added"]) == ("waiting", False)


def test_our_own_page_and_friends_change_what_they_may(ada: Visitor) -> None:
    for origin in (f"http://{ada.address}", FRIEND):
        table = ada.make_table()["id"]
        left = ada.http.post(f"/api/tables/{table}/leave", headers={"Origin": origin})
        assert left.status_code == 204


@pytest.mark.parametrize(
    "kind",
    [
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain",
        "text/plain;application/json",
        "application/json-not",
        "",
    ],
)
def test_content_types_other_than_json_are_refused(kind: str, ada: Visitor) -> None:
    body = b'{"game": "cubosaurs", "players": 2, "name": "Ada"}'
    answer = ada.http.post("/api/tables", content=body, headers={"Content-Type": kind})
    assert answer.status_code == 415
    table = ada.make_table()["id"]
    path = f"/api/tables/{table}/leave"
    assert ada.http.post(path, headers={"Content-Type": kind}).status_code == 415
    assert ada.ask("get", f"/api/tables/{table}")["seats"][0]["name"] == "Ada"


def test_json_with_a_charset_is_accepted(ada: Visitor) -> None:
    body = b'{"game": "cubosaurs", "players": 2, "name": "Ada"}'
    kind = {"Content-Type": "Application/JSON; charset=utf-8"}
    assert ada.http.post("/api/tables", content=body, headers=kind).status_code == 201


def test_other_sites_read_nothing(ada: Visitor) -> None:
    asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    answers = [
        ada.http.request("OPTIONS", "/api/tables", headers=asked),
        ada.http.get("/api/tables", headers=asked),
        ada.http.get("/api/mine", headers={"Origin": FRIEND}),
    ]
    for answer in answers:
        assert not [name for name in answer.headers if name.startswith("access-control")]
    assert answers[0].status_code == 405


def test_another_player_does_not_move_my_seat(ada: Visitor, bob: Visitor, eve: Visitor) -> None:
    table = ada.make_table()["id"]
    bob.sit(table)
    eve.make_table()  # gives Eve a token
    ada.start(table)
    with ada.connect(table) as one, bob.connect(table) as two, eve.connect(table) as three:
        sights = [socket.receive("welcome")["sight"] for socket in (one, two)]
        turn = sights[0]["turn"]
        move = sights[turn]["legal"][0]["move"]
        sockets = (one, two)
        sockets[1 - turn].move(0, move)
        assert "not the turn" in sockets[1 - turn].receive("error")["message"]
        three.move(0, move)
        assert three.receive("error")["code"] == "watcher"
        three.send(type="undo", number=0)
        assert three.receive("error")["code"] == "watcher"
        three.send(type="react", reaction="hello")
        assert three.receive("error")["code"] == "watcher"
        three.send(type="move", number=0, move=move, seat=turn)
        assert three.receive("error")["code"] == "bad"
        sockets[turn].move(0, move)
        assert sockets[turn].receive("update")["sight"]["number"] == 1
    for path in ("start", "leave", "rematch"):
        eve.ask("post", f"/api/tables/{table}/{path}", 403)
    eve.ask("put", f"/api/tables/{table}/entropy", 403, {"entropy": "x"})


def test_every_response_has_the_security_headers(ada: Visitor) -> None:
    table = ada.make_table()["id"]
    http = ada.http
    form = {"Content-Type": "text/plain"}
    answers = [
        http.get("/api/games"),
        http.get("/healthz"),
        http.get("/metrics"),
        http.get("/api/openapi.json"),
        http.get("/nothing"),
        http.get("/api/tables/x"),
        http.get(f"/api/tables/{'x' * 22}"),
        http.delete("/api/tables"),
        http.post("/api/tables", json={}),
        http.post("/api/tables", content=b" " * 70_000),
        http.post("/api/tables", content=b"{}", headers=form),
        http.post("/api/tables", json=ASKED, headers={"Origin": "https://evil.example"}),
        http.post(f"/api/tables/{table}/start"),
        http.post(f"/api/tables/{table}/leave"),
        http.post(f"/api/tables/{table}/leave"),
    ]
    statuses = [200, 200, 200, 200, 404, 422, 404, 405, 422, 413, 415, 403, 409, 204, 403]
    assert [answer.status_code for answer in answers] == statuses
    for answer in answers:
        check_headers(answer.headers)


def test_a_refused_handshake_has_the_security_headers(ada: Visitor) -> None:
    table = ada.make_table()["id"]
    for path, origin, status in (
        (f"{table}/socket", "https://evil.example", 403),
        (f"{'x' * 22}/socket", f"http://{ada.address}", 404),
        (f"{table}/socket?lang=de", f"http://{ada.address}", 422),
    ):
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(f"ws://{ada.address}/api/tables/{path}", origin=Origin(origin)),
        ):
            pass
        answer = refused.value.response
        assert answer.status_code == status
        assert isinstance(json.loads(answer.body or b"")["error"], str)
        check_headers(answer.headers)
