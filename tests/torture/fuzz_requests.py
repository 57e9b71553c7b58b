"""Fuzzed requests: well framed and pipelined, or mutated raw bytes."""

import json
import random
import re
import socket
from typing import Any
from urllib.parse import quote

import orjson
from support.server.raw_client import RawClient
from torture.fuzz_mutator import Mutator
from torture.fuzz_server import FuzzTarget

from menagerie import discovery

REQUESTS_PER_CONNECTION = 50  # pipelined
PARALLEL_CONNECTIONS = 16  # for raw bytes
STATUS = re.compile(rb"HTTP/1\.1 (\d{3}) ")
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "get", "PROPFIND")
BODIES: dict[str, Any] = {  # valid bodies, by schema name
    "NewTable": {
        "game": "cubosaurs",
        "players": 2,
        "name": "Ada",
        "options": {"advanced": True},
        "edition": None,
        "bots": {"1": "random"},
        "open": False,
        "clock": "none",
        "hints": True,
    },
    "NewSeat": {"name": "Bob", "seat": 1, "entropy": "some words"},
    "Words": {"entropy": "some words"},
    "Forget": {"keep": True},
}
VALUES = (
    *("", "x", "0", "-1", "null", "en", "fr", "it", "de", "../..", "%00", "%ff", "\u202e", "é"),
    *("' OR 1=1 --", "a" * 22, "BCDFG", "<b>", "{}", "*", "a" * 3000, "%2e%2e%2f", "%E0%80%80"),
)
HEADERS = ("Content-Type", "Cookie", "Authorization", "Origin", "Accept", "X-Forwarded-For", "Host")
FORGET_PATH = "/api/forget"
DISPOSABLE_TOKEN = "A" * 22  # /api/forget must not revoke the token in use
OTHER_PATHS = ("/", "/t/x", "/rules/catbox", "/assets/x", "/icon.svg", "/healthz", "/metrics")


class RequestFuzzer:
    """Sends requests for all operations of the OpenAPI schema, and invalid ones."""

    def __init__(self, target: FuzzTarget) -> None:
        self.target = target
        self.rng = random.Random(f"requests {target.seed}")
        self.mutator = Mutator(self.rng)
        visitor = target.visitor()
        schema = visitor.ask("get", "/api/openapi.json")
        self.operations = list(_operations(schema))
        self.waiting = visitor.make_table(players=5, open=True)
        begun = visitor.make_table()["id"]
        other = target.visitor("Bob")
        other.sit(begun)
        visitor.start(begun)
        self.tables = (self.waiting["id"], begun)
        self.token = visitor.token

    def run(self, amount: int) -> None:
        sent = 0
        while sent < amount:
            batch = [self._request() for _ in range(REQUESTS_PER_CONNECTION - 1)]
            batch.append(_framed("GET", "/api/version", {"Connection": "close"}, b""))
            received = _answers(self.target.address, b"".join(batch))
            statuses = STATUS.findall(received)
            assert statuses, f"no answer to {batch!r}"
            self.target.check("requests", batch, received)
            for status in statuses:
                self.target.counts[f"requests answered with {status.decode()}"] += 1
            sent += len(statuses)
            self.target.done("requests", len(statuses))

    def run_raw(self, amount: int) -> None:
        """Send mutated bytes, each request on its own connection."""
        for _ in range(0, amount, PARALLEL_CONNECTIONS):
            sent, connections = [], []
            for _ in range(PARALLEL_CONNECTIONS):
                data = self.mutator.data(self._request())
                sent.append(self.rng.randbytes(200) if self.rng.random() < 0.1 else data)
                connections.append(RawClient(self.target.address))
                connections[-1].flood(sent[-1], 1)
            for connection, data in zip(connections, sent, strict=True):
                self.target.check("raw requests", data, rest_of(connection))
            self.target.done("raw requests", PARALLEL_CONNECTIONS)

    def _request(self) -> bytes:
        method, path, schema = self.rng.choice(self.operations)
        if self.rng.random() < 0.05:
            path = self.rng.choice(OTHER_PATHS)
        body = b""
        headers = {"Content-Type": "application/json"}
        if self.rng.random() < 0.6:
            headers["Cookie"] = (
                f"menagerie={DISPOSABLE_TOKEN if path == FORGET_PATH else self.token}"
            )
        if schema is not None:
            body = self._body(schema)
        if self.rng.random() < 0.1:
            method = self.rng.choice(METHODS)
        if self.rng.random() < 0.15:
            headers[self.rng.choice(HEADERS)] = _header_safe(self.rng.choice(VALUES))
        return _framed(method, self._fill(path), headers, body)

    def _body(self, schema: str) -> bytes:
        valid = dict(BODIES.get(schema, {}))
        if schema == "NewTable" and self.rng.random() < 0.4:
            game = discovery.load(self.rng.choice(discovery.names()))
            valid |= {"game": game.name, "options": {}, "bots": {}}
            valid["edition"] = self.mutator.mutate(orjson.dumps(game.standard))
            self.target.counts["editions by request"] += 1
            return _json(valid)
        choice = self.rng.random()
        if choice < 0.05:
            return b"x" * 70_000
        if choice < 0.25:
            return self.mutator.data(_json(valid))
        if choice < 0.35:
            return self.mutator.text(_json(valid).decode()).encode(errors="surrogatepass")
        return _json(self.mutator.mutate(_json(valid)))

    def _fill(self, path: str) -> str:
        """Fill in the path parameters."""

        def value(found: re.Match[str]) -> str:
            known = {
                "table_id": self.rng.choice(self.tables),
                "code": self.waiting["code"],
                "game": self.rng.choice(discovery.names()),
            }.get(found[1], "x")
            if self.rng.random() < 0.8:
                return str(known)
            odd = self.rng.choice(VALUES)
            return quote(odd if self.rng.random() < 0.5 else self.mutator.text(str(known)), "%")

        filled = re.sub(r"\{(\w+)\}", value, path)
        if self.rng.random() < 0.3:
            filled += f"?lang={quote(self.rng.choice(VALUES), '%')}"
        if self.rng.random() < 0.03:
            filled += quote(self.mutator.text("/?&=x"), "/?&=%")
        return filled


def _operations(schema: dict[str, Any]) -> Any:
    """Method, path, and the name of the body's schema."""
    for path, found in schema["paths"].items():
        for method, operation in found.items():
            content = operation.get("requestBody", {}).get("content", {})
            ref = content.get("application/json", {}).get("schema", {}).get("$ref", "")
            yield method.upper(), path, ref.rpartition("/")[2] or None


def _framed(method: str, path: str, headers: dict[str, str], body: bytes) -> bytes:
    """A request with a valid Content-Length, whatever its content."""
    known = {"Host": "localhost", "Content-Length": str(len(body)), **headers}
    lines = "".join(f"{name}: {value}\r\n" for name, value in known.items())
    return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode("latin-1") + body


def _header_safe(value: str) -> str:
    """Drop characters that are not allowed in a header."""
    return "".join(sign for sign in value if sign.isprintable() and ord(sign) < 256)


def _json(data: Any) -> bytes:
    try:
        return json.dumps(data).encode(errors="surrogatepass")
    except ValueError:  # an integer with more digits than Python converts
        return b"9" * 5000


def _answers(address: str, data: bytes) -> bytes:
    connection = RawClient(address)
    connection.flood(data, 1)
    return _until_end(connection)


def rest_of(connection: RawClient) -> bytes:
    """Close our sending side and read the rest of the answer."""
    try:
        connection.connection.shutdown(socket.SHUT_WR)
    except OSError:
        connection.close()
        return b""
    return _until_end(connection)


def _until_end(connection: RawClient) -> bytes:
    found = []
    try:
        while more := connection.connection.recv(1 << 18):
            found.append(more)
    except TimeoutError:
        raise AssertionError("the server neither answers nor hangs up") from None
    except OSError:
        pass  # the server closed the connection
    finally:
        connection.close()
    return b"".join(found)
