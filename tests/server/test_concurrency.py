"""Concurrent requests: each is carried out or refused, and none is an internal error."""

import asyncio
import gc
import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from support.runs import compiled_only
from support.server.background_game import play_a_game
from support.server.live_server import FAST_CONFIG, TIMEOUT_S, Socket, Visitor

from menagerie.asyncio_tools import shielded
from menagerie.game import Seat
from menagerie.log_entry import LogEntry
from menagerie.server.ops.logs import log_orphan
from menagerie.server.schemas.requests import NewTable
from menagerie.server.services import Services
from menagerie.store import SeatRow, Store

pytestmark = [compiled_only, pytest.mark.usefixtures("no_errors")]


def test_concurrent_requests_to_leave_free_only_ones_own_seat(ada: Visitor, bob: Visitor) -> None:
    for _ in range(5):
        table = ada.make_table()["id"]
        path = f"/api/tables/{table}"
        barrier = threading.Barrier(7)

        def leave(_: int, path: str = path, barrier: threading.Barrier = barrier) -> int:
            barrier.wait(TIMEOUT_S)
            return ada.http.post(f"{path}/leave").status_code

        def sit(path: str = path) -> int:
            asked = {"name": "Bob", "seat": 0}
            return bob.http.post(f"{path}/seats", json=asked).status_code

        with ThreadPoolExecutor(6) as pool:
            leaving = pool.map(leave, range(6))
            barrier.wait(TIMEOUT_S)
            while sit() == 409:  # until she has left
                pass
            statuses = list(leaving)
        assert statuses.count(204) == 1
        assert set(statuses) <= {204, 403, 409}
        assert ada.ask("get", path)["seats"][0]["name"] == "Bob"


def test_a_rematch_starts_when_all_connect_at_once(ada: Visitor, bob: Visitor) -> None:
    for _ in range(3):
        play_a_game(ada, bob, options={"rounds": 1})
        [last, *_] = ada.ask("get", "/api/mine")
        again = ada.ask("post", f"/api/tables/{last['table']['id']}/rematch", 201)["id"]
        barrier = threading.Barrier(10)

        def come(number: int, again: str = again, barrier: threading.Barrier = barrier) -> Socket:
            barrier.wait(TIMEOUT_S)
            return (ada, bob)[number % 2].connect(again)

        with ThreadPoolExecutor(10) as pool:
            sockets = list(pool.map(come, range(10)))
        for socket in sockets:
            while (welcome := socket.receive("welcome"))["sight"] is None:
                pass
            assert (welcome["table"]["state"], welcome["sight"]["number"]) == ("playing", 0)
            socket.close()


def test_a_late_move_of_a_disconnected_client_logs_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A late move from a client that has disconnected must not log a traceback."""

    async def play() -> None:
        store = await Store.open(f"sqlite:///{tmp_path}/late.db")
        services = Services(store, replace(FAST_CONFIG, bot_pause_s=1000.0))
        asked = NewTable(game="cubosaurs", players=2, name="Ada", bots={"1": "easy"})
        session = await services.registry.create(asked, b"x" * 32, "192.0.2.1")
        await session.start()
        late = LogEntry("move", 0, {}, number=99)
        async with session.lock:  # makes the move wait
            moving = asyncio.create_task(shielded(session.play(late), log_orphan))
            await asyncio.sleep(0.05)
            moving.cancel()
            await asyncio.gather(moving, return_exceptions=True)
        await asyncio.sleep(0.05)
        await services.close()

    asyncio.run(play())
    gc.collect()
    assert [line for line in caplog.records if line.levelno >= logging.ERROR] == []


def test_a_token_renewed_while_entropy_is_added_stays_renewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = b"x" * 32, b"y" * 32

    async def add() -> tuple[Seat | None, Seat | None, list[str]]:
        store = await Store.open(f"sqlite:///{tmp_path}/renewed.db")
        services = Services(store, FAST_CONFIG)
        asked = NewTable(game="cubosaurs", players=2, name="Ada")
        session = await services.registry.create(asked, old, "192.0.2.1")
        put_seat = store.put_seat

        async def put_then_renew(row: SeatRow, *, expect: SeatRow | None) -> None:
            await put_seat(row, expect=expect)
            await services.registry.replace_token(old, new)

        monkeypatch.setattr(store, "put_seat", put_then_renew)
        await session.add_entropy(session.seats[0], "7 owls")
        await services.close()
        return session.seat_of(old), session.seat_of(new), session.entropy

    assert asyncio.run(add()) == (None, 0, ["7 owls"])
