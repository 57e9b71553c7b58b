"""A process of its own that writes letters for a busy server: it is started by `dictation.py`.

Orders come in on its standard input, which is a socket, and answers go back the same way, in the
same order. When the server is gone, so is the scribe.
"""

import gc
import signal
import socket
import struct
from collections.abc import Iterator

from menagerie import discovery
from menagerie.header import Header
from menagerie.match import Line, Match
from menagerie.server.ops import logs
from menagerie.server.ops.logs import log
from menagerie.server.views.rendering import updates

SIZE = struct.Struct("!I")
ROOM = 256 * 1024  # bytes that are taken in at once
TOGETHER = 16  # answers at most that are given together
GARBAGE = 50_000  # things, between two searches for garbage
READY = b""  # what is sent before the first answer; and the answer to what could not be done


def frame(data: bytes) -> bytes:
    return SIZE.pack(len(data)) + data


def main() -> None:
    """Until nobody orders anything any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who stops the server stops us by that
    logs.set_up()
    with socket.socket(fileno=0) as line:
        rehearse()
        gc.freeze()
        gc.set_threshold(GARBAGE)
        try:
            line.sendall(frame(READY))
            for orders in _read(line):
                line.sendall(b"".join(frame(_try(order)) for order in orders))
        except OSError:
            return  # the server is gone


def rehearse() -> None:
    """Tell of one move in every game, so that all that takes is loaded."""
    for name in discovery.names():
        match = Match(Header.create(name, seed="warm"))
        position = match.position
        line = Line("move", position.turn or 0, position.legal_moves[0].to_json())
        eyes = [(seat, "en") for seat in range(position.players)]
        updates.obey(updates.order(match.prepare(line), "player", None, eyes))


def _read(line: socket.socket) -> Iterator[list[bytes]]:
    """What came together, but not too many at once; to wake the other side takes its time."""
    waiting = b""
    while came := line.recv(ROOM):
        found, waiting = take(waiting + came)
        for start in range(0, len(found), TOGETHER):
            yield found[start : start + TOGETHER]


def take(data: bytes) -> tuple[list[bytes], bytes]:
    """What was framed, and the beginning of what is not here yet."""
    found, at = [], 0
    while len(data) >= at + SIZE.size:
        (length,) = SIZE.unpack_from(data, at)
        end = at + SIZE.size + length
        if len(data) < end:
            break
        found.append(data[at + SIZE.size : end])
        at = end
    return found, data[at:]


def _try(order: bytes) -> bytes:
    """Whatever goes wrong, the server can do it itself; or it finds out what is wrong."""
    try:
        return updates.obey(order)
    except Exception as error:  # noqa: BLE001 - the next order may be a better one
        log.fault("scribe", error)
        return READY


if __name__ == "__main__":
    main()
