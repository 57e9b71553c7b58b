"""Games survive program upgrades; only games of another rules version are refused."""

import asyncio
import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.runs import compiled_only
from support.server.database_reader import read_table
from support.server.live_server import Visitor, running

from menagerie.log_entry import LogEntry
from menagerie.store import Store

pytestmark = compiled_only

REFUSED = "begun with version 2 of the rules of cubosaurs, and this program has version 1"


async def _change_header(url: str, table: str, **changes: Any) -> None:
    """Set header fields; None deletes a field."""
    store = await Store.open(url)
    row = await store.table(table)
    assert row.header is not None
    changed = {name: value for name, value in (row.header | changes).items() if value is not None}
    await store.change_table(table, expect_state=row.state, header=changed)
    await store.close()


async def _append(url: str, table: str, entry: LogEntry) -> None:
    store = await Store.open(url)
    await store.append(table, entry)
    await store.close()


def _begin(visitor: Visitor, **more: Any) -> str:
    table = str(visitor.make_table(bots={"1": "random"}, **more)["id"])
    visitor.start(table)
    return table


def _play(visitor: Visitor, table: str, *, to_the_end: bool) -> None:
    """Play one move, or all to the end."""
    with visitor.connect(table) as socket:
        sight = socket.receive("welcome")["sight"]
        while not sight["over"]:
            if mine := sight["legal"]:
                socket.move(sight["number"], mine[0]["move"])
            update = socket.receive("update")
            sight = update["sight"]
            if mine and not to_the_end:
                assert update["events"][0]["by"] == "player"
                return


def _again(visitor: Visitor, address: str) -> Visitor:
    """The same player after a restart of the server."""
    there = Visitor(address, visitor.name)
    there.http.cookies.set("menagerie", visitor.token)
    visitor.http.close()
    return there


def _is_refused(visitor: Visitor, table: str, words: str) -> None:
    """Refused on the socket with a clear message, not with an internal error."""
    with visitor.connect(table) as socket:
        assert socket.receive("welcome")["sight"] is None
        refusals = [socket.receive("error")]
        socket.move(0, {"do": "keep"})
        refusals.append(socket.receive("error"))
        socket.send(type="undo", number=0)
        refusals.append(socket.receive("error"))
        socket.send(type="again", since=0)
        refusals.append(socket.receive("error"))
        for told in refusals:
            assert told["code"] == "state"
            assert words in told["message"]
    path = f"/api/tables/{table}"
    assert visitor.ask("get", path)["state"] == "playing"
    assert visitor.ask("post", f"{path}/start", 409)["error"]
    assert visitor.ask("post", f"{path}/rematch", 409)["error"]
    assert visitor.ask("put", f"{path}/entropy", 409, {"entropy": "luck"})["error"]
    assert visitor.ask("get", f"{path}/log", 409)["error"]
    visitor.ask("post", f"{path}/leave", 204)


def test_a_game_goes_on_after_an_upgrade_of_the_program(tmp_path: Path) -> None:
    """Games started by another version with the same rules, or before rules had versions."""
    url = f"sqlite:///{tmp_path / 'server.db'}"
    with running(url) as server:
        ada = Visitor(server.address)
        tables = [_begin(ada, options={"rounds": 1}) for _ in range(2)]
        for table in tables:
            _play(ada, table, to_the_end=False)
    before = [read_table(url, table).entries for table in tables]
    asyncio.run(_change_header(url, tables[0], engine="0.0.1"))
    asyncio.run(_change_header(url, tables[1], engine="0.0.1", rules=None))
    with running(url) as server:
        ada = _again(ada, server.address)
        for table, entries in zip(tables, before, strict=True):
            _play(ada, table, to_the_end=True)
            log = ada.ask("get", f"/api/tables/{table}/log")
            assert log["header"]["engine"] == "0.0.1"
            assert len(log["lines"]) > len(entries)
        ada.http.close()
    for table, entries in zip(tables, before, strict=True):
        assert read_table(url, table).entries[: len(entries)] == entries


def test_a_game_of_other_rules_is_refused_and_others_go_on(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'server.db'}"
    with running(url) as server:
        ada = Visitor(server.address)
        old, good, over = _begin(ada), _begin(ada), _begin(ada, options={"rounds": 1})
        _play(ada, old, to_the_end=False)
        _play(ada, over, to_the_end=True)
    kept = read_table(url, old)
    for table in (old, over):
        asyncio.run(_change_header(url, table, rules=2))
    with running(url) as server:
        ada = _again(ada, server.address)
        _is_refused(ada, old, REFUSED)
        assert ada.ask("get", f"/api/tables/{over}/log")["header"]["rules"] == 2
        assert len(ada.ask("get", "/api/mine")) == 3
        _play(ada, good, to_the_end=False)
        rematch = ada.ask("post", f"/api/tables/{over}/rematch", 201)  # with the current rules
        _play_rematch(ada, rematch["id"])
    asyncio.run(_change_header(url, old, rules=1))  # the current rules again
    assert read_table(url, old).entries == kept.entries
    with running(url) as server:
        ada = _again(ada, server.address)
        _play(ada, old, to_the_end=False)
        ada.http.close()


def _play_rematch(visitor: Visitor, table: str) -> None:
    with visitor.connect(table) as socket:
        assert socket.receive("welcome")["seat"] == 1
        assert socket.receive("welcome")["sight"]["number"] == 0


@pytest.mark.parametrize("seat", [0, 7])
def test_a_log_that_cannot_be_replayed_is_refused(seat: int, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'server.db'}"
    with running(url) as server:
        ada = Visitor(server.address)
        table, good = _begin(ada), _begin(ada)
        _play(ada, table, to_the_end=False)
    number = len(read_table(url, table).entries)
    entry = LogEntry("move", seat, {"do": "dance"}, number=number)
    asyncio.run(_append(url, table, entry))
    with running(url) as server:
        ada = _again(ada, server.address)
        _is_refused(ada, table, f"line {number}")
        _play(ada, good, to_the_end=False)
        ada.http.close()


def _begin_with_cubosaurs(database: str, *, to_the_end: bool) -> tuple[str, str, int]:
    """A table with a bot: its id, the player's token, and the number of log entries."""
    with running(database) as server:
        ada = Visitor(server.address)
        table = str(ada.make_table(bots={"1": "random"}, options={"rounds": 1})["id"])
        ada.start(table)
        rng = random.Random(1)
        with ada.connect(table) as socket:
            sight = socket.receive("welcome")["sight"]
            while to_the_end and not sight["over"]:
                if sight["legal"]:
                    socket.move(sight["number"], rng.choice(sight["legal"])["move"])
                sight = socket.receive("update")["sight"]
        ada.http.close()
        return table, ada.token, sight["number"]


def _age(file: Path) -> None:
    """Mark all games as started with other rules."""
    with closing(sqlite3.connect(file)) as database, database:
        for table, header in database.execute("SELECT id, header FROM tables").fetchall():
            older = json.dumps(json.loads(header) | {"engine": "0.0.1", "rules": 2})
            database.execute("UPDATE tables SET header = ? WHERE id = ?", (older, table))


def _come_back(address: str, token: str) -> Visitor:
    ada = Visitor(address)
    ada.http.cookies.set("menagerie", token)
    return ada


def test_a_game_of_older_rules_does_not_go_on(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    table, token, _ = _begin_with_cubosaurs(f"sqlite:///{file}", to_the_end=False)
    _age(file)
    with running(f"sqlite:///{file}") as server:
        ada = _come_back(server.address, token)
        with ada.connect(table) as socket:
            welcome = socket.receive("welcome")
            assert (welcome["seat"], welcome["sight"]) == (0, None)
            assert welcome["table"]["state"] == "playing"
            socket.move(0, {"do": "keep"})
            refused = socket.receive("error")
            assert refused["code"] == "state"
            assert "version 2 of the rules of cubosaurs" in refused["message"]
        ada.http.close()


def test_the_log_of_a_game_of_older_rules_can_still_be_downloaded(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    table, token, number = _begin_with_cubosaurs(f"sqlite:///{file}", to_the_end=True)
    _age(file)
    with running(f"sqlite:///{file}") as server:
        ada = _come_back(server.address, token)
        log: dict[str, Any] = ada.ask("get", f"/api/tables/{table}/log")
        ada.http.close()
    assert (log["header"]["engine"], log["header"]["rules"]) == ("0.0.1", 2)
    assert len(log["lines"]) == number
    assert log["deal"]["secret"] is not None
