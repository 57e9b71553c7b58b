"""A deterministic session with a real server: the source of the examples in docs/protocol.md."""

import random
import secrets
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
from support.server.live_server import TIMEOUT_S, Server, Socket, Visitor, running

from menagerie import fairness
from menagerie.server.access import join_codes, tokens
from menagerie.server.config import Config, Limits
from menagerie.server.tables import registry
from menagerie.server.views import assistance

NOW = 1_800_000_000.0  # the time of the session, which is frozen
UNKNOWN_TABLE = "A" * 22  # a table that does not exist


@dataclass(frozen=True)
class Exchange:
    """A request and its response."""

    verb: str
    path: str
    sent: Any
    status: int
    answer: Any
    headers: httpx.Headers


@dataclass
class Examples:
    """The examples of the page, by name."""

    requests: dict[str, Exchange] = field(default_factory=dict)
    failures: list[Exchange] = field(default_factory=list)
    messages: dict[str, Any] = field(default_factory=dict)
    errors: dict[str, tuple[Any, Any]] = field(default_factory=dict)


class SeededSecrets:
    """Replaces the module `secrets` with a seeded generator."""

    def __init__(self) -> None:
        self.rng = random.Random("an evening")
        self.choice = self.rng.choice

    def token_bytes(self, count: int) -> bytes:
        return self.rng.randbytes(count)

    def token_urlsafe(self, count: int) -> str:
        with patch.object(secrets, "token_bytes", self.rng.randbytes):
            return secrets.token_urlsafe(count)


@contextmanager
def deterministic_server() -> Iterator[Server]:
    chance = SeededSecrets()
    config = Config(bot_threads=1, limits=Limits(burst=200), now=lambda: NOW)
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.object(fairness, "secrets", chance),
        patch.object(registry, "secrets", chance),
        patch.object(join_codes, "secrets", chance),
        patch.object(tokens, "secrets", chance),
        patch.object(assistance, "HINT_BUDGET", replace(assistance.HINT_BUDGET, seconds=TIMEOUT_S)),
        patch.object(
            assistance, "VARIATION_BUDGET", replace(assistance.VARIATION_BUDGET, seconds=TIMEOUT_S)
        ),
        running(f"sqlite:///{Path(folder, 'examples.db')}", config) as server,
    ):
        yield server


def record_examples() -> Examples:
    """Ada and Bob play a game; Eve watches, and sends every kind of bad request."""
    examples = Examples()
    with deterministic_server() as server:
        ada, bob, eve = (Visitor(server.address, name) for name in ("Ada", "Bob", "Eve"))
        try:
            table = _set_up_table(examples, ada, bob)
            _send_bad_requests(examples, ada, eve, table)
            _play(examples, ada, bob, eve, table)
            _look_up_history(examples, ada, eve, table)
        finally:
            for visitor in (ada, bob, eve):
                visitor.http.close()
    return examples


def _recorder(examples: Examples) -> Callable[..., Any]:
    def ask(visitor: Visitor, verb: str, path: str, sent: Any = None, **fill: str) -> Any:
        """Send a request and record it; `fill` has the parameters of the path."""
        answer = visitor.http.request(verb, path.format(**fill), json=sent)
        body = answer.json() if answer.content else None
        exchange = Exchange(
            verb, path.format(**fill), sent, answer.status_code, body, answer.headers
        )
        if answer.is_success:
            examples.requests.setdefault(f"{verb} {path}", exchange)
        else:
            examples.failures.append(exchange)
        return body

    return ask


def _set_up_table(examples: Examples, ada: Visitor, bob: Visitor) -> str:
    """Create, find and join a table."""
    ask = _recorder(examples)
    ask(ada, "GET", "/api/version")
    ask(ada, "GET", "/api/games")
    ask(ada, "GET", "/api/games/{game}", game="incubation")
    ask(ada, "GET", "/api/games/{game}/edition", game="cubosaurs")
    ask(ada, "GET", "/api/games/{game}/rules", game="cubosaurs")
    wish = {"game": "cubosaurs", "players": 2, "name": "Ada", "open": True, "clock": "2m"}
    wish["options"] = {"advanced": True, "rounds": 1}
    table = ask(ada, "POST", "/api/tables", wish)["table"]
    with ada.connect(table["id"]) as waiting:  # tables without a connected player are not listed
        waiting.receive("welcome")
        ask(bob, "GET", "/api/tables")
    ask(bob, "GET", "/api/codes/{code}", code=table["code"])
    sitting = {"name": "Bob", "entropy": "sous la lune"}
    ask(bob, "POST", "/api/tables/{table_id}/seats", sitting, table_id=table["id"])
    ask(ada, "GET", "/api/tables/{table_id}", table_id=table["id"])
    ask(ada, "PUT", "/api/tables/{table_id}/entropy", {"entropy": "7 owls"}, table_id=table["id"])
    return str(table["id"])


def _send_bad_requests(examples: Examples, ada: Visitor, eve: Visitor, table: str) -> None:
    """Bad requests before the game begins."""
    ask = _recorder(examples)
    good = {"game": "cubosaurs", "players": 2, "name": "Eve"}
    ask(eve, "GET", f"/api/tables/{UNKNOWN_TABLE}")
    ask(eve, "GET", "/api/games/chess")
    ask(eve, "GET", "/api/codes/BCDFG")
    ask(eve, "GET", "/api/codes/OX")
    ask(eve, "POST", "/api/tables", {"game": "cubosaurs", "players": "two", "name": "Eve"})
    ask(eve, "POST", "/api/tables", good | {"game": "chess"})
    ask(eve, "POST", "/api/tables", good | {"name": "<b>"})
    ask(eve, "POST", "/api/tables", good | {"options": {"rounds": 9}})
    ask(eve, "POST", "/api/tables", good | {"bots": {"0": "easy", "1": "easy"}})
    ask(eve, "POST", f"/api/tables/{table}/start")
    ask(eve, "POST", f"/api/tables/{table}/seats", {"name": "Eve"})
    ask(eve, "POST", f"/api/tables/{table}/seats", {"name": "Eve", "seat": 1})
    ask(ada, "POST", f"/api/tables/{table}/rematch")
    ask(ada, "GET", f"/api/tables/{table}/log")
    ask(ada, "GET", f"/api/tables/{table}/replay")
    ask(ada, "GET", f"/api/tables/{table}/sheet")


def _play(examples: Examples, ada: Visitor, bob: Visitor, eve: Visitor, table: str) -> None:
    """Deal, send one message of each kind, and play the game to its end."""
    ask = _recorder(examples)
    with ada.connect(table) as one:
        examples.messages["waiting"] = one.receive("welcome")
        _expect_error(examples, one, "state", {"type": "undo", "number": 0})
        with bob.connect(table) as two, eve.connect(table) as watching:
            examples.messages["table"] = one.receive("table")
            watching.receive("welcome")
            _expect_error(examples, watching, "watcher", {"type": "undo", "number": 0})
            two.receive("welcome")
            ask(ada, "POST", "/api/tables/{table_id}/start", table_id=table)
            ask(ada, "POST", f"/api/tables/{table}/start")
            ask(ada, "PUT", f"/api/tables/{table}/entropy", {"entropy": "late"})
            ask(eve, "POST", f"/api/tables/{table}/seats", {"name": "Eve"})
            first = _welcome(examples, one, two)
            _send_messages(examples, *((one, two) if first == 0 else (two, one)))
            ask(ada, "GET", "/api/tables/{table_id}/sheet", table_id=table)
            _finish(examples, one, two)
            _exceed_rate_limit(examples, watching)
        ask(ada, "POST", "/api/tables/{table_id}/leave", table_id=table)


def _welcome(examples: Examples, one: Socket, two: Socket) -> int:
    """Both receive the deal; return the seat that moves first."""
    welcomes = [socket.receive("welcome") for socket in (one, two)]
    first = int(welcomes[0]["sight"]["turn"])
    examples.messages["welcome"] = welcomes[first]
    return first


def _send_messages(examples: Examples, one: Socket, two: Socket) -> None:
    """The first move, and every other kind of message."""
    sight = examples.messages["welcome"]["sight"]
    move = sight["legal"][0]["move"]
    _send(examples, one, "preview", {"type": "preview", "number": 0})
    examples.messages["previewed"] = one.receive("previewed")
    _send(examples, one, "hint", {"type": "hint", "number": 0})
    examples.messages["advice"] = one.receive("advice")
    _send(examples, one, "move", {"type": "move", "number": 0, "move": move})
    examples.messages["update"] = one.receive("update")
    _send(examples, one, "move twice", {"type": "move", "number": 0, "move": move})
    examples.messages["accepted"] = one.receive("accepted")
    _send(examples, one, "react", {"type": "react", "reaction": "bravo"})
    examples.messages["reaction"] = one.receive("reaction")
    _send(examples, one, "again", {"type": "again", "since": 0})
    examples.messages["again answered"] = one.receive("update")
    late = next(legal["move"] for legal in sight["legal"] if legal["move"] != move)
    _expect_error(examples, one, "late", {"type": "move", "number": 0, "move": late})
    two.receive("update")
    wrong = {"type": "move", "number": 1, "move": {"do": "buy", "tile": "types"}}
    _expect_error(examples, two, "illegal", wrong)
    _expect_error(examples, two, "bad", {"type": "move", "number": 1})


def _send(examples: Examples, socket: Socket, name: str, message: dict[str, Any]) -> None:
    examples.messages[f"sent: {name}"] = message
    socket.send(**message)


def _expect_error(examples: Examples, socket: Socket, code: str, message: dict[str, Any]) -> None:
    socket.send(**message)
    refused = socket.receive("error")
    if refused["code"] != code:
        raise ValueError(f"{message} was refused with {refused}")
    examples.errors[code] = (message, refused)


def _finish(examples: Examples, one: Socket, two: Socket) -> None:
    """Play to the end, with one undo at the first opportunity."""
    rng = random.Random(3)
    sockets = [one, two]
    for socket in sockets:
        socket.send(type="again", since=0)
    updates = _receive_updates(1, sockets)
    while not (sight := updates[0]["sight"])["over"]:
        turn, number = sight["turn"], sight["number"]
        sight = updates[turn]["sight"]
        if back := sight["may_undo"] and "undone" not in examples.messages:
            _send(examples, sockets[turn], "undo", {"type": "undo", "number": number})
        else:
            sockets[turn].move(number, rng.choice(sight["legal"])["move"])
        updates = _receive_updates(number + 1, sockets)
        if back:
            examples.messages["undone"] = updates[turn]
    examples.messages["over"] = one.receive("table")


def _receive_updates(number: int, sockets: list[Socket]) -> list[dict[str, Any]]:
    """The updates of both players with this number."""
    updates = []
    for socket in sockets:
        while (update := socket.receive("update"))["sight"]["number"] != number:
            pass
        updates.append(update)
    return updates


def _exceed_rate_limit(examples: Examples, socket: Socket) -> None:
    """Send messages until the rate limit refuses one."""
    message = {"type": "react", "reaction": "hurry"}
    refused: dict[str, Any] = {"code": "watcher"}
    while refused["code"] == "watcher":
        socket.send(**message)
        refused = socket.receive("error")
    examples.errors[refused["code"]] = (message, refused)


def _look_up_history(examples: Examples, ada: Visitor, eve: Visitor, table: str) -> None:
    """After the game: log, replay, review, rematch, and requests that exceed a limit."""
    ask = _recorder(examples)
    ask(ada, "GET", "/api/tables/{table_id}/log", table_id=table)
    ask(ada, "GET", "/api/tables/{table_id}/replay", table_id=table)
    ask(ada, "GET", "/api/tables/{table_id}/review", table_id=table)
    while not ada.http.get(f"/api/tables/{table}/review").json()["done"]:
        time.sleep(1.0)
    ask(ada, "GET", "/api/tables/{table_id}/review?lang=en", table_id=table)
    ask(ada, "POST", "/api/tables/{table_id}/rematch", table_id=table)
    ask(ada, "GET", "/api/mine")
    ask(eve, "POST", "/api/tables", {"game": "cubosaurs", "players": 2, "name": "x" * 70_000})
    wish = {"game": "cubosaurs", "players": 2, "name": "Eve"}
    while eve.http.post("/api/tables", json=wish).status_code == httpx.codes.CREATED:
        pass
    ask(eve, "POST", "/api/tables", wish)
