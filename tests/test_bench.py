"""The benchmarks: that they measure something, never how fast it is."""

import itertools
import json
import signal
import sys
from pathlib import Path

import pytest
from rich.console import Console
from support.runs import JIT_DISABLED

from menagerie import BadInput, discovery
from menagerie.bench import (
    duel,
    game_speed,
    page_weight,
    peers,
    pettingzoo_speed,
    report,
    server_process,
)
from menagerie.header import Header
from menagerie.server.http import static_pages

# Nothing listens on port 9.
STUBBORN_SERVER = """
import signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("Menagerie is at http://127.0.0.1:9/", file=sys.stderr, flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(JIT_DISABLED, reason="only compiled code is measured")
def test_random_games_are_measured() -> None:
    header = Header.create("cubosaurs", 4, seed=1)
    for measure in (game_speed.measure_kernel, game_speed.measure_python):
        speed = measure(header, 0.03)
        assert speed.moves > speed.games > 0


def test_without_pettingzoo_there_is_nothing_to_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pettingzoo_speed, "find_spec", lambda _name: None)
    assert pettingzoo_speed.measure_pettingzoo(Header.create("cubosaurs"), 0.1) is None


def test_the_vector_of_gymnasium_is_measured() -> None:
    peer = next(peer for peer in peers.PEERS if peer.id == "gymnasium_cartpole")
    assert (peers.measure(peer, 0.03) or 0) > 0


def test_a_peer_that_is_not_installed_is_left_out() -> None:
    missing = peers.Peer("none", "None", "no_such_package", "moves/s", lambda _: 1.0)
    assert peers.measure(missing, 0.1) is None


@pytest.mark.skipif(JIT_DISABLED, reason="only compiled code is measured")
def test_the_report_has_every_row_and_the_ratios(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(game_speed, "measure_start", lambda _game, _cache: 1.0)
    monkeypatch.setattr(discovery, "names", lambda: ["cubosaurs"])  # for speed
    rates = itertools.cycle((10.0, 1000.0, 100.0))  # one per round; the best counts
    peer = peers.Peer("one", "One", "json", "moves/s", lambda _: next(rates))
    monkeypatch.setattr(peers, "PEERS", (peer,))
    weight = report.Result("home", 42.0, "KB")
    report.run(0.03, as_json=True, measure_page=lambda _: [weight])
    found = json.loads(capsys.readouterr().out)
    names = [result["name"] for result in found["games"]["cubosaurs"]]
    assert "cubosaurs basic: in the kernel" in names
    assert "cubosaurs advanced: through Position" in names
    assert "cubosaurs advanced: through PettingZoo" in names
    assert "cubosaurs basic: scores of a finished table" in names
    assert "cubosaurs: search, 2 players, to the end of the game" in names
    many = [name for name in names if "tables with masks and rows" in name]
    assert many[0] == "cubosaurs: 4,096 tables with masks and rows, 2 players, 1 thread"
    assert set(many) <= set(found["ratios"])
    assert found["peers"] == {"one": 1000.0}
    kernel = next(r for r in found["games"]["cubosaurs"] if r["name"].endswith("in the kernel"))
    assert found["ratios"][kernel["name"]]["one"] == kernel["value"] / 1000
    assert found["page"] == [{"name": "home", "value": 42.0, "unit": "KB"}]
    report.run(0.03, as_json=False, measure_page=lambda _: "there is no browser")
    printed = capsys.readouterr().out
    assert "bytes" in printed
    assert "ratios" in printed
    assert "the page was not measured: there is no browser" in printed


@pytest.mark.skipif(JIT_DISABLED, reason="only compiled code is measured")
def test_a_duel_is_played_with_swapped_seats() -> None:
    games = []
    found = duel.Duel("cubosaurs", 2, 0.01).play(lambda: games.append(1))
    assert len(games) == 2
    assert found.share in (0, 0.25, 0.5, 0.75, 1)
    assert found.low <= found.share <= found.high
    assert found.simulations >= 2


def test_without_chromium_the_page_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_weight, "find_browser", lambda: None)
    assert (
        page_weight.measure(static_pages.FOLDER, Console(quiet=True))
        == "there is no Chromium (`make system-packages`)"
    )


def test_without_playwright_the_page_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_weight, "find_browser", lambda: "chromium")
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    assert "Playwright is not installed" in page_weight.measure(
        static_pages.FOLDER, Console(quiet=True)
    )


@pytest.mark.parametrize(
    ("game", "most"), [("cubosaurs", 512), ("incubation", 1024), ("catbox", 8192)]
)
def test_a_table_is_small(game: str, most: int) -> None:
    assert Header.create(game).game.table.dtype.itemsize <= most


@pytest.mark.skipif(sys.platform == "win32", reason="scripts are not executable")
def test_a_server_that_neither_answers_nor_stops_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "server"
    script.write_text(f"#!{sys.executable}\n{STUBBORN_SERVER}", encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(script))
    monkeypatch.setattr(server_process, "TIMEOUT_S", 0.3)
    server = server_process.ServerProcess("sqlite:///nowhere")
    with pytest.raises(BadInput, match="the server does not answer"), server:
        pass
    assert server.process.poll() == -signal.SIGKILL
