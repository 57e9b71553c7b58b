"""Commands for hosts and players: invalid arguments, and verifying a finished game."""

import json
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.cli.command import Run
from support.runs import compiled_only
from support.server.live_server import Server, Visitor

pytestmark = compiled_only

Log = dict[str, Any]


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("--port 70000", "70000"),
        ("--host nowhere.invalid", "nowhere.invalid"),
        ("--prefix menagerie", "prefix"),
        ("--prefix /a//b", "prefix"),
        ("--database menagerie.db", "sqlite:///file.db"),
        ("--database sqlite:////nowhere/at/all.db", "no folder"),
        ("--database mysql://localhost/menagerie", "mysql"),
        ("--database postgresql://ada:hush@127.0.0.1:1/menagerie", "cannot be opened"),
        ("--limit tables", "tables"),
        ("--limit tables=many", "many"),
        ("--limit tables=0", "tables"),
        ("--limit chairs=4", "chairs"),
        ("--grace -1", "grace"),
        ("--bot-pause inf", "bot-pause"),
        ("--grace soon", "--grace"),
        ("--busy -1", "--busy"),
    ],
)
def test_a_wrong_command_line_is_one_line(typed: str, named: str, tmp_path: Path, run: Run) -> None:
    database = f"sqlite:///{tmp_path / 'server.db'}"
    complaint = run("serve", "--database", database, *typed.split()).complaint
    assert named in complaint
    assert "hush" not in complaint


def test_a_port_in_use_is_one_line(tmp_path: Path, run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        database = f"sqlite:///{tmp_path / 'server.db'}"
        complaint = run("serve", "--database", database, "--port", port).complaint
        assert f"port {port}" in complaint
        assert "in use" in complaint


def test_a_file_that_is_no_database_is_one_line(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "server.db"
    file.write_text("a shopping list, and a long one: " + "eggs, " * 500)
    assert "not a database" in run("serve", "--database", f"sqlite:///{file}").complaint
    assert "not a database" in run("backup", "x.db", "--database", f"sqlite:///{file}").complaint


@pytest.fixture(scope="module")
def log(server: Server) -> Log:
    """The log of a finished game, as the server returns it."""
    visitor = Visitor(server.address)
    table = visitor.make_table(bots={"1": "random"}, options={"rounds": 1})["id"]
    visitor.ask("put", f"/api/tables/{table}/entropy", 204, {"entropy": "luck"})
    visitor.start(table)
    with visitor.connect(table) as socket:
        sight = socket.receive("welcome")["sight"]
        while not sight["over"]:
            if sight["legal"]:
                socket.move(sight["number"], sight["legal"][0]["move"])
            sight = socket.receive("update")["sight"]
    told: Log = visitor.ask("get", f"/api/tables/{table}/log")
    visitor.http.close()
    return told


def test_a_finished_game_can_be_checked(log: Log, run: Run) -> None:
    answer = run("verify", "-", stdin=json.dumps(log)).answer
    assert "the deal was fair" in answer
    assert f"{len(log['lines'])} lines" in answer


def _other(text: str) -> str:
    """The same digits, except for the first."""
    return ("1" if text[0] == "0" else "0") + text[1:]


def _in(*path: Any, to: Any) -> Callable[[Log], None]:
    """Return a function that replaces the value at one path."""

    def change(log: Log) -> None:
        place: Any = log
        for step in path[:-1]:
            place = place[step]
        old = place[path[-1]]
        place[path[-1]] = to(old) if callable(to) else to

    return change


CHANGES: dict[str, Callable[[Log], Any]] = {
    "secret": _in("deal", "secret", to=_other),
    "commitment": _in("deal", "commitment", to=_other),
    "seed": _in("header", "seed", to=_other),
    "entropy": _in("deal", "entropy", 0, to="bad luck"),
    "entropy of another seat": _in("deal", "entropy", to=lambda words: words[::-1]),
    "entropy of nobody": _in("deal", "entropy", to=lambda words: [*words, ""]),
    "half a character": _in("deal", "entropy", 0, to="\ud800"),
    "no secret": _in("deal", "secret", to=None),
    "no entropy": _in("deal", "entropy", to=None),
    "a game of others": _in("header", "players", to=3),
    "another version": _in("header", "rules", to=2),
    "a move that was not allowed": _in("lines", 0, "move", to={"do": "dance"}),
    "a move that is none": _in("lines", 0, "move", to=["keep"]),
    "no move": _in("lines", 0, "move", to=None),
    "somebody else's turn": _in("lines", 0, "seat", to=lambda seat: 1 - seat),
    "nobody's turn": _in("lines", 0, "seat", to="first"),
    "a line of another kind": _in("lines", 0, "kind", to="draw"),
    "nothing to take back": _in("lines", 0, "kind", to="undo"),
    "a line too few": lambda log: log["lines"].pop(),
    "a line twice": lambda log: log["lines"].append(log["lines"][-1]),
    "no lines": _in("lines", to=None),
    "something more": _in("lines", 0, to=lambda line: line | {"more": 1}),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_game_that_was_changed_is_one_line(what: str, log: Log, run: Run) -> None:
    changed = json.loads(json.dumps(log))
    CHANGES[what](changed)
    assert run("verify", "-", stdin=json.dumps(changed)).complaint
