"""Golden games: recorded games replay exactly, so every change of the rules is noticed."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support import golden_games
from support.golden_games import (
    FOLDER,
    VERSIONS,
    SameVersionError,
    check,
    digest,
    extend,
    file_of,
    read_history,
    record,
)
from support.random_games import headers, label

from menagerie import discovery
from menagerie.game import Game
from menagerie.header import Header

GAMES = pytest.mark.parametrize("name", discovery.names())


def recorded(header: Header) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file_of(header).read_text(encoding="utf-8"))
    return found


def all_recorded(game: Game) -> dict[str, dict[str, Any]]:
    return {label(header): recorded(header) for header in headers() if header.game is game}


@pytest.mark.parametrize("header", headers(), ids=label)
def test_a_recorded_game_is_played_again_to_the_letter(header: Header) -> None:
    before, played = recorded(header), record(header)
    assert played["header"] == before["header"]
    assert played["moves"] == before["moves"]
    assert played == before


def test_there_are_no_records_of_games_that_are_gone() -> None:
    files = set(FOLDER.rglob("*.json")) - {VERSIONS}
    assert files == {file_of(header) for header in headers()}
    assert {path.parent.name for path in files} == set(discovery.names())
    assert set(read_history()) >= set(discovery.names())


@GAMES
def test_the_recorded_games_are_those_of_the_rules_version(name: str) -> None:
    game = discovery.load(name)
    found = digest(all_recorded(game))
    check(read_history(), name, game.version, found)
    assert read_history()[name][str(game.version)] == found


@GAMES
def test_rules_that_play_otherwise_need_another_version(name: str) -> None:
    """Another seed simulates a changed rule."""
    game, history = discovery.load(name), read_history()
    header = next(header for header in headers() if header.game is game)
    assert record(header) == recorded(header)
    other = digest(all_recorded(game) | {label(header): record(replace(header, seed="other"))})
    with pytest.raises(SameVersionError, match=rf"{name}: .*version={game.version + 1}"):
        check(history, name, game.version, other)
    longer = extend(history, name, game.version + 1, other)
    check(longer, name, game.version + 1, other)
    assert longer[name] == history[name] | {str(game.version + 1): other}
    with pytest.raises(SameVersionError, match="older"):
        check(longer, name, game.version, history[name][str(game.version)])


@pytest.mark.parametrize("version", [1, 2])
def test_records_are_written_only_where_the_version_allows_it(
    version: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header, name = headers()[0], headers()[0].game.name
    game = replace(header.game, version=version)
    monkeypatch.setattr(golden_games, "headers", lambda: [replace(header, game=game)])
    monkeypatch.setattr(golden_games, "FOLDER", tmp_path)
    monkeypatch.setattr(golden_games, "VERSIONS", tmp_path / "versions.json")
    before = json.dumps({name: {"1": "of other games"}})
    golden_games.VERSIONS.write_text(before)
    if version == 1:
        with pytest.raises(SameVersionError):
            golden_games.write_all()
        assert [file.name for file in tmp_path.rglob("*.json")] == ["versions.json"]
        assert golden_games.VERSIONS.read_text() == before
        return
    golden_games.write_all()
    (file,) = tmp_path.glob(f"{name}/*.json")
    assert json.loads(file.read_text())["header"]["rules"] == version
    assert set(golden_games.read_history()[name]) == {"1", "2"}


def test_a_new_version_of_the_program_needs_no_new_records() -> None:
    assert not any("engine" in recorded(header)["header"] for header in headers())
