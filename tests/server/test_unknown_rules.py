"""Tables started with rules that this server does not have."""

import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from support.runs import compiled_only
from support.server.live_server import Visitor, running

pytestmark = compiled_only


def begin(database: str, *, to_the_end: bool) -> tuple[str, str, int]:
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


def age(file: Path) -> None:
    """Mark all games as started with other rules."""
    with closing(sqlite3.connect(file)) as database, database:
        for table, header in database.execute("SELECT id, header FROM tables").fetchall():
            older = json.dumps(json.loads(header) | {"engine": "0.0.1", "rules": 2})
            database.execute("UPDATE tables SET header = ? WHERE id = ?", (older, table))


def come_back(address: str, token: str) -> Visitor:
    ada = Visitor(address)
    ada.http.cookies.set("menagerie", token)
    return ada


def test_a_game_of_older_rules_does_not_go_on(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    table, token, _ = begin(f"sqlite:///{file}", to_the_end=False)
    age(file)
    with running(f"sqlite:///{file}") as server:
        ada = come_back(server.address, token)
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
    table, token, number = begin(f"sqlite:///{file}", to_the_end=True)
    age(file)
    with running(f"sqlite:///{file}") as server:
        ada = come_back(server.address, token)
        log: dict[str, Any] = ada.ask("get", f"/api/tables/{table}/log")
        ada.http.close()
    assert (log["header"]["engine"], log["header"]["rules"]) == ("0.0.1", 2)
    assert len(log["lines"]) == number
    assert log["deal"]["secret"] is not None
