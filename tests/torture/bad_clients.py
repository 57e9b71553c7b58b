"""Faulty clients: slow ones, dead ones, and those that stop in the middle of a message."""

import json
import random
import socket
import struct
from collections import Counter
from contextlib import suppress

from support.server.raw_client import TEXT, RawClient, frame

UNSEEN_VIEW = 1_000_000  # far ahead: the server sends the full view
RESET_ON_CLOSE = struct.pack("ii", 1, 0)  # SO_LINGER: closing sends RST, not FIN
FLOOD_MESSAGES = 150  # requests for the full view, never read
HALF_REQUEST = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{"


def attack(address: str, table: str, token: str, rng: random.Random) -> Counter[str]:
    """Run each kind of faulty client once, at one table."""
    counts: Counter[str] = Counter()
    kinds = (_never_reads, _stops_in_a_frame, _half_a_request, _dies_while_asking)
    for attempt in kinds:
        with suppress(OSError, AssertionError):  # the server may disconnect us
            attempt(address, table, token, rng)
            counts[attempt.__name__.strip("_").replace("_", " ")] += 1
    return counts


def _never_reads(address: str, table: str, token: str, rng: random.Random) -> None:
    """A slow client: its receive buffer is small and stays full."""
    with RawClient(address, small_buffer=True) as raw:
        raw.at(table, token if rng.random() < 0.5 else "")
        raw.connection.settimeout(0.5)
        raw.flood(
            frame(TEXT, json.dumps({"type": "again", "since": UNSEEN_VIEW}).encode()),
            FLOOD_MESSAGES,
        )
        _reset(raw)


def _stops_in_a_frame(address: str, table: str, token: str, rng: random.Random) -> None:
    with RawClient(address) as raw:
        raw.at(table, token)
        whole = frame(TEXT, json.dumps({"type": "again", "since": 0}).encode())
        raw.send(whole[: rng.randrange(1, len(whole))])
        if rng.random() < 0.5:
            _reset(raw)


def _half_a_request(address: str, _table: str, _token: str, rng: random.Random) -> None:
    with RawClient(address) as raw:
        raw.send(HALF_REQUEST[: rng.randrange(1, len(HALF_REQUEST))])
        if rng.random() < 0.5:
            _reset(raw)


def _dies_while_asking(address: str, table: str, _token: str, _rng: random.Random) -> None:
    """Request a large response and reset the connection."""
    with RawClient(address, small_buffer=True) as raw:
        raw.send(f"GET /api/tables/{table}/log HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        _reset(raw)


def _reset(raw: RawClient) -> None:
    raw.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
