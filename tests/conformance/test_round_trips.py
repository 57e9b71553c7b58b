"""Positions and moves survive a round trip through JSON and words."""

import itertools
import json

import pytest
from support.random_games import headers, label, middle, play, third

from menagerie import Position
from menagerie.header import Header
from menagerie.kernel import copy
from menagerie.texts import LANGUAGES

EVERY = pytest.mark.parametrize("header", third(headers()), ids=label)
DICE = slice(0, 24)  # the first bytes of every table: the key and the counter


@EVERY
def test_a_position_survives_json_to_the_byte(header: Header) -> None:
    for position in itertools.islice(play(header, 9, eager=0.5), 0, None, 3):
        document = json.loads(json.dumps(position.to_json()))
        loaded = Position.from_json(document)
        assert loaded.to_json() == document
        assert loaded.table.tobytes()[DICE.stop :] == position.table.tobytes()[DICE.stop :]
        assert [str(move) for move in loaded.legal_moves] == [
            str(move) for move in position.legal_moves
        ]


@EVERY
def test_every_component_is_accounted_for_after_every_move(header: Header) -> None:
    """The document reader checks that each component is there exactly once."""
    game = header.game
    for position in play(header, 11, eager=0.5):
        scratch = copy(position.table)
        game.document.from_json(scratch, game.document.to_json(position.table))
        assert scratch.tobytes() == position.table.tobytes()


@EVERY
def test_moves_survive_json_and_words_in_every_language(header: Header) -> None:
    for moves in (0, 5, 30, 31, 32):
        position = middle(header, moves, seed=moves)
        for move in position.legal_moves:
            assert position.parse(json.dumps(move.to_json())) == move
            assert position.parse(str(move)) == move
            for language in LANGUAGES:
                assert position.parse(move.words(language).upper()) == move


@EVERY
def test_no_two_legal_moves_have_the_same_words(header: Header) -> None:
    for position in play(header, 10, eager=0.5):
        for language in LANGUAGES:
            words = [move.words(language) for move in position.legal_moves]
            assert len(set(words)) == len(words)


@EVERY
def test_moves_can_be_members_of_a_set(header: Header) -> None:
    one, two = Position(header), Position(header)
    assert set(one.legal_moves) == set(two.legal_moves)
    assert one.legal_moves[0] != "keep"
    assert "Move" in repr(one.legal_moves[0])
    assert header.game.name in repr(one)
