"""docs/protocol.md is generated from the code and matches the wire."""

import inspect
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import make_protocol
import make_types
import pytest
from support.runs import compiled_only
from support.server.live_server import (
    FAST_CONFIG,
    TIMEOUT_S,
    UNLIMITED,
    Server,
    Socket,
    Visitor,
    running,
)
from websockets.exceptions import ConnectionClosed, InvalidStatus

from menagerie import fairness
from menagerie.cli import commands_host
from menagerie.server.config import SUBSTITUTE_LEVEL, Config
from menagerie.server.http import tables
from menagerie.server.schemas.close_codes import CloseCode
from menagerie.server.tables.log_replay import RECENT_CHANGES
from menagerie.server.websocket import connection

pytestmark = compiled_only

PAGE = make_protocol.PAGE.read_text("utf-8")


def test_the_page_is_up_to_date() -> None:
    assert make_protocol.regenerate(PAGE) == PAGE, "run make docs"


def test_the_typescript_types_are_up_to_date() -> None:
    written = make_types.TARGET.read_text("utf-8")
    assert written == make_types.page(), "run make types"
    assert not re.search(r"\bany\b[;\[\]|]", written)


def test_numbers_in_handwritten_text_are_up_to_date() -> None:
    words = " ".join(PAGE.split())
    assert f"more than {RECENT_CHANGES} log entries" in words
    assert f"more than {connection.MAX_REFUSALS_IN_A_ROW} times in a row" in words
    assert f"After {Config().grace_s:.0f} seconds a bot of level `{SUBSTITUTE_LEVEL}`" in words
    assert f"up to {fairness.MAX_ENTROPY_LENGTH} printable characters" in words
    assert words.count(f"at most {tables.MAX_LISTED}") == 2


def test_the_client_on_the_page_plays_a_game(server: Server, tmp_path: Path) -> None:
    [client] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len([line for line in client.splitlines() if line]) <= 30
    file = tmp_path / "client.py"
    file.write_text(client, "utf-8")
    command = [sys.executable, str(file), server.address]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=10 * TIMEOUT_S
    )
    assert re.fullmatch(r"points \[-?\d+, -?\d+\] winners \[[01](, 1)?\]\n", done.stdout)


def test_every_error_is_one_line(ada: Visitor) -> None:
    table = ada.make_table()["id"]
    half = b'{"entropy": "\\ud800"}'
    for verb, path, body, status in (
        ("GET", "/api/nothing", b"", 404),
        ("DELETE", "/api/tables", b"", 405),
        ("POST", "/api/tables", b"\xff", 400),
        ("POST", "/api/tables", b"{", 422),
        ("PUT", f"/api/tables/{table}/entropy", half, 422),
    ):
        kind = {"Content-Type": "application/json"}
        answer = ada.http.request(verb, path, content=body, headers=kind)
        assert answer.status_code == status
        assert list(answer.json()) == ["error"]
        assert "\n" not in answer.json()["error"]


def test_every_path_may_have_a_prefix(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/a.db", replace(FAST_CONFIG, prefix="/games")) as server:
        ada = Visitor(server.address, "Ada", "/games")
        table = ada.make_table()["id"]
        assert [cookie.path for cookie in ada.http.cookies.jar] == ["/games"]
        assert ada.ask("get", "/api/openapi.json")["servers"] == [{"url": "/games"}]
        with ada.connect(table) as socket:
            assert socket.receive("welcome")["seat"] == 0
        ada.http.close()


def test_the_page_for_hosts_names_every_option_and_every_metric(
    server: Server,
) -> None:
    page = (make_protocol.PAGE.parent / "hosting.md").read_text("utf-8")
    for option in inspect.signature(commands_host.serve).parameters:
        assert f"| `--{option.replace('_', '-')} " in page
    for family in server.app.state.services.metrics.registry.collect():
        name = f"{family.name}_total" if family.type == "counter" else family.name
        assert f"| `{name}` |" in page or name.startswith("process_")


def ending(socket: Socket) -> tuple[int, str]:
    """The close code and reason from the server."""
    with socket, pytest.raises(ConnectionClosed) as closed:
        socket.receive("nothing that there is")
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


def refusal(visitor: Visitor, table: str, language: str = "en", **headers: str) -> tuple[int, str]:
    """The status and message of a refused handshake."""
    with pytest.raises(InvalidStatus) as refused:
        visitor.connect(table, language, **headers)
    response = refused.value.response
    return response.status_code, json.loads(response.body or b"")["error"]


def test_a_refused_handshake_gives_the_reason(tmp_path: Path) -> None:
    limits = replace(UNLIMITED, sockets=2, watchers=1)
    with running(f"sqlite:///{tmp_path}/a.db", replace(FAST_CONFIG, limits=limits)) as server:
        ada, eve = Visitor(server.address, "Ada"), Visitor(server.address, "Eve")
        table = ada.make_table()["id"]
        assert refusal(eve, "A" * 22)[0] == 404
        with eve.connect(table) as one:
            one.receive("welcome")
            assert refusal(eve, table) == (429, "too many people are watching this table")
            with ada.connect(table) as two:
                two.receive("welcome")
                assert refusal(ada, table) == (429, "too many sockets from your address")
        ada.http.close()
        eve.http.close()


def test_other_sites_and_unknown_languages_are_refused(ada: Visitor) -> None:
    table = ada.make_table()["id"]
    assert refusal(ada, table, Origin="https://elsewhere.example")[0] == 403
    assert refusal(ada, table, "tlh")[0] == 422


def test_a_client_that_sends_too_much_gets_an_error_and_is_closed(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/a.db", Config()) as server:
        ada = Visitor(server.address, "Ada")
        table = ada.make_table()["id"]
        large, quick, quiet = (ada.connect(table) for _ in range(3))
        large.connection.send("x" * (server.config.limits.message + 1))
        assert ending(large)[0] == 1009
        for _ in range(3 * server.config.limits.burst):
            quick.send(type="again", since=0)
        assert ending(quick)[0] == CloseCode.TOO_QUICK.value == 4002
        assert '"slow_down"' in quick.received[-1]
        quiet.receive("welcome")
        ada.http.close()
    assert ending(quiet)[0] == 1012


def test_the_page_requests_no_more_updates_than_the_server_keeps() -> None:
    """After a reload the page requests the last updates, at most as many as the server keeps."""
    code = (Path(__file__).parents[2] / "web/src/table/table_store.svelte.ts").read_text("utf-8")
    [requested] = re.findall(r"RELOADED_UPDATES = (\d+);", code)
    assert int(requested) <= RECENT_CHANGES
