"""Positions and moves survive a round trip through JSON and words."""

import io
import itertools
import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.console import Console
from support.random_games import headers, label, middle, play, third
from support.runs import JIT_DISABLED

from menagerie import BadInput, Position
from menagerie.game import WATCHER
from menagerie.header import Header
from menagerie.kernel import copy
from menagerie.texts import LANGUAGES

EVERY = pytest.mark.parametrize("header", third(headers()), ids=label)
DICE = slice(0, 24)  # the first bytes of every table: the key and the counter

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


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
def test_a_record_and_a_view_of_it_read_the_same(header: Header) -> None:
    """The interpreted functions of a game take either; compiled ones, only the record."""
    game, text = header.game, header.game.text("en")
    rng = random.Random(1)
    for position in itertools.islice(play(header, 4, eager=0.5), 0, None, 7):
        for seat in (WATCHER, int(position.table.to_move)):
            view, record = game.observe(position.table, seat), position.observe(seat).record
            legal = [move.number for move in position.legal_moves]
            others = set(range(game.move_count)) - set(legal)
            for read in (
                game.document.to_json,
                lambda table: shown(game.screen.show(table, text)),
                lambda table: game.screen.ask(table, text),
                lambda table: game.score_sheet.points_by_source(table, text),
                lambda table: game.study.things(table, text),
                lambda table: game.study.kinds(table, text),
                game.points,
            ):
                assert read(view) == read(record)
            for move in rng.sample(sorted(others), 5) + legal[:5]:
                codec = game.move_codec
                assert codec.to_json(view, move) == codec.to_json(record, move)
                assert codec.to_words(view, move, text) == codec.to_words(record, move, text)
                if move in others and not position.is_over():
                    whole = position.table_view
                    assert codec.why_illegal(whole, move) == codec.why_illegal(whole.record, move)


def shown(drawing: Any) -> str:
    console = Console(width=100, file=io.StringIO(), record=True)
    console.print(drawing)
    return console.export_text()


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


@EVERY
def test_every_field_of_a_position_is_needed(header: Header) -> None:
    document = middle(header, 12).to_json()
    for name in document["position"]:
        fields = {field: value for field, value in document["position"].items() if field != name}
        with pytest.raises(BadInput, match=name):
            Position.from_json(document | {"position": fields})
    with pytest.raises(BadInput, match="surplus"):
        Position.from_json(document | {"position": document["position"] | {"surplus": 1}})


@EVERY
def test_a_seats_view_is_not_a_whole_position(header: Header) -> None:
    position = Position(header)
    with pytest.raises(BadInput, match="view"):
        Position.from_json(position.view(0))


@given(data=st.data())
@settings(
    max_examples=50 if JIT_DISABLED else 400,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
def test_a_spoiled_position_is_refused_or_can_be_played(data: Any) -> None:
    """Any value in any field gives one clear error, or a position that works."""
    header = data.draw(st.sampled_from(headers()))
    document = middle(header, data.draw(st.integers(0, 40))).to_json()
    name = data.draw(st.sampled_from(sorted(document["position"])))
    document["position"][name] = data.draw(spoiled(document["position"][name]))
    try:
        position = Position.from_json(document)
    except BadInput as error:
        message = str(error)
        assert message.splitlines() == [message]
        return
    rng = random.Random(0)
    for _ in range(30):
        assert bool(position.legal_moves) != position.is_over()
        if position.is_over():
            break
        position.push(rng.choice(position.legal_moves))


def spoiled(value: Any) -> Any:
    """A replacement for a value: a similar one, or anything."""
    if isinstance(value, bool):
        return st.just(not value) | anything
    if isinstance(value, int):
        return st.integers(value - 3, value + 3) | anything
    if isinstance(value, list) and value:
        shorter = st.just(value[1:]) | st.just([*value, value[0]]) | st.permutations(value)
        return shorter | st.just([*value[1:], value[0]]) | anything
    return anything
