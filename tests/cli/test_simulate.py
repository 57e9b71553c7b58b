"""`menagerie simulate`: the report, JSON, and errors."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.cli.command import Run

SOME = ("simulate", "cubosaurs", "--players", "3", "--games", "50", "--seed", "4")


def test_a_report_is_written_and_a_summary_printed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.html"
    told = run(*SOME, "--out", str(file)).answer
    assert "place 3" in told
    assert "moves" in told
    assert str(file) in told.replace("\n", "")
    assert file.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_default_file_is_report_html(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run(*SOME, "--lang", "fr")
    assert '<html lang="fr">' in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_json_is_the_same_for_any_number_of_threads(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    one, two = (run(*SOME, "--json", "--threads", threads).data for threads in ("1", "2"))
    assert one == two
    assert one["plan"]["games"] == 50
    assert sum(row["wins"]["value"] for row in one["sections"]["seats"]) == pytest.approx(1)
    assert list(tmp_path.iterdir()) == []


def test_editions_are_compared(run: Run, edition: Path) -> None:
    data = run(*SOME, "--json", "--against", str(edition)).data
    assert data["against"]["plan"]["header"]["edition"]["name"] == "mine"
    assert data["differences"]["scores"]["all"]["points"]["value"] > 1
    again = run(*SOME, "--json", "--edition", str(edition)).data
    assert again["sections"] == data["against"]["sections"]


def test_the_change_is_printed_in_the_terminal(run: Run, edition: Path, tmp_path: Path) -> None:
    told = run(*SOME, "--against", str(edition), "--out", str(tmp_path / "r.html")).answer
    assert "change" in told


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("--games 0", "games must be 1 to"),
        ("--bots genius", "there is no bot"),
        ("--bots random,easy", "cannot be shared"),
        ("--threads 0", "threads must be"),
        ("--players 9", "players"),
        ("--option nonsense", "no option"),
        ("--lang de", "there is no language"),
        ("--against nowhere.toml", "nowhere.toml cannot be read"),
        ("--out /nowhere/at/all.html", "there is no folder"),
        ("--out .", "is a folder"),
        ("--ray nonsense", "no cluster answers at nonsense"),
        ("--ray 127.0.0.1:1", "no cluster answers at 127.0.0.1:1"),
    ],
)
def test_bad_input_is_one_line(typed: str, words: str, run: Run) -> None:
    assert words in run(*SOME, *typed.split()).complaint


def test_without_ray_one_line_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    command = ".venv/bin/python -m pip install -e '.[cluster]'"
    assert command in run(*SOME, "--ray", "local").complaint


def test_an_interruption_is_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "menagerie.cli", "simulate", "catbox", "--players", "5"]
    file = tmp_path / "report.html"
    with subprocess.Popen(
        [*command, "--games", "10000000", "--out", str(file)],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as running:
        assert running.stderr is not None
        while "games …" not in running.stderr.readline():
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    notes = [line for line in err.splitlines() if not line.endswith("games …")]
    assert (running.returncode, out, len(notes)) == (130, "", 1)
    assert notes[0].startswith("menagerie: interrupted after ")
    assert not file.exists()
