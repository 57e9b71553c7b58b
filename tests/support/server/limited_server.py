"""Servers with small limits, and helpers to observe how they are enforced."""

import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from support.server.health_checks import nothing_goes_wrong
from support.server.live_server import FAST_CONFIG, TIMEOUT_S, UNLIMITED, Server
from websockets.exceptions import ConnectionClosed

StartLimitedServer = Callable[..., Server]


@contextmanager
def limited_server(folder: Path, limits: dict[str, Any], **more: Any) -> Iterator[Server]:
    """A server with these limits; checks on exit that it logged no error."""
    database = f"sqlite:///{folder}/small.db"
    config = replace(FAST_CONFIG, database=database, limits=replace(UNLIMITED, **limits))
    with Server(config, **more) as server, nothing_goes_wrong(server):
        _shrink_send_buffer(server)
        yield server


def _shrink_send_buffer(server: Server) -> None:
    """Shrink the kernel's send buffer, so that unread data reaches the server's own limit soon."""
    [listener] = server.server.servers[0].sockets
    with socket.socket(fileno=os.dup(listener.fileno())) as same:
        same.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)


def close_code(connection: Any) -> int:
    """Read until the server closes the socket; return the close code."""
    end = time.monotonic() + TIMEOUT_S
    while True:
        try:
            connection.recv(timeout=max(0.0, end - time.monotonic()))
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 0
