"""Clients that return raw bytes: WebSocket frames and whole HTTP responses."""

import http.client
import json
import socket
import struct
import time
from typing import Any, Self

from support.server.raw_client import PONG, TEXT, RawClient, frame

ANSWER_TIMEOUT_S = 120.0  # long, for a busy machine
WHOLE_TEXT, PING = 0x81, 0x89  # first bytes of server frames
KEEP_ALIVE_S = 1.0  # servers close connections that are idle for longer
TIME_HEADERS = ("date",)  # headers that depend on the system clock


class WebSocketStream(RawClient):
    """A WebSocket at a table, for one viewer and one language."""

    def __init__(self, address: str, table: str, token: str | None, language: str) -> None:
        super().__init__(address)
        self.connection.settimeout(ANSWER_TIMEOUT_S)
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._open(f"/api/tables/{table}/socket?lang={language}", token)

    def _open(self, path: str, token: str | None) -> None:
        cookie = f"Cookie: menagerie={token}\r\n" if token else ""
        self.send(
            f"GET {path} HTTP/1.1\r\nHost: {self.address}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{cookie}\r\n".encode()
        )
        self.left = b""
        while b"\r\n\r\n" not in self.left:
            self._more()
        head, _, self.left = self.left.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101 "), head

    def say(self, *messages: dict[str, Any]) -> None:
        """Send all messages in one write."""
        self.send(b"".join(frame(TEXT, json.dumps(one).encode()) for one in messages))

    def until(self, marker: bytes) -> list[bytes]:
        """The frames before the first one that contains the marker."""
        found = []
        while marker not in (one := self.next()):
            found.append(one)
        return found

    def next(self) -> bytes:
        """The next text frame including its header; answers pings."""
        deadline = time.monotonic() + ANSWER_TIMEOUT_S
        while True:
            self._need(2)
            length, head = self.left[1], 2
            if length == 126:
                self._need(head := 4)
                (length,) = struct.unpack("!H", self.left[2:4])
            elif length == 127:
                self._need(head := 10)
                (length,) = struct.unpack("!Q", self.left[2:10])
            self._need(head + length)
            found, self.left = self.left[: head + length], self.left[head + length :]
            if found[0] == WHOLE_TEXT:
                return found
            assert found[0] == PING, found
            assert time.monotonic() < deadline, "the server sends nothing but pings"
            self.send(frame(PONG, found[head:]))

    def _need(self, size: int) -> None:
        while len(self.left) < size:
            self._more()

    def _more(self) -> None:
        more = self.connection.recv(1 << 18)
        assert more, "the server hung up"
        self.left += more


class KeepAliveClient:
    """HTTP requests on a persistent connection."""

    def __init__(self, address: str) -> None:
        self.connection = http.client.HTTPConnection(address, timeout=ANSWER_TIMEOUT_S)
        self._used_at = 0.0

    def ask(self, verb: str, path: str, token: str | None = None, data: Any = None) -> bytes:
        """The whole response as bytes, without headers that depend on the clock."""
        if time.monotonic() - self._used_at > KEEP_ALIVE_S:
            self.connection.close()  # the next request opens it again
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Cookie"] = f"menagerie={token}"
        body = None if data is None else json.dumps(data).encode()
        self.connection.request(verb, path, body, headers)
        answer = self.connection.getresponse()
        kept = [
            f"{name}: {v}" for name, v in answer.getheaders() if name.lower() not in TIME_HEADERS
        ]
        head = "\n".join([str(answer.status), *kept]).encode()
        body_read = answer.read()
        self._used_at = time.monotonic()
        return head + b"\n\n" + body_read

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()
