"""Recorded games are played again to the letter, so that no change of the rules goes unnoticed."""

import json

import pytest
from golden import FOLDER, file_of, record
from playing import headers, label

from menagerie import discovery
from menagerie.header import Header


@pytest.mark.parametrize("header", headers(), ids=label)
def test_a_recorded_game_is_played_again_to_the_letter(header: Header) -> None:
    recorded = json.loads(file_of(header).read_text(encoding="utf-8"))
    played = record(header)
    assert played["header"] == recorded["header"]
    assert played["moves"] == recorded["moves"]
    assert played == recorded


def test_there_are_no_records_of_games_that_are_gone() -> None:
    files = set(FOLDER.rglob("*.json"))
    assert files == {file_of(header) for header in headers()}
    assert {path.parent.name for path in files} == set(discovery.names())
