"""Fuzzing sockets: whatever arrives, the server and the games at other tables continue."""

import itertools
import json
import random
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from support.runs import compiled_only
from support.server.background_game import BackgroundGames
from support.server.health_checks import memory, nothing_goes_wrong
from support.server.live_server import Server, Socket, Visitor, until
from support.server.raw_client import (
    BINARY,
    CLOSE,
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    RawClient,
    frame,
)
from websockets.exceptions import ConnectionClosed

from menagerie import discovery

pytestmark = compiled_only

BOUNDED = settings(
    max_examples=120,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
# Far more than a table needs, far less than a flood sends.
MAX_MEMORY_GROWTH_BYTES = 64 * 1024 * 1024


@pytest.fixture(scope="module")
def background_games(server: Server) -> Iterator[BackgroundGames]:
    """Two players at another table, playing one game after another."""
    with BackgroundGames(server.address) as background_games:
        yield background_games


@pytest.fixture(autouse=True)
def unharmed(server: Server, background_games: BackgroundGames) -> Iterator[None]:
    """No error is logged, the background games continue, and no socket is leaked."""
    before = background_games.moves
    with nothing_goes_wrong(server):
        yield
        until(lambda: background_games.moves > before or background_games.error is not None)
        assert background_games.error is None
        limits = server.app.state.services.limits
        until(lambda: limits.sockets._counts.total() <= 2)  # the two background players


@pytest.fixture
def table(ada: Visitor) -> str:
    """A table where it stays Ada's turn: the opponent is not a bot."""
    made = ada.make_table(options={"rounds": 1})["id"]
    other = Visitor(ada.address, "Bob")
    with other.http:
        other.sit(made)
    ada.start(made)
    return str(made)


def answers(socket: Socket) -> bool:
    """Check that the server still answers on this socket, or has closed it."""
    try:
        socket.send(type="react", reaction="wow")
        socket.receive("reaction")
    except ConnectionClosed:
        return False
    return True


# JSON text built by hand, so that it may contain what no serialiser writes.
ODD_LITERALS = [
    *("1e400", "-1e400", str(2**70), "-1", "1.5", "1e3", "-0", "00", "0x10", "1_000", "9" * 4000),
    *("NaN", "Infinity", "-Infinity", "null", "true", "false", "tru", "", "'x'", "\ufeff"),
    *('"\\ud800"', '"\\u0000"', '"\x01"', '"\u202e"', '"é"', '"\\x"', '"', '"' + "x" * 3000 + '"'),
    *("[" * 5000, "[" * 150 + "]" * 150, '{"a":' * 1000, '{"do":' * 100 + "1" + "}" * 100),
]
KEYS = [
    *('"type"', '"number"', '"move"', '"since"', '"reaction"', '"do"', '"add"', '"seat"'),
    *('"__proto__"', '"\\ud800"', '""', "1", "type"),
]
KINDS = ("move", "undo", "again", "react", "preview", "hint")
WORDS = [f'"{word}"' for word in (*KINDS, "hello", "keep", "refuse", "x")]


def objects(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Objects, possibly with duplicate keys."""
    pairs = st.tuples(st.sampled_from(KEYS), inner).map(":".join)
    return st.lists(pairs, max_size=5).map(lambda found: "{" + ",".join(found) + "}")


def lists(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.lists(inner, max_size=4).map(lambda found: "[" + ",".join(found) + "]")


VALUES: st.SearchStrategy[str] = st.recursive(
    st.sampled_from([*ODD_LITERALS, *WORDS]) | st.integers().map(str) | st.floats().map(str),
    lambda inner: objects(inner) | lists(inner),
    max_leaves=8,
)
ALMOST_MESSAGES = st.builds(
    lambda kind, rest: "{" + ",".join([f'"type":{kind}', *rest]) + "}",
    st.sampled_from([*WORDS, "null", "1"]),
    st.lists(st.tuples(st.sampled_from(KEYS), VALUES).map(":".join), max_size=4),
)
TEXTS = VALUES | ALMOST_MESSAGES | st.text(st.characters(exclude_categories=["Cs"]), max_size=50)


def test_the_server_survives_any_text(ada: Visitor, table: str) -> None:
    sockets = [ada.connect(table)]

    @BOUNDED
    @given(TEXTS)
    def send(text: str) -> None:
        if len(text.encode()) > 8000:
            text = text[:2000]
        sockets[-1].connection.send(text)
        if not answers(sockets[-1]):
            sockets.append(ada.connect(table))

    send()
    kinds = {json.loads(text)["type"] for socket in sockets for text in socket.received}
    assert kinds >= {"welcome", "error", "reaction"}
    assert len(sockets) == 1  # no text message closes a socket
    assert ada.ask("get", f"/api/tables/{table}")["state"] == "playing"
    sockets[-1].close()


NUMBERS: list[Any] = [
    0,
    1,
    -1,
    2**31,
    2**63,
    2**70,
    10**6,
    10**6 + 1,
    0.0,
    1.5,
    1e300,
    True,
    None,
    "0",
    [],
]


@pytest.mark.parametrize("kind", [*KINDS, "fold", "", None, 3, ["move"]])
def test_the_server_survives_any_number(kind: object, ada: Visitor, table: str) -> None:
    with ada.connect(table) as socket:
        for number, extra in itertools.product(NUMBERS, ("number", "since", "reaction")):
            socket.send(type=kind, **{extra: number})
            socket.send(type=kind, move={}, **{extra: number})
        assert answers(socket)
        assert len([text for text in socket.received if '"error"' in text]) > 0


def test_moves_of_other_games_are_refused(ada: Visitor, table: str) -> None:
    moves = []
    for game in discovery.names():
        made = ada.make_table(game, bots={"1": "random"}, players=2)["id"]
        ada.start(made)
        with ada.connect(made) as socket:
            sight = socket.receive("welcome")["sight"]
            while not sight["legal"]:
                sight = socket.receive("update")["sight"]
            moves += [(game, legal["move"]) for legal in sight["legal"]]
    with ada.connect(table) as socket:
        number = socket.receive("welcome")["sight"]["number"]
        for game, move in moves:
            if game != "cubosaurs":
                socket.move(number, move)
                assert socket.receive("error")["code"] in ("bad", "illegal")
            for invalid in invalid_copies(move):
                socket.move(number + 1, invalid)  # out of date, so none of them is played
                assert socket.receive("error")["code"] in ("bad", "illegal", "late")
        assert answers(socket)


def invalid_copies(move: dict[str, Any]) -> list[dict[str, Any]]:
    """Copies of a move, with one invalid value each."""
    odd: list[Any] = [None, -1, 2**70, 1.5, "", "x" * 100, [], {}, [[[]]], True]
    return [move | {key: value} for key in (*move, "more") for value in odd]


def test_mutated_moves_with_the_current_number_are_refused(ada: Visitor, table: str) -> None:
    with ada.connect(table) as socket:
        sight = socket.receive("welcome")["sight"]
        legal = [one["move"] for one in sight["legal"]]
        for move in legal:
            for invalid in invalid_copies(move):
                if invalid not in legal:
                    socket.move(sight["number"], invalid)
                    assert socket.receive("error", "update")["type"] == "error", invalid
        assert answers(socket)


FRAMES = {
    "not UTF-8": frame(TEXT, b'{"type": "\xff\xfe"}'),
    "half a letter": frame(TEXT, "é".encode()[:1]),
    "half a letter, then half of nothing": frame(TEXT, b"\xc3", last=False)
    + frame(CONTINUATION, b"("),
    "bytes": frame(BINARY, bytes(range(256))),
    "no bytes": frame(BINARY),
    "no text": frame(TEXT),
    "half a message": frame(TEXT, b'{"type":', last=False),
    "half a frame": frame(TEXT, b"x" * 100)[:50],
    "half a head": frame(TEXT, b"x" * 200)[:3],
    "a piece of nothing": frame(CONTINUATION, b"x"),
    "a message within a message": frame(TEXT, b"{", last=False) + frame(TEXT, b"{}"),
    "many pieces": frame(TEXT, b"{", last=False) + frame(CONTINUATION, b" ", last=False) * 50,
    "too large": frame(TEXT, b"x" * 9000),
    "too large in pieces": (
        frame(TEXT, b"x" * 5000, last=False) + frame(CONTINUATION, b"x" * 5000)
    ),
    "says to be huge": b"\x81\xff" + b"\x7f" + b"\xff" * 7 + bytes(4),
    "negative length": b"\x81\xff" + b"\xff" * 8 + bytes(4),
    "not masked": b"\x81\x02{}",
    "an unknown kind": frame(3, b"x"),
    "another unknown kind": frame(15, b"x"),
    "a reserved bit": bytes([0xF1]) + frame(TEXT, b"{}")[1:],
    "a ping": frame(PING, b"x" * 125),
    "too large a ping": frame(PING, b"x" * 126),
    "a ping in pieces": frame(PING, b"x", last=False),
    "a pong nobody asked for": frame(PONG, b"x"),
    "a close": frame(CLOSE, b"\x03\xe8bye"),
    "a close that says little": frame(CLOSE, b"\x03"),
    "a close with no such code": frame(CLOSE, b"\x00\x01"),
    "a close not in UTF-8": frame(CLOSE, b"\x03\xe8\xff"),
    "more after a close": frame(CLOSE, b"\x03\xe8") + frame(TEXT, b"{}") * 50,
    "noise": random.Random(1).randbytes(5000),
    "another request": b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n",
}


@pytest.mark.parametrize("why", FRAMES)
def test_the_server_survives_any_frame(why: str, ada: Visitor, table: str) -> None:
    for token in (ada.token, ""):
        with RawClient(ada.address).at(table, token) as raw:
            raw.flood(FRAMES[why], 1)
            time.sleep(0.05)  # so that the server reads it before we disconnect
    with RawClient(ada.address).at(table, ada.token) as left_open:
        left_open.flood(FRAMES[why], 1)
        with ada.connect(table) as socket:
            assert answers(socket)


def test_hundreds_of_sockets_are_opened_and_dropped(ada: Visitor, table: str) -> None:
    rng = random.Random(2)
    path = f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\n".encode()
    with ada.connect(table) as socket:
        held: list[RawClient] = []
        for number in range(400):
            raw = RawClient(ada.address)
            held.append(raw)
            match number % 4:
                case 0:  # sends nothing
                    pass
                case 1:  # an incomplete request
                    raw.send(path[: rng.randrange(len(path))])
                case 2:
                    raw.at(table, rng.choice((ada.token, "")))
                case 3:
                    raw.at(table, ada.token).send(frame(TEXT, b'{"type": "again", "since": 0}'))
            if len(held) > 40:
                held.pop(rng.randrange(40)).close()
        assert answers(socket)
        for raw in held:
            raw.close()
        assert answers(socket)


def test_a_flood_does_not_fill_the_memory(server: Server, ada: Visitor, table: str) -> None:
    """Memory stays bounded under a flood; the metrics show that all of it was read."""
    flood = frame(TEXT, b'{"type": "' + b"x" * 7000 + b'"}') * 100
    refused = server.app.state.services.metrics.refused.labels("bad")._value

    def reached(goal: float) -> bool:
        return bool(refused.get() >= goal)

    def pour(times: int) -> None:
        for number in range(times):
            goal = refused.get() + 2000
            with RawClient(ada.address).at(table, ada.token if number % 2 else "") as raw:
                assert not raw.flood(flood, 20)  # we read nothing
                until(partial(reached, goal))

    pour(1)
    before = memory()
    pour(12)
    assert 12 * 20 * len(flood) > 2 * MAX_MEMORY_GROWTH_BYTES
    with ada.connect(table) as socket:
        assert answers(socket)
    until(lambda: memory() < before + MAX_MEMORY_GROWTH_BYTES)
