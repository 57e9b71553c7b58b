"""The render worker: a process that encodes updates for a busy server. `client.py` starts it.

Jobs arrive on its standard input, which is a socket, and results go back the same way, in the same
order. When the server exits, so does the worker.
"""

import gc
import signal
import socket
from collections.abc import Iterator

from menagerie import discovery
from menagerie.header import Header
from menagerie.log_entry import LogEntry
from menagerie.match import Match
from menagerie.server.ops import logs
from menagerie.server.ops.logs import log
from menagerie.server.views.rendering import jobs
from menagerie.server.views.rendering.framing import add_frame, split_frames

READ_SIZE = 256 * 1024  # bytes
MAX_BATCH = 16  # results that are sent together
GC_THRESHOLD = 50_000  # allocations between two garbage collections
READY = b""  # the first frame
FAILED = b""  # in place of the result of a job


def main() -> None:
    """Run jobs until the server closes the socket."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl+C the server stops us
    logs.set_up()
    with socket.socket(fileno=0) as connection:
        warm_up()
        gc.freeze()
        gc.set_threshold(GC_THRESHOLD)
        try:
            connection.sendall(add_frame(READY))
            for batch in _read(connection):
                connection.sendall(b"".join(add_frame(_run(job)) for job in batch))
        except OSError:
            return  # the server has exited


def warm_up() -> None:
    """Render one move of every game, so that all modules and kernels are loaded."""
    for name in discovery.names():
        match = Match(Header.create(name, seed="warm"))
        position = match.position
        entry = LogEntry("move", position.turn or 0, position.legal_moves[0].to_json())
        viewers = [(seat, "en") for seat in range(position.players)]
        jobs.run_job(jobs.encode_job(match.prepare(entry), None, viewers))


def _read(connection: socket.socket) -> Iterator[list[bytes]]:
    """Read jobs in batches, since waking the server for each result is slow."""
    incomplete = b""
    while received := connection.recv(READ_SIZE):
        received_jobs, incomplete = split_frames(incomplete + received)
        for start in range(0, len(received_jobs), MAX_BATCH):
            yield received_jobs[start : start + MAX_BATCH]


def _run(job: bytes) -> bytes:
    """If a job fails, the server does the work itself, and reports the error."""
    try:
        return jobs.run_job(job)
    except Exception as error:  # noqa: BLE001 - the next job may succeed
        log.unexpected("render_worker", error)
        return FAILED


if __name__ == "__main__":
    main()
