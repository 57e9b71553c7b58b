"""Properties of the rules of every game."""

import random

import numpy as np
import pytest
from support.random_games import headers, label, middle, play, some
from support.runs import JIT_DISABLED

from menagerie import BadInput, IllegalMove, Position
from menagerie.game import key_as_uint64
from menagerie.header import Header

EVERY = pytest.mark.parametrize("header", some(headers()), ids=label)


@EVERY
def test_the_same_header_and_moves_give_the_same_bytes(header: Header) -> None:
    first = list(play(header, 1))[-1]
    again = Position(header)
    for move in first.moves:
        again.push(move.to_json())
    assert again.table.tobytes() == first.table.tobytes()


@EVERY
def test_another_seed_gives_another_game(header: Header) -> None:
    game = header.game
    other = Header.create(game.name, header.players, seed="other", options=header.options)
    assert Position(other).to_json() != Position(header).to_json()


@EVERY
def test_setting_up_leaves_nothing_of_an_earlier_game(header: Header) -> None:
    game = header.game
    used = list(play(header, 2, eager=0.5))[-1].table
    game.set_up(used, header.players, header.options, header.key)
    assert used.tobytes() == Position(header).table.tobytes()


@EVERY
def test_legal_moves_are_sorted_and_never_missing_before_the_end(header: Header) -> None:
    for position in play(header, 3, eager=0.5):
        numbers = [move.number for move in position.legal_moves]
        assert bool(numbers) != position.is_over()
        assert numbers == sorted(set(numbers))
        assert len(numbers) <= header.game.max_legal_moves
        assert all(number in range(header.game.move_count) for number in numbers)


@EVERY
def test_random_play_ends_within_the_longest_game(header: Header) -> None:
    for seed in range(1 if JIT_DISABLED else 5):
        assert len(list(play(header, seed, eager=0.5))) - 1 <= header.game.max_game_length


@EVERY
def test_every_legal_move_applies_and_others_are_refused(header: Header) -> None:
    rng = random.Random(4)
    for moves in range(0, 60, 20):
        position = middle(header, moves)
        before = position.table.tobytes()
        legal = {move.number for move in position.legal_moves}
        for move in position.legal_moves:
            position.push(move)
            position.pop()
        for number in rng.sample(sorted(set(range(header.game.move_count)) - legal), 20):
            _refused(position, number)
        assert position.table.tobytes() == before


def _refused(position: Position, number: int) -> None:
    """An illegal move raises an error that cites a rule; a nonsensical one raises an error too."""
    data = position.game.move_codec.to_json(position.table, number)
    with pytest.raises(BadInput) as caught:
        position.push(data)
    if isinstance(caught.value, IllegalMove):
        assert caught.value.rule in str(caught.value)
        assert "allowed: " in str(caught.value)


@EVERY
def test_a_position_tells_its_moves_and_takes_them_back(header: Header) -> None:
    position = middle(header, 10)
    twin = position.copy()
    assert twin.table.tobytes() == position.table.tobytes()
    for move in reversed(position.moves):
        assert twin.pop() == move
    assert twin.table.tobytes() == Position(header).table.tobytes()
    assert position.step == 10
    with pytest.raises(BadInput):
        twin.pop()


@EVERY
def test_the_end_has_winners_who_have_the_best_score(header: Header) -> None:
    for position in play(header, 5):
        if not position.is_over():
            assert position.winners() == []
    scores = position.scores()
    assert position.turn is None
    assert position.winners()
    assert all(scores[seat] == max(scores) for seat in position.winners())


@EVERY
def test_an_illegal_number_never_reaches_the_kernel(header: Header) -> None:
    position = Position(header)
    for text in ("", "nonsense", "{}", '{"do": 1}', "[]", '{"do": "fly"}', "{", "1"):
        with pytest.raises(BadInput):
            position.push(text)
    assert position.moves == []


def test_keys_are_read_as_two_little_endian_words() -> None:
    words = key_as_uint64(bytes(range(16)))
    assert words.tolist() == [0x0706050403020100, 0x0F0E0D0C0B0A0908]
    assert words.dtype == np.uint64
