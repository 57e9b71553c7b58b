"""Operations: graceful shutdown, backups, logs, and database outages."""

import asyncio
import contextlib
import json
import random
import socket as tcp
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from support import postgres
from support.runs import compiled_only
from support.server.database_reader import read_table, read_tables
from support.server.forked_server import ForkedServer
from support.server.live_server import Socket, Visitor, until
from support.server.persistent_players import PersistentPlayer, start_game
from support.server.server_process import STOP_TIMEOUT_S, ServerProcess
from websockets.exceptions import ConnectionClosed

from menagerie import discovery
from menagerie.server.access.tokens import hash_of

pytestmark = compiled_only

NEW = {"game": "catbox", "players": 2, "name": "Ada"}
FAST_OPTIONS = ("--bot-pause=0", "--grace=3600")
HANDSHAKE = (
    "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\n"
    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@pytest.fixture
def process(tmp_path: Path) -> Iterator[ServerProcess]:
    with ForkedServer(tmp_path, f"sqlite:///{tmp_path / 'server.db'}", *FAST_OPTIONS) as process:
        yield process


@pytest.fixture
def talkative(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server at log level debug."""
    options = (*FAST_OPTIONS, "--log-level", "debug")
    with ForkedServer(tmp_path, f"sqlite:///{tmp_path / 'server.db'}", *options) as process:
        yield process


@contextlib.contextmanager
def visitors_of(process: ServerProcess, *names: str) -> Iterator[list[Visitor]]:
    people = [Visitor(process.address, name) for name in names]
    yield people
    for visitor in people:
        visitor.http.close()


def check_log(said: str, tokens: Iterable[str], secrets: Iterable[bytes]) -> list[dict[str, Any]]:
    """Parse a server's log: every line is JSON, and none contains a secret."""
    lines = said.partition("Menagerie is at ")[2].splitlines()[1:]
    told = [json.loads(line) for line in lines if not line.startswith("Menagerie is at ")]
    assert all({"at", "level", "event"} <= set(line) for line in told)
    hidden = [*tokens, *(hash_of(token).hex() for token in tokens)]
    hidden += [form for secret in secrets for form in (secret.hex(), repr(secret)[2:-1])]
    assert hidden
    for words in hidden:
        assert words not in said
    return told


def to_move(socket: Socket, sight: dict[str, Any]) -> dict[str, Any]:
    """The view of the player to move, when it is their turn."""
    while not sight["legal"]:
        sight = socket.receive("update")["sight"]
    return sight


def updates(socket: Socket) -> Iterator[dict[str, Any]]:
    """All messages up to the close of the socket."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            yield socket.receive("update")


def test_a_server_shuts_down_gracefully(process: ServerProcess) -> None:
    with visitors_of(process, "Ada") as [ada], contextlib.ExitStack() as stack:
        sockets: dict[str, Socket] = {}
        for _ in range(8):
            table = str(ada.make_table("incubation", bots={"1": "random"})["id"])
            ada.start(table)
            socket = sockets[table] = stack.enter_context(ada.connect(table))
            seen = to_move(socket, socket.receive("welcome")["sight"])
            socket.move(seen["number"], seen["legal"][0]["move"])
        silent = stack.enter_context(tcp.create_connection(("127.0.0.1", process.port)))
        handshake = HANDSHAKE.format(table=min(sockets), address=process.address)
        silent.sendall(handshake.encode())  # this client never answers again
        assert b"101" in silent.recv(4096)
        assert process.stop() == 0
        for table, socket in sockets.items():
            kept = read_table(process.database, table)
            for update in updates(socket):
                entry, event = kept.entries[update["sight"]["number"] - 1], update["events"][0]
                assert (entry.seat, entry.move) == (event["seat"], event["move"])
    assert "traceback" not in process.output.lower()
    assert check_log(process.output, [ada.token], [])[-1]["event"] == "stopped"


def test_an_incomplete_request_does_not_delay_the_shutdown(
    process: ServerProcess,
) -> None:
    with tcp.create_connection(("127.0.0.1", process.port)) as half:
        half.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n")
        with visitors_of(process, "Ada") as [ada]:
            ada.ask("get", "/healthz")
        assert process.stop() == 0


def test_games_continue_from_a_backup_made_during_play(
    process: ServerProcess, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    backup = [sys.executable, "-m", "menagerie.cli", "backup", str(copy)]
    backup += ["--database", process.database]

    async def play_and_copy() -> list[PersistentPlayer]:
        server_up, rng = asyncio.Event(), random.Random(4)
        async with httpx.AsyncClient(base_url=f"http://{process.address}") as http:
            tables = [
                await start_game(http, server_up, game, rng) for game in discovery.names() * 3
            ]
        people = [somebody for table in tables for somebody in table]
        server_up.set()
        async with asyncio.timeout(STOP_TIMEOUT_S), asyncio.TaskGroup() as group:
            playing = [group.create_task(somebody.play()) for somebody in people]
            while min(somebody.number for somebody in people) < 3:  # noqa: ASYNC110 - no event
                await asyncio.sleep(0.01)
            done = await asyncio.to_thread(subprocess.run, backup, capture_output=True, check=True)
            assert str(copy) in done.stdout.decode()
            for task in playing:
                task.cancel()
        return people

    people = asyncio.run(play_and_copy())
    tables = [somebody.table for somebody in people if somebody.seat == 0]
    url = f"sqlite:///{copy}"
    copied = asyncio.run(read_tables(url, tables))
    kept = asyncio.run(read_tables(process.database, tables))
    for table in tables:
        there = copied[table].entries
        assert len(there) >= 3
        assert there == kept[table].entries[: len(there)]
    with ForkedServer(tmp_path, url, *FAST_OPTIONS) as another:
        for somebody in people:
            visitor = Visitor(another.address)
            visitor.http.cookies.set("menagerie", somebody.token)
            with visitor.connect(somebody.table) as socket:
                sight = socket.receive("welcome")["sight"]
                assert sight["number"] == len(copied[somebody.table].entries)
                if sight["legal"]:
                    socket.move(sight["number"], sight["legal"][0]["move"])
                    assert socket.receive("update")["events"][0]["by"] == "player"
                    copied = asyncio.run(read_tables(url, tables))
            visitor.http.close()
        assert another.stop() == 0


def test_logs_are_json_and_contain_no_secrets(talkative: ServerProcess) -> None:
    with visitors_of(talkative, "Ada", "Bob", "Eve") as [ada, bob, eve]:
        table = str(ada.make_table()["id"])
        bob.sit(table, entropy="luck")
        ada.start(table)
        eve.make_table(bots={"1": "easy"})
        with ada.connect(table) as one, eve.connect(table) as watcher:
            one.receive("welcome")
            for message in ("{", '{"type": "move", "number": 0, "move": {}}', "x" * 5000):
                one.connection.send(message)
                watcher.connection.send(message)
                one.receive("error")
                watcher.receive("error")
        for path in ("/api/tables/nowhere", f"/api/tables/{table}/log", "/api/codes/XXXXX"):
            assert bob.http.get(path).status_code in {404, 409, 422}
        bob.http.get(f"/api/tables/{table}", headers={"Authorization": f"Bearer {ada.token}"})
        assert talkative.stop() == 0
        tokens = [visitor.token for visitor in (ada, bob, eve)]
        secret = read_table(talkative.database, table).row.secret
    events = [line["event"] for line in check_log(talkative.output, tokens, [secret])]
    assert events[0] == "started"
    assert table not in talkative.output  # the id is a secret: it lets anyone watch
    assert "127.0.0.1" not in talkative.output.partition("Menagerie is at ")[2].partition("\n")[2]


def test_a_database_that_goes_away_and_comes_back(tmp_path: Path) -> None:
    with (
        postgres.new_server() as database,
        ForkedServer(tmp_path, database.url(database.create()), *FAST_OPTIONS) as process,
        visitors_of(process, "Ada") as [ada],
    ):
        table = str(ada.make_table(bots={"1": "random"})["id"])
        ada.start(table)
        with ada.connect(table) as socket:
            seen = to_move(socket, socket.receive("welcome")["sight"])
            database.stop()
            until(lambda: ada.http.get("/readyz").status_code == 503)  # cached for 2 s
            assert "database" in ada.ask("get", "/healthz", 503)["error"]
            assert ada.http.get("/livez").status_code == 200
            assert "try again" in ada.ask("get", "/api/mine", 503)["error"]
            assert "try again" in ada.ask("post", "/api/tables", 503, NEW)["error"]
            move = seen["legal"][0]["move"]
            socket.move(seen["number"], move)
            told = socket.receive("error", "update")
            assert (told["type"], told["code"]) == ("error", "unavailable")
            with ada.connect(table) as another:  # a new connection gets the cached state
                assert another.receive("welcome")["sight"]["number"] == seen["number"]
            database.start()
            until(lambda: ada.http.get("/healthz").status_code == 200)
            socket.move(seen["number"], move)
            update = socket.receive("update")
            assert (update["events"][0]["move"], update["events"][0]["by"]) == (move, "player")
            to_move(socket, update["sight"])  # the bot continues as well
        kept = read_table(process.database, table)
        assert kept.entries[seen["number"]].move == move
        assert process.stop() == 0
        check_log(process.output, [ada.token], [kept.row.secret])


def test_a_bot_that_could_not_write_its_move_tries_again(tmp_path: Path) -> None:
    with (
        postgres.new_server() as database,
        ForkedServer(tmp_path, database.url(database.create()), "--bot-pause=1") as process,
        visitors_of(process, "Ada") as [ada],
    ):
        table = str(ada.make_table("catbox", bots={"0": "random"})["id"])
        ada.start(table)
        with ada.connect(table) as socket:
            seen = socket.receive("welcome")["sight"]
            while seen["turn"] != 0:
                socket.move(seen["number"], seen["legal"][0]["move"])
                seen = socket.receive("update")["sight"]
            database.stop()
            end = time.monotonic() + STOP_TIMEOUT_S
            while '"store"' not in process.output:
                assert time.monotonic() < end
                time.sleep(0.05)
            database.start()
            assert socket.receive("update")["events"][0]["by"] == "bot"
        assert process.stop() == 0
