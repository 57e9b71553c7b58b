"""Malformed requests: whatever arrives, the next request is answered."""

import pytest
from support.runs import compiled_only
from support.server.live_server import Visitor
from support.server.raw_client import RawClient

pytestmark = [compiled_only, pytest.mark.usefixtures("no_errors")]

GET, POST = b"GET /api/version HTTP/1.1\r\nHost: x\r\n", b"POST /api/tables HTTP/1.1\r\nHost: x\r\n"
SOCKET = b"/api/tables/x/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: "
CHUNKED = POST + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
CHUNK = b"4000\r\n" + b" " * 0x4000 + b"\r\n"
LENGTHS = b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}"
HEADS = {
    "zeros": bytes(100),
    "a word": b"GET\r\n\r\n",
    "a version to come": b"GET / HTTP/9.9\r\n\r\n",
    "not ASCII": b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
    "another host": b"GET http://elsewhere.example/api/games HTTP/1.1\r\nHost: x\r\n\r\n",
    "no host": b"GET /api/games HTTP/1.1\r\n\r\n",
    "two hosts": GET + b"Host: y\r\n\r\n",
    "less than nothing": GET + b"Content-Length: -1\r\n\r\n",
    "two lengths": POST + LENGTHS,
    "a chunk of no size": CHUNKED + b"ZZ\r\n",
    "too many chunks, then noise": CHUNKED + CHUNK * 8 + b"ZZ\r\n",
    "half a chunk": CHUNKED + CHUNK[:100],
    "many at once": (GET + b"\r\n") * 200,
    "noise after it": GET + b"\r\n\0\0\0",
    "a socket without its key": b"GET " + SOCKET + b"websocket\r\n\r\n",
    "a socket by post": b"POST " + SOCKET + b"websocket\r\n\r\n",
    "another protocol": b"GET " + SOCKET + b"h2c\r\n\r\n",
    "the beginning of https": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
    "many headers": GET + b"X: y\r\n" * 5000 + b"\r\n",
}


@pytest.mark.parametrize("why", HEADS)
def test_the_server_answers_after_any_malformed_request(why: str, ada: Visitor) -> None:
    with RawClient(ada.address) as raw, RawClient(ada.address) as left_open:
        left_open.flood(HEADS[why], 1)
        raw.flood(HEADS[why], 1)
        during = ada.ask("get", "/api/version")
    assert ada.ask("get", "/api/version") == during
