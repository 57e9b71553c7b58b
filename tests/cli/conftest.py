"""Inputs for commands: position documents, a trace, an edition."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from support.cli.command import Run
from support.random_games import play

from menagerie import traces
from menagerie.games.cubosaurs.names import PHASE_NAMES
from menagerie.header import Header
from menagerie.position import Position


@pytest.fixture(scope="session")
def documents() -> dict[str, dict[str, Any]]:
    """A position document for each phase, from advanced games of four."""
    found: dict[str, dict[str, Any]] = {}
    for seed in itertools.count():
        header = Header.create("cubosaurs", 4, seed=seed, options={"advanced": True})
        for position in play(header, seed, eager=0.5):
            phase = PHASE_NAMES[position.table.phase]
            if phase not in found and (phase != "choose" or _has_secrets(position)):
                found[phase] = position.to_json()
        if len(found) == len(PHASE_NAMES):
            return found
    raise AssertionError


def _has_secrets(position: Position) -> bool:
    """Whether the position has every kind of hidden information."""
    there = position.to_json()["position"]
    known = [len(seats) for seats in there["hand_known_to"]]
    return min(known) < 4 and len(there["deck"]) > 3 and len(there["pile"]) > 1


@pytest.fixture(scope="session")
def document(documents: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """An advanced game of four, where the Hand has a card that some seats do not know."""
    return documents["choose"]


@pytest.fixture(scope="session")
def basic() -> dict[str, Any]:
    """A basic game of two, at its start."""
    return Position(Header.create("cubosaurs", 2, seed=1)).to_json()


@pytest.fixture(scope="session")
def trace() -> list[str]:
    """The lines of a short advanced game."""
    options = {"advanced": True, "rounds": 1}
    header = Header.create("cubosaurs", 3, seed="a short game", options=options)
    return [json.dumps(line) for line in traces.trace(header, "random")]


@pytest.fixture
def edition(tmp_path: Path, run: Run) -> Path:
    """The standard edition as a file, with another name and a T-Rex worth 40."""
    text = run("edition", "show", "cubosaurs").answer
    file = tmp_path / "mine.toml"
    mine = text.replace('"standard"', '"mine"').replace("[4, 1, -2, -5]", "[40, 1, -2, -5]")
    file.write_text(mine, encoding="utf-8")
    return file
