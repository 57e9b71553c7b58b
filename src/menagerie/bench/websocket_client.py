"""A socket for somebody in a crowd: just enough of RFC 6455 to take little of the processor.

The server that is measured shares the machine with thousands of these.
"""

import asyncio
import struct
from typing import Self, cast

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A  # the first byte of a frame that is whole
MASKED = 0x80
SHORT, MIDDLING = 126, 0xFFFF  # lengths that one byte, or two, can tell
PATIENCE = 60.0  # seconds to be let in


class Closed(Exception):  # noqa: N818 - it names what happened, and is no fault
    """The socket was closed."""


class Client(asyncio.Protocol):
    """One socket; messages are waited for by one person."""

    def __init__(self) -> None:
        self.received: list[bytes] = []
        self.buffer = b""
        self.open = False
        self.closed = False
        self.waiting: asyncio.Future[None] | None = None
        self.transport: asyncio.Transport | None = None

    @classmethod
    async def connect(cls, address: str, path: str, token: str) -> Self:
        host, _, port = address.rpartition(":")
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(PATIENCE):
            _, client = await loop.create_connection(cls, host, int(port))
            client.ask(address, path, token)
            await client.wait()
        return client

    def ask(self, address: str, path: str, token: str) -> None:
        """To be let in."""
        head = (
            f"GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: bWVuYWdlcmllJ3MgZG9vcg==\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        )
        self._write(head.encode())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is not of that class

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.closed = True
        self._wake()

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open and b"\r\n\r\n" in self.buffer:
            head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
            self.open = head.startswith(b"HTTP/1.1 101")
            if not self.open:
                self.close()
        while self.open and (size := self._take_frame()):
            self.buffer = self.buffer[size:]
        self._wake()

    def _take_frame(self) -> int:
        """The bytes of the first frame, if it is there; what it says is received."""
        buffer = self.buffer
        if len(buffer) < 2:
            return 0
        start, length = 2, buffer[1]
        if length == SHORT and len(buffer) >= 4:
            start, length = 4, int.from_bytes(buffer[2:4])
        elif length > SHORT and len(buffer) >= 10:
            start, length = 10, int.from_bytes(buffer[2:10])
        end = start + length
        if (buffer[1] >= SHORT and start == 2) or len(buffer) < end:
            return 0
        if buffer[0] == TEXT:
            self.received.append(buffer[start:end])
        elif buffer[0] == PING:
            self._send(PONG, buffer[start:end])
        elif buffer[0] == CLOSE:
            self.close()
        return end

    async def wait(self) -> None:
        """Until there is a message; an error if none will come."""
        while not self.received:
            if self.closed:
                raise Closed
            self.waiting = asyncio.get_running_loop().create_future()
            await self.waiting

    async def receive(self) -> bytes:
        await self.wait()
        return self.received.pop(0)

    def _wake(self) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    def send(self, text: bytes) -> None:
        self._send(TEXT, text)

    def _send(self, kind: int, data: bytes) -> None:
        """Clients mask what they send; with zeros it stays as it is."""
        if len(data) < SHORT:
            head = bytes((kind, MASKED | len(data)))
        elif len(data) <= MIDDLING:
            head = struct.pack("!BBH", kind, MASKED | SHORT, len(data))
        else:
            raise ValueError("nobody at a table says that much")
        self._write(head + bytes(4) + data)

    def _write(self, data: bytes) -> None:
        if self.transport is not None and not self.closed:
            self.transport.write(data)

    def close(self) -> None:
        if self.transport is not None and not self.closed:
            self._send(CLOSE, struct.pack("!H", 1000))
            self.transport.close()
