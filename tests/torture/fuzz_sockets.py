"""Fuzzed WebSocket messages and frames."""

import json
import random
import socket
import struct
from typing import Any

from support.server.raw_client import (
    BINARY,
    CLOSE,
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    RawClient,
    frame,
)
from torture.fuzz_mutator import TEXTS, Mutator
from torture.fuzz_requests import rest_of
from torture.fuzz_server import FuzzTarget
from torture.noninterference_wire import WebSocketStream

from menagerie import discovery

MESSAGES_PER_BATCH = 100
MESSAGES_PER_TABLE = 3_000  # then create another table
PARALLEL_SOCKETS = 12  # for frames
MAX_MESSAGE_BYTES = 8_000  # longer ones close the socket
MARKER_ANSWER = b"'marker'"
OPCODES = (TEXT, BINARY, CLOSE, PING, PONG, CONTINUATION, 3, 7, 11, 15)


class SocketFuzzer:
    """Sends fuzzed messages and frames to tables."""

    def __init__(self, target: FuzzTarget) -> None:
        self.target = target
        self.rng = random.Random(f"sockets {target.seed}")
        self.mutator = Mutator(self.rng)
        self.people = [target.visitor(name) for name in ("Ada", "Bob")]

    def run(self, amount: int) -> None:
        """Send fuzzed messages in valid frames."""
        left = amount
        while left > 0:
            table = self._table()
            tokens = [person.token for person in self.people]
            streams = [
                WebSocketStream(self.target.address, table, token, language)
                for token, language in zip([*tokens, None], ("en", "fr", "it"), strict=True)
            ]
            for _ in range(0, min(left, MESSAGES_PER_TABLE), MESSAGES_PER_BATCH):
                self._talk(streams)
            left -= MESSAGES_PER_TABLE
            for stream in streams:
                stream.close()

    def _table(self) -> str:
        ada, bob = self.people
        table = str(ada.make_table(self.rng.choice(discovery.names()))["id"])
        bob.sit(table)
        ada.start(table)
        return table

    def _talk(self, streams: list[WebSocketStream]) -> None:
        for stream in streams:
            stream.say({"type": "again", "since": 1_000_000}, {"type": "marker"})
        seen = [stream.until(MARKER_ANSWER) for stream in streams]
        speaker = self.rng.choice(streams[:2])
        welcome = next(one for one in reversed(seen[streams.index(speaker)]) if b'"welcome"' in one)
        sight = json.loads(welcome[welcome.index(b'{"') :])["sight"]
        texts = [self._text(sight) for _ in range(MESSAGES_PER_BATCH)]
        speaker.send(b"".join(frame(TEXT, text) for text in texts))
        speaker.say({"type": "marker"})
        speaker.until(MARKER_ANSWER)
        self.target.check("socket messages", texts)
        self.target.done("socket messages", MESSAGES_PER_BATCH)

    def _text(self, sight: dict[str, Any]) -> bytes:
        """A possibly invalid message; always short enough and valid UTF-8."""
        choice = self.rng.random()
        if choice < 0.05:
            text = self.rng.choice(TEXTS)
        elif choice < 0.25:
            text = self.mutator.text(json.dumps(self._valid(sight)))
        else:
            mutated = self.mutator.mutate(json.dumps(self._valid(sight)).encode(), 2)
            try:
                text = json.dumps(mutated)
            except ValueError:  # an integer with more digits than Python converts
                text = "9" * 5000
        text = text.replace("marker", "")
        return text.encode(errors="replace")[:MAX_MESSAGE_BYTES].decode(errors="ignore").encode()

    def _valid(self, sight: dict[str, Any]) -> dict[str, Any]:
        number = sight["number"]
        moves = [one["move"] for one in sight["legal"]] or [{"do": "take"}]
        return self.rng.choice(
            (
                {"type": "move", "number": number, "move": self.rng.choice(moves)},
                {"type": "move", "number": number + 1, "move": self.rng.choice(moves)},
                {"type": "undo", "number": number},
                {"type": "again", "since": max(0, number - self.rng.randrange(4))},
                {"type": "react", "reaction": "wow"},
                {"type": "preview", "number": number},
                {"type": "hint", "number": number},
            )
        )

    def run_frames(self, amount: int) -> None:
        """Send fuzzed frames, which may close the socket; a few per socket."""
        table = self._table()
        left = amount
        while left > 0:
            sent = [
                [self._frame() for _ in range(self.rng.randint(1, 4))]
                for _ in range(PARALLEL_SOCKETS)
            ]
            sockets = [self._open(table) for _ in sent]
            for raw, frames in zip(sockets, sent, strict=True):
                raw.flood(b"".join(frames), 1)
            for raw in sockets:
                rest_of(raw)
            self.target.check("socket frames", sent)
            count = sum(map(len, sent))
            left -= count
            self.target.done("socket frames", count)

    def _open(self, table: str) -> RawClient:
        token = self.rng.choice(self.people).token
        raw = RawClient(self.target.address)
        raw.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        assert raw.open(f"/api/tables/{table}/socket", token) == "101"
        return raw

    def _frame(self) -> bytes:
        """One or more frames, possibly invalid."""
        data = self._data()
        kind = self.rng.choice(OPCODES)
        choice = self.rng.random()
        if choice < 0.3:
            return frame(kind, data, last=self.rng.random() < 0.8)
        if choice < 0.45:  # fragmented
            at = self.rng.randint(0, len(data))
            middle = frame(CONTINUATION, b"", last=False) * self.rng.randrange(150)
            return frame(TEXT, data[:at], last=False) + middle + frame(CONTINUATION, data[at:])
        if choice < 0.55:  # claims to be huge
            size = self.rng.choice((2**16, 2**31, 2**63 - 1, 2**63, 2**64 - 1))
            return b"\x81\xff" + struct.pack("!Q", size) + data
        if choice < 0.6:  # unmasked
            return bytes((0x80 | kind, len(data) % 126)) + data
        return self.mutator.data(frame(kind, data))

    def _data(self) -> bytes:
        choice = self.rng.random()
        if choice < 0.3:
            return b'{"type": "react", "reaction": "wow"}'
        if choice < 0.5:
            return self.mutator.data(b'{"type": "undo", "number": 1}')
        if choice < 0.6:
            return struct.pack("!H", self.rng.randrange(1 << 16)) + b"bye"
        return self.rng.randbytes(self.rng.choice((0, 1, 2, 125, 126, 130, 2000, 9000, 20_000)))
