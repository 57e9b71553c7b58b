"""A client that sends raw bytes, including what no library would send."""

import base64
import contextlib
import os
import re
import socket
import struct
import time
from typing import Self

from support.server.live_server import TIMEOUT_S

TEXT, BINARY, CLOSE, PING, PONG, CONTINUATION = 1, 2, 8, 9, 10, 0


def frame(kind: int, data: bytes = b"", *, last: bool = True) -> bytes:
    """A WebSocket frame as a client sends it, masked with zeros."""
    head = bytes([0x80 * last | kind])
    if len(data) < 126:
        head += bytes([0x80 | len(data)])
    else:
        head += bytes([0x80 | 126]) + struct.pack("!H", len(data))
    return head + bytes(4) + data


class RawClient:
    """A TCP connection to a server."""

    def __init__(self, address: str, *, small_buffer: bool = False) -> None:
        host, port = address.split(":")
        self.address = address
        self.connection = socket.socket()
        if small_buffer:  # so that it fills up soon
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.connection.settimeout(TIMEOUT_S)
        self.connection.connect((host, int(port)))

    def open(self, path: str, token: str = "", **headers: str) -> str:
        """Send a WebSocket handshake; return the response status."""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = {
            "Host": self.address,
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": key,
            "Cookie": f"menagerie={token}",
            **headers,
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        self.send(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
        found = re.match(rb"HTTP/1.1 (\d+) ", self.connection.recv(4096))
        assert found
        return found[1].decode()

    def at(self, table: str, token: str = "") -> Self:
        assert self.open(f"/api/tables/{table}/socket", token) == "101"
        return self

    def send(self, data: bytes) -> None:
        self.connection.sendall(data)

    def flood(self, data: bytes, most: int) -> bool:
        """Send the data repeatedly without reading; return whether the server disconnected us."""
        try:
            for _ in range(most):
                self.send(data)
        except TimeoutError:
            return False  # the server neither reads nor disconnects
        except OSError:
            return True
        return False

    def rest(self, timeout_s: float = TIMEOUT_S / 10) -> bytes:
        """Read until the server disconnects or the timeout passes."""
        found = b""
        self.connection.settimeout(timeout_s)
        with contextlib.suppress(OSError):
            while more := self.connection.recv(1 << 16):
                found += more
        return found

    def receives(self, wanted: bytes) -> bool:
        """Read until these bytes have arrived; False if they do not in time."""
        found, end = b"", time.monotonic() + TIMEOUT_S
        while wanted not in found and time.monotonic() < end:
            found += self.rest(0.05)
        return wanted in found

    def is_cut(self) -> bool:
        """Read until the end; return whether the server disconnected us."""
        end = time.monotonic() + TIMEOUT_S
        try:
            while time.monotonic() < end:
                if not self.connection.recv(1 << 16):
                    return True
        except TimeoutError:
            return False
        except OSError:
            return True
        return False

    def close(self) -> None:
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
