"""A real server in a thread, and HTTP and WebSocket clients for it."""

import contextlib
import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any, Self

import httpx
import uvicorn
from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as open_socket

from menagerie.server.config import Config, Limits
from menagerie.server.run import uvicorn_config

TIMEOUT_S = 20.0  # for one answer of the server
NO_LIMIT = 1_000_000
UNLIMITED = Limits(
    messages=NO_LIMIT,
    burst=NO_LIMIT,
    address_messages=NO_LIMIT,
    address_burst=NO_LIMIT,
    reactions=NO_LIMIT,
    reaction_burst=NO_LIMIT,
    requests=NO_LIMIT,
    request_burst=NO_LIMIT,
    tables=NO_LIMIT,
    connections=NO_LIMIT,
    listed=NO_LIMIT,
    code_misses=NO_LIMIT,
    all_code_misses=NO_LIMIT,
    address_watchers=NO_LIMIT,
)
FAST_CONFIG = Config(
    bot_pause_s=0.0,
    limits=UNLIMITED,
    bot_threads=1,
    render_worker_moves_per_s=float("inf"),
)
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # skips loading CA certificates, which is slow


class Server:
    """A server in a thread of this process."""

    def __init__(self, config: Config, **more: Any) -> None:
        self.config = config
        settings = uvicorn_config(config, port=0, timeout_graceful_shutdown=2, **more)
        self.app: Any = settings.app
        self.server = uvicorn.Server(settings)
        self.thread = threading.Thread(target=self.server.run, daemon=True)

    def __enter__(self) -> Self:
        self.thread.start()
        end = time.monotonic() + 10 * TIMEOUT_S  # the rules may have to be compiled first
        while not self.server.started:
            assert self.thread.is_alive(), "the server did not start"
            assert time.monotonic() < end
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(TIMEOUT_S)
        assert not self.thread.is_alive(), "the server did not stop"

    @property
    def address(self) -> str:
        port = self.server.servers[0].sockets[0].getsockname()[1]
        return f"127.0.0.1:{port}"


@contextlib.contextmanager
def running(database: str, config: Config = FAST_CONFIG) -> Iterator[Server]:
    with Server(replace(config, database=database)) as server:
        yield server


class Visitor:
    """A client like a browser: cookies, requests, sockets."""

    def __init__(self, address: str, name: str = "Ada", prefix: str = "") -> None:
        self.name = name
        self.address = address
        self.prefix = prefix
        url = f"http://{address}{prefix}"
        self.http = httpx.Client(base_url=url, timeout=TIMEOUT_S, verify=NO_TLS)

    def make_table(self, game: str = "cubosaurs", players: int = 2, **more: Any) -> dict[str, Any]:
        """Create a table; return its description."""
        asked = {"game": game, "players": players, "name": self.name, **more}
        return self.ask("post", "/api/tables", 201, asked)["table"]  # type: ignore[no-any-return]

    def sit(self, table: str, **more: Any) -> int:
        asked = {"name": self.name, **more}
        answer = self.ask("post", f"/api/tables/{table}/seats", 201, asked)
        return int(answer["seat"])

    def start(self, table: str) -> None:
        self.ask("post", f"/api/tables/{table}/start", 204)

    def ask(self, verb: str, path: str, status: int = 200, data: Any = None) -> Any:
        answer = self.http.request(verb, path, json=data)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    @property
    def token(self) -> str:
        return self.http.cookies["menagerie"]

    def connect(self, table: str, language: str = "en", **headers: str) -> "Socket":
        path = f"{self.prefix}/api/tables/{table}/socket?lang={language}"
        if "menagerie" in self.http.cookies:
            headers["Cookie"] = f"menagerie={self.token}"
        return Socket(open_socket(f"ws://{self.address}{path}", additional_headers=headers))


@contextlib.contextmanager
def visiting(server: Server, name: str = "Ada", **headers: str) -> Iterator[Visitor]:
    """A client of a server, with these headers in each request."""
    visitor = Visitor(server.address, name)
    visitor.http.headers.update(headers)
    with visitor.http:
        yield visitor


@contextlib.contextmanager
def running_for_two(
    database: str, config: Config, *before: Visitor
) -> Iterator[tuple[Server, Visitor, Visitor]]:
    """A server that Ada and Bob visit; those who visited it before keep their tokens."""
    tokens = {known.name: known.token for known in before if "menagerie" in known.http.cookies}
    with (
        running(database, config) as server,
        visiting(server, "Ada") as ada,
        visiting(server, "Bob") as bob,
    ):
        for visitor in (ada, bob):
            if visitor.name in tokens:
                visitor.http.cookies.set("menagerie", tokens[visitor.name])
        yield server, ada, bob


def begin(ada: Visitor, bob: Visitor, **more: Any) -> str:
    """Create a table for two and start the game; return the table's id."""
    table = str(ada.make_table(**more)["id"])
    assert bob.sit(table) == 1
    ada.start(table)
    return table


def until(condition: Callable[[], object]) -> None:
    """Poll until the condition holds."""
    end = time.monotonic() + TIMEOUT_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


class Socket:
    """A WebSocket that sends and receives JSON messages."""

    def __init__(self, opening: AbstractContextManager[ClientConnection]) -> None:
        self.opening = opening
        self.connection = opening.__enter__()  # closed by `close`
        self.received: list[str] = []

    def send(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def receive(self, *kinds: str) -> dict[str, Any]:
        """The next message, or the next one of these kinds."""
        end = time.monotonic() + TIMEOUT_S
        while True:
            text = self.connection.recv(timeout=max(0.0, end - time.monotonic()))
            assert isinstance(text, str)
            self.received.append(text)
            message: dict[str, Any] = json.loads(text)
            if not kinds or message["type"] in kinds:
                return message

    def move(self, number: int, move: dict[str, Any]) -> None:
        self.send(type="move", number=number, move=move)

    def close(self) -> None:
        self.opening.__exit__(None, None, None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
