"""A minimal WebSocket client (RFC 6455) that needs little CPU.

The server under test shares the machine with thousands of these.
"""

import asyncio
import struct
from typing import Self, cast

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A  # the first byte of an unfragmented frame
MASKED = 0x80  # a flag in the second byte
LENGTH_IN_16_BITS = 126  # in the second byte; smaller values are the length itself
MAX_16_BITS = 0xFFFF
CONNECT_TIMEOUT_S = 60.0


class ConnectionClosed(Exception):  # noqa: N818 - not an error
    """The connection was closed."""


class WebSocketClient(asyncio.Protocol):
    """One connection, with a single reader."""

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
        async with asyncio.timeout(CONNECT_TIMEOUT_S):
            _, client = await loop.create_connection(cls, host, int(port))
            client.send_handshake(address, path, token)
            await client.wait()
        return client

    def send_handshake(self, address: str, path: str, token: str) -> None:
        head = (
            f"GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: bWVuYWdlcmllJ3MgZG9vcg==\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        )
        self._write(head.encode())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is no subclass of it

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's signature
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
        """Handle the first frame in the buffer; return its size, or 0 if it is incomplete."""
        buffer = self.buffer
        if len(buffer) < 2:
            return 0
        start, length = 2, buffer[1]
        if length == LENGTH_IN_16_BITS and len(buffer) >= 4:
            start, length = 4, int.from_bytes(buffer[2:4])
        elif length > LENGTH_IN_16_BITS and len(buffer) >= 10:
            start, length = 10, int.from_bytes(buffer[2:10])
        end = start + length
        if (buffer[1] >= LENGTH_IN_16_BITS and start == 2) or len(buffer) < end:
            return 0
        if buffer[0] == TEXT:
            self.received.append(buffer[start:end])
        elif buffer[0] == PING:
            self._send(PONG, buffer[start:end])
        elif buffer[0] == CLOSE:
            self.close()
        return end

    async def wait(self) -> None:
        """Wait for a message; ConnectionClosed if none will come."""
        while not self.received:
            if self.closed:
                raise ConnectionClosed
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

    def _send(self, opcode: int, data: bytes) -> None:
        """Send a masked frame, as clients must; a mask of zeros leaves the payload unchanged."""
        if len(data) < LENGTH_IN_16_BITS:
            head = bytes((opcode, MASKED | len(data)))
        elif len(data) <= MAX_16_BITS:
            head = struct.pack("!BBH", opcode, MASKED | LENGTH_IN_16_BITS, len(data))
        else:
            raise ValueError(f"a message of {len(data)} bytes is too long")
        self._write(head + bytes(4) + data)

    def _write(self, data: bytes) -> None:
        if self.transport is not None and not self.closed:
            self.transport.write(data)

    def close(self) -> None:
        if self.transport is not None and not self.closed:
            self._send(CLOSE, struct.pack("!H", 1000))
            self.transport.close()
