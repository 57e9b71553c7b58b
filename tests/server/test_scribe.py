"""Letters that a second process writes: the same as ours, and nobody depends on it."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import IO

import pytest
from support.random_games import SLOW
from support.server.finished_games import Evening
from support.server.health_checks import nothing_goes_wrong
from support.server.limited_server import until
from support.server.live_server import QUICK, Server, running

from menagerie import discovery
from menagerie.game import WATCHER
from menagerie.header import Header
from menagerie.match import Line, Match
from menagerie.server.views.rendering import client, updates
from menagerie.server.views.rendering.client import Dictation
from menagerie.server.views.rendering.worker import READY, SIZE, TOGETHER, frame, take

pytestmark = pytest.mark.skipif(SLOW, reason="it is for speed")
EYES = [(seat, language) for seat in (0, 1, WATCHER) for language in ("en", "fr")]


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is busy from its first move on."""
    file = tmp_path_factory.mktemp("busy") / "server.db"
    with running(f"sqlite:///{file}", replace(QUICK, busy=0.0)) as server:
        yield server
        process = scribe_of(server).process
    assert process is None or process.returncode is not None  # nothing is left behind


def scribe_of(server: Server) -> Dictation:
    found: Dictation = server.app.state.hall.dictation
    return found


def have_one(evening: Evening, server: Server) -> subprocess.Popen[bytes]:
    """Play until a scribe writes the letters."""
    line = scribe_of(server)
    line.not_before = 0.0
    evening.play(1)
    until(line.is_free)
    assert line.process is not None
    return line.process


@pytest.mark.parametrize("game", discovery.names())
def test_an_order_is_all_that_is_needed(game: str) -> None:
    """Move after move, taken back now and then, to the end of a game."""
    rng = random.Random(5)
    match = Match(Header.create(game, 2, seed="letters"))
    offered = undone = 0
    while (turn := match.position.turn) is not None:
        offered += match.undoer == turn
        if match.undoer == turn and (not undone or rng.random() < 0.3):
            line, undone = Line("undo", turn), undone + 1
        else:
            line = Line("move", turn, rng.choice(match.position.legal_moves).to_json())
        change = match.prepare(line)
        what = (change, "player", rng.choice((None, 17.5)), EYES)
        assert updates.read(updates.obey(updates.order(*what))) == updates.write(*what)
        match.add(change)
    assert bool(undone) == bool(offered)  # in some games every move lays something open


def test_a_busy_server_has_a_scribe(busy: Server) -> None:
    with nothing_goes_wrong(busy), Evening(busy) as evening:
        have_one(evening, busy)
        before = scribe_of(busy).orders
        evening.play()
        assert evening.sights[0]["over"]
        assert scribe_of(busy).orders == before + evening.number - 1


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_without_its_scribe_a_server_goes_on(
    busy: Server, monkeypatch: pytest.MonkeyPatch, how: signal.Signals
) -> None:
    monkeypatch.setattr(client, "PATIENCE", 0.3)
    with Evening(busy, "catbox") as evening:
        process = have_one(evening, busy)
        os.kill(process.pid, how)
        evening.play()
        assert evening.sights[0]["over"]
    until(lambda: scribe_of(busy).process is not process)
    assert process.poll() is not None


def test_what_is_framed_is_taken_whole() -> None:
    """However it comes: in one piece, in bytes, with an empty one in between."""
    said = [b"one", b"", b"three" * 100_000]
    together = b"".join(map(frame, said))
    assert take(together) == (said, b"")
    assert take(together[:-1]) == (said[:2], frame(said[2])[:-1])
    found, waiting = [], b""
    for byte in b"".join(map(frame, said[:2])):
        taken, waiting = take(waiting + bytes([byte]))
        found += taken
    assert (found, waiting) == (said[:2], b"")


def test_a_scribe_does_what_it_can_and_ends_with_its_server() -> None:
    match = Match(Header.create("cubosaurs", 2, seed="letters"))
    line = Line("move", 0, match.position.legal_moves[0].to_json())
    what = (match.prepare(line), "player", None, EYES)
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-m", "menagerie.server.views.rendering.worker"]
    with subprocess.Popen(command, stdin=theirs.fileno(), stderr=subprocess.PIPE) as process:
        theirs.close()
        answers = ours.makefile("rb")
        assert _next(answers) == READY
        many = [frame(updates.order(*what))] * (2 * TOGETHER + 1)
        ours.sendall(frame(b"nonsense") + b"".join(many))
        assert _next(answers) == READY  # it could not do that, and says so in its log
        for _ in many:
            assert updates.read(_next(answers)) == updates.write(*what)
        answers.close()
        ours.close()
        _, said = process.communicate(timeout=20)
        assert process.returncode == 0
        assert json.loads(said)["event"] == "scribe"


def _next(answers: IO[bytes]) -> bytes:
    return answers.read(*SIZE.unpack(answers.read(SIZE.size)))


def test_a_quiet_server_needs_none(server: Server) -> None:
    with Evening(server) as evening:
        evening.play(20)
    assert scribe_of(server).process is None
