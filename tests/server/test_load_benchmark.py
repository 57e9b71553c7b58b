"""A small load test: that its report is consistent, never how fast the server is."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.cli.command import Run

BENCHMARK_TIMEOUT_S = 300  # the server may have to compile the rules first


def load(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "menagerie.cli", "load", *options]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=BENCHMARK_TIMEOUT_S, check=False
    )


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("load") / "load.db"


@pytest.fixture(scope="module")
def report(file: Path) -> Any:
    ended = load(
        *("--tables", "10", "--rate", "100", "--seconds", "2", "--json"),
        *("--database", f"sqlite:///{file}"),
    )
    assert ended.returncode == 0, ended.stderr
    assert "opening 20 sockets" in ended.stderr
    return json.loads(ended.stdout)


def test_every_move_reached_both_players_and_the_log(report: Any, file: Path) -> None:
    assert (report["tables"], report["seats"], report["refused"]) == (10, 20, 0)
    assert report["moves"] == report["counted"] > 0
    with closing(sqlite3.connect(file)) as database:
        [written] = database.execute("SELECT count(*) FROM log").fetchone()
        games = {game for (game,) in database.execute("SELECT DISTINCT game FROM tables")}
    assert written == report["moves"]
    assert games == {"cubosaurs", "incubation", "catbox"}


def test_the_measurements_are_consistent(report: Any, file: Path) -> None:
    assert 0 < report["rate"] * report["seconds"] <= report["moves"]
    for found in (report["own_ms"], report["other_ms"]):
        assert 0 < found["p50"] <= found["p95"] <= found["p99"] <= found["most"]
    for process in ("server", "crowd"):
        assert report[f"{process}_cpu"] > 0
    assert report["scribe_cpu"] >= 0  # the render worker runs only while the server is busy
    assert 0 <= report["stolen_cpu"] <= (os.cpu_count() or 1)
    memory = report["memory"]
    assert 0 < memory["before"] <= memory["with_sockets"]
    assert report["disk"] == file.stat().st_size
    assert report["disk_per_move"] == report["disk"] / report["moves"]


def test_at_full_speed_finished_games_are_replaced_by_new_ones() -> None:
    told = load("--tables", "1", "--rate", "0", "--seconds", "3", "--game", "cubosaurs")
    assert told.returncode == 0, told.stderr
    first, second, *_ = told.stdout.splitlines()
    assert first.startswith("1 tables, 2 seats, ")
    assert " 0 games" not in first
    assert "moves a second" in second


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--tables", "0"), "tables"),
        (("--rate", "-1"), "rate"),
        (("--seconds", "0"), "seconds"),
        (("--game", "chess"), "chess"),
        (("--database", "mysql://x"), "mysql"),
    ],
)
def test_an_invalid_option_is_one_line(run: Run, options: tuple[str, str], told: str) -> None:
    ended = run("load", *options)
    assert (ended.code, ended.out) == (2, "")
    assert told in ended.err.splitlines()[-1]


@pytest.mark.parametrize("limit", ["colour=3", "tables=none", "tables=0", "tables"])
def test_an_invalid_limit_is_one_line(run: Run, limit: str) -> None:
    ended = run("serve", "--limit", limit)
    assert ended.code == 2
    assert "limit" in ended.err
