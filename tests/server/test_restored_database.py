"""A database restored from an older backup under a running server: play continues."""

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine
from support.runs import compiled_only
from support.server.database_reader import read_table
from support.server.health_checks import faults
from support.server.live_server import Server, Socket, Visitor, begin, running

pytestmark = compiled_only

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
People = tuple[Visitor, Visitor]


def execute(url: str, statement: str, **values: Any) -> None:
    """Change the database as another process would."""

    async def run() -> None:
        there = make_url(url)
        engine = create_async_engine(there.set(drivername=DRIVERS[there.drivername]))
        async with engine.begin() as connection:
            await connection.execute(text(statement), values)
        await engine.dispose()

    asyncio.run(run())


@pytest.fixture
def server(url: str) -> Iterator[Server]:
    with running(url) as server:
        yield server
        assert faults(server.address) == 0


def _play(sockets: list[Socket], sights: list[Any], moves: int) -> list[Any]:
    rng = random.Random(moves)
    for _ in range(moves):
        turn = sights[0]["turn"]
        sockets[turn].move(sights[0]["number"], rng.choice(sights[turn]["legal"])["move"])
        sights = [socket.receive("update")["sight"] for socket in sockets]
    return sights


def test_a_log_that_lost_its_last_entries_is_reloaded_and_play_continues(
    ada: Visitor, bob: Visitor, url: str
) -> None:
    table = begin(ada, bob)
    with ada.connect(table) as one, bob.connect(table) as two:
        sockets = [one, two]
        sights = _play(sockets, [s.receive("welcome")["sight"] for s in sockets], 5)
        execute(url, "DELETE FROM log WHERE table_id = :table AND number >= 3", table=table)
        turn = sights[0]["turn"]
        sockets[turn].move(5, sights[turn]["legal"][0]["move"])
        welcomes = [socket.receive("welcome") for socket in sockets]
        assert [welcome["sight"]["number"] for welcome in welcomes] == [3, 3]
        refused = sockets[turn].receive("error")
        assert (refused["code"], refused["number"]) == ("late", 3)
        sights = _play(sockets, [welcome["sight"] for welcome in welcomes], 4)
        assert sights[0]["number"] == 7
    assert len(read_table(url, table).entries) == 7


def test_a_new_connection_sees_the_current_log(ada: Visitor, bob: Visitor, url: str) -> None:
    table = begin(ada, bob)
    with ada.connect(table) as one, bob.connect(table) as two:
        _play([one, two], [s.receive("welcome")["sight"] for s in (one, two)], 4)
        execute(url, "DELETE FROM log WHERE table_id = :table AND number >= 2", table=table)
        with ada.connect(table) as again:
            assert again.receive("welcome")["sight"]["number"] == 2
        assert two.receive("welcome")["sight"]["number"] == 2


def test_a_deal_that_was_lost_is_made_again(ada: Visitor, bob: Visitor, url: str) -> None:
    table = begin(ada, bob)
    with ada.connect(table) as one, bob.connect(table) as two:
        sights = [socket.receive("welcome")["sight"] for socket in (one, two)]
        undone = "UPDATE tables SET state = 'waiting', header = NULL WHERE id = :table"
        execute(url, undone, table=table)
        turn = sights[0]["turn"]
        (one, two)[turn].move(0, sights[turn]["legal"][0]["move"])
        welcome = one.receive("welcome")
        assert (welcome["sight"], welcome["table"]["state"]) == (None, "waiting")
        ada.start(table)
        assert one.receive("welcome")["sight"]["number"] == 0
    assert read_table(url, table).entries == []


def test_a_deleted_table_is_reported_as_gone(ada: Visitor, bob: Visitor, url: str) -> None:
    table = begin(ada, bob)
    with ada.connect(table) as one, bob.connect(table) as two:
        sights = [socket.receive("welcome")["sight"] for socket in (one, two)]
        execute(url, "DELETE FROM log WHERE table_id = :table", table=table)
        execute(url, "DELETE FROM seats WHERE table_id = :table", table=table)
        execute(url, "DELETE FROM tables WHERE id = :table", table=table)
        turn = sights[0]["turn"]
        (one, two)[turn].move(0, sights[turn]["legal"][0]["move"])
        for socket in (one, two):
            assert "no longer in the database" in socket.receive("error")["message"]
    ada.ask("get", f"/api/tables/{table}/sheet", 409)
