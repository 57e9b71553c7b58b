"""The render worker: it renders the same updates as the server, which can do without it."""

import asyncio
import json
import logging
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import IO, Any

import pytest
from support.runs import compiled_only
from support.server.health_checks import nothing_goes_wrong
from support.server.live_server import FAST_CONFIG, Server, running, until
from support.server.two_player_game import TwoPlayerGame

from menagerie import discovery
from menagerie.game import WATCHER
from menagerie.header import Header
from menagerie.log_entry import LogEntry
from menagerie.match import Match
from menagerie.server.views.rendering import client, jobs
from menagerie.server.views.rendering.client import RenderClient
from menagerie.server.views.rendering.framing import LENGTH, add_frame, split_frames
from menagerie.server.views.rendering.worker import FAILED, MAX_BATCH, READY
from menagerie.server.views.seat_view import encode_updates

pytestmark = compiled_only
VIEWERS = [(seat, language) for seat in (0, 1, WATCHER) for language in ("en", "fr")]


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that uses its render worker from the first move."""
    file = tmp_path_factory.mktemp("busy") / "server.db"
    config = replace(FAST_CONFIG, render_worker_moves_per_s=0.0)
    with running(f"sqlite:///{file}", config) as server:
        yield server
        process = renderer_of(server).process
    assert process is None or process.returncode is not None  # the worker has ended


def renderer_of(server: Server) -> RenderClient:
    found: RenderClient = server.app.state.services.registry.renderer
    return found


def wait_for_worker(session: TwoPlayerGame, server: Server) -> subprocess.Popen[bytes]:
    """Play until a render worker is ready."""
    renderer = renderer_of(server)
    renderer.restart_at = 0.0
    session.play(1)
    until(lambda: renderer._connection is not None and renderer._connection.is_free())
    assert renderer.process is not None
    return renderer.process


@pytest.mark.parametrize("game", discovery.names())
def test_a_job_contains_everything_that_rendering_needs(game: str) -> None:
    """A whole random game with some undos."""
    rng = random.Random(5)
    match = Match(Header.create(game, 2, seed="letters"))
    offered = undone = 0
    while (turn := match.position.turn) is not None:
        offered += match.may_undo(turn)
        if match.may_undo(turn) and (not undone or rng.random() < 0.3):
            entry, undone = LogEntry("undo", turn), undone + 1
        else:
            entry = LogEntry("move", turn, rng.choice(match.position.legal_moves).to_json())
        change = match.prepare(entry)
        what = (change, rng.choice((None, 17.5)), VIEWERS)
        assert jobs.decode_result(jobs.run_job(jobs.encode_job(*what))) == encode_updates(*what)
        match.add(change)
    assert bool(undone) == bool(offered)  # in some games every move reveals something


def test_a_busy_server_has_a_render_worker(busy: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs_sent: list[bytes] = []

    def encode_and_count(*what: Any) -> bytes:
        jobs_sent.append(jobs.encode_job(*what))
        return jobs_sent[-1]

    with nothing_goes_wrong(busy), TwoPlayerGame(busy) as session:
        wait_for_worker(session, busy)
        before = session.number
        monkeypatch.setattr(client, "encode_job", encode_and_count)
        session.play()
        assert session.sights[0]["over"]
        assert len(jobs_sent) == session.number - before


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_without_its_render_worker_a_server_goes_on(
    busy: Server, monkeypatch: pytest.MonkeyPatch, how: signal.Signals
) -> None:
    monkeypatch.setattr(client, "ANSWER_TIMEOUT_S", 0.3)
    with TwoPlayerGame(busy, "catbox") as session:
        process = wait_for_worker(session, busy)
        os.kill(process.pid, how)
        session.play()
        assert session.sights[0]["over"]
    until(lambda: renderer_of(busy).process is not process)
    assert process.poll() is not None


def test_frames_are_reassembled_from_any_chunks() -> None:
    """The stream may arrive whole, byte by byte, or with empty reads in between."""
    said = [b"one", b"", b"three" * 100_000]
    together = b"".join(map(add_frame, said))
    assert split_frames(together) == (said, b"")
    assert split_frames(together[:-1]) == (said[:2], add_frame(said[2])[:-1])
    found, waiting = [], b""
    for byte in b"".join(map(add_frame, said[:2])):
        taken, waiting = split_frames(waiting + bytes([byte]))
        found += taken
    assert (found, waiting) == (said[:2], b"")


def test_a_render_worker_survives_a_bad_job_and_ends_with_its_server() -> None:
    match = Match(Header.create("cubosaurs", 2, seed="letters"))
    entry = LogEntry("move", 0, match.position.legal_moves[0].to_json())
    what = (match.prepare(entry), None, VIEWERS)
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-m", "menagerie.server.views.rendering.worker"]
    with subprocess.Popen(command, stdin=theirs.fileno(), stderr=subprocess.PIPE) as process:
        theirs.close()
        answers = ours.makefile("rb")
        assert _next(answers) == READY
        many = [add_frame(jobs.encode_job(*what))] * (2 * MAX_BATCH + 1)
        ours.sendall(add_frame(b"nonsense") + b"".join(many))
        assert _next(answers) == FAILED  # the job failed, and the worker logged it
        for _ in many:
            assert jobs.decode_result(_next(answers)) == encode_updates(*what)
        answers.close()
        ours.close()
        _, said = process.communicate(timeout=20)
        assert process.returncode == 0
        assert json.loads(said)["event"] == "render_worker"


def test_a_render_worker_that_dies_during_its_start_is_not_reported_as_started(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The server learns of its death before it has connected."""

    async def start() -> RenderClient:
        renderer = RenderClient(0.0)
        loop = asyncio.get_running_loop()
        create_connection = loop.create_connection

        async def connect_and_lose(*given: Any, **more: Any) -> Any:
            connected = await create_connection(*given, **more)
            assert renderer.process is not None
            renderer.process.kill()
            await asyncio.to_thread(until, lambda: renderer.process is None)
            return connected

        monkeypatch.setattr(loop, "create_connection", connect_and_lose)
        await renderer._start()
        await renderer.close()
        return renderer

    with caplog.at_level(logging.INFO, "menagerie"):
        assert asyncio.run(start()).process is None
    assert [line.__dict__["fields"].get("state") for line in caplog.records] == []


def _next(answers: IO[bytes]) -> bytes:
    return answers.read(*LENGTH.unpack(answers.read(LENGTH.size)))


def test_an_idle_server_starts_no_render_worker(server: Server) -> None:
    with TwoPlayerGame(server) as session:
        session.play(20)
    assert renderer_of(server).process is None
