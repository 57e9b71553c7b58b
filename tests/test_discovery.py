"""Game discovery: two games that compiled code cannot tell apart are refused."""

from dataclasses import replace
from pathlib import Path

import pytest

from menagerie import BadInput, discovery
from menagerie.kernel import cache


@pytest.fixture
def marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder, and no loaded games."""
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    monkeypatch.setattr(discovery, "_loaded", {})
    return tmp_path


@pytest.mark.parametrize("asked", ["catbox", "copied"])
def test_two_games_with_the_same_table_are_refused(
    asked: str, marks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = replace(discovery._import("catbox"), name="copied")
    games = {name: discovery._import(name) for name in discovery.names()} | {"copied": copied}
    monkeypatch.setattr(discovery, "names", lambda: list(games))
    monkeypatch.setattr(discovery, "_import", games.__getitem__)
    for _ in range(2):
        with pytest.raises(BadInput, match="the games catbox and copied have tables with the same"):
            discovery.load(asked)
    assert discovery._loaded == {}
    assert list(marks.iterdir()) == []


def test_tables_are_compared_once_for_the_same_sources(
    marks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, *others = discovery.names()
    discovery.load(name)
    assert list(marks.iterdir()) != []
    # To import any other game would raise a KeyError.
    game = discovery._import(others[0])
    monkeypatch.setattr(discovery, "_import", {others[0]: game}.__getitem__)
    assert discovery.load(others[0]) is game
