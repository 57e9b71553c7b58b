"""The measuring itself: that it measures, never how fast."""

import json

import pytest
from playing import SLOW

from menagerie.bench import ours, peers, report
from menagerie.header import Header


@pytest.mark.skipif(SLOW, reason="there is nothing compiled to measure")
def test_random_games_are_counted() -> None:
    header = Header.create("cubosaurs", 4, seed=1)
    for measure in (ours.measure_kernel, ours.measure_python):
        speed = measure(header, 0.03)
        assert speed.moves > speed.games > 0


def test_a_peer_that_is_not_installed_is_left_out() -> None:
    missing = peers.Peer("none", "None", "no_such_package", "moves/s", lambda _: 1.0)
    assert peers.rate(missing, 0.1) is None


@pytest.mark.skipif(SLOW, reason="there is nothing compiled to measure")
def test_the_report_has_every_number_and_the_ratios(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ours, "measure_start", lambda _game, _cache: 1.0)
    peer = peers.Peer("one", "One", "json", "moves/s", lambda _: 1000.0)
    monkeypatch.setattr(peers, "PEERS", (peer,))
    report.run(0.03, as_json=True)
    found = json.loads(capsys.readouterr().out)
    names = [result["name"] for result in found["games"]["cubosaurs"]]
    assert "cubosaurs basic: in the kernel" in names
    assert "cubosaurs advanced: through Position" in names
    assert "cubosaurs basic: scores of a finished table" in names
    assert "cubosaurs: search, 2 players, to the end of the game" in names
    assert found["peers"] == {"one": 1000.0}
    kernel = next(r for r in found["games"]["cubosaurs"] if r["name"].endswith("in the kernel"))
    assert found["ratios"][kernel["name"]]["one"] == kernel["value"] / 1000
    report.run(0.03, as_json=False)
    printed = capsys.readouterr().out
    assert "bytes" in printed
    assert "ratios" in printed


@pytest.mark.parametrize(
    ("game", "most"), [("cubosaurs", 512), ("incubation", 1024), ("catbox", 8192)]
)
def test_a_table_is_small(game: str, most: int) -> None:
    assert Header.create(game).game.table.dtype.itemsize <= most
