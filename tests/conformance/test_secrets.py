"""Properties of the secrets of every game."""

from typing import Any

import numpy as np
import pytest
from support.random_games import headers, label, play, third

from menagerie import Position
from menagerie.game import WATCHER, Game, MoveNumber, Seat, key_as_uint64
from menagerie.header import Header, derive_key
from menagerie.kernel import copy

EVERY = pytest.mark.parametrize("header", third(headers()), ids=label)
SAMPLE_INTERVAL = 11  # moves between two sampled positions of a game


def moments(header: Header) -> list[tuple[Position, Seat]]:
    """A sample of the positions of a game, each for every seat and for a spectator."""
    seats = [WATCHER, *range(header.players)]
    found = []
    for position in play(header, 6, eager=0.5):
        if position.step % SAMPLE_INTERVAL == 0 or position.is_over():
            found += [(position.copy(), seat) for seat in seats]
    return found


def imagined(game: Game, table: Any, seat: Seat, seed: str) -> Any:
    """Another table that looks the same to a seat."""
    other = game.observe(table, seat)
    game.secrets.imagine(other.record, seat, key_as_uint64(derive_key(seed, "imagined")))
    return other.record


@EVERY
def test_what_is_imagined_looks_the_same_to_the_byte(header: Header) -> None:
    game = header.game
    for position, seat in moments(header):
        seen = game.observe(position.table, seat)
        other = imagined(game, position.table, seat, "a")
        assert game.observe(other, seat).raw == seen.raw


@EVERY
def test_tables_that_differ_in_secrets_alone_give_equal_json_and_moves(header: Header) -> None:
    game = header.game
    for position, seat in moments(header):
        seen = game.observe(position.table, seat)
        for seed in ("b", "c"):
            other = game.observe(imagined(game, position.table, seat, seed), seat)
            assert game.document.to_json(other) == game.document.to_json(seen)
            assert game.points(other) == game.points(seen)


@EVERY
def test_observing_twice_changes_nothing_and_hides_the_dice(header: Header) -> None:
    game = header.game
    for position, seat in moments(header):
        seen = game.observe(position.table, seat)
        assert game.observe(seen, seat).raw == seen.raw
        assert not np.any(seen.key)
        assert seen.counter == 0


@EVERY
def test_the_player_to_move_knows_all_that_the_legal_moves_depend_on(header: Header) -> None:
    game = header.game
    for position in play(header, 7, eager=0.5):
        if position.turn is not None:
            seen = position.observe(position.turn)
            assert game.legal_moves(seen) == [move.number for move in position.legal_moves]


@EVERY
def test_what_is_imagined_is_a_whole_position_that_can_be_played_on(header: Header) -> None:
    game = header.game
    for position, seat in moments(header)[::3]:
        other = imagined(game, position.table, seat, "d")
        document = header.document(game.document.to_json(other))
        loaded = Position.from_json(document)  # checks that each component is there exactly once
        assert loaded.to_json() == document
        for _ in range(20):
            legal = game.legal_moves(other)
            assert bool(legal) != game.rules.is_over(other)
            if not legal:
                break
            game.rules.apply(other, legal[-1])


@EVERY
def test_two_samples_differ_where_there_is_something_to_imagine(header: Header) -> None:
    game = header.game
    table = Position(header).table
    samples = {imagined(game, table, WATCHER, str(n)).tobytes() for n in range(5)}
    assert len(samples) == 5


@EVERY
def test_the_narration_of_a_move_depends_only_on_what_the_seat_sees(header: Header) -> None:
    """The narration of a move is the same at all tables that look the same to the seat."""
    game, text = header.game, header.game.text("en")
    for position in play(header, 8, eager=0.5):
        if not position.moves or position.step % SAMPLE_INTERVAL:
            continue
        after = position.table
        earlier = position.copy()
        move = earlier.pop().number
        for seat in range(header.players):
            told = game.tell(earlier.table, move, after, seat, text)
            shown = copy(earlier.table)
            game.secrets.reveal(shown, move)
            other_before = imagined(game, shown, seat, "e")
            other_after = imagined(game, after, seat, "f")
            assert game.tell(other_before, move, other_after, seat, text) == told
            assert told


@EVERY
def test_a_move_that_reveals_nothing_is_predictable_for_every_seat(header: Header) -> None:
    """Then an undo is allowed: every sampled table leads to the same observation."""
    game = header.game
    quiet = 0
    for position in play(header, 9, eager=0.5):
        if not position.moves:
            continue
        earlier = position.copy()
        move = earlier.pop().number
        if game.secrets.reveals_information(earlier.table, position.table):
            continue
        quiet += 1
        for seat in range(WATCHER, header.players):
            seen = position.observe(seat).raw
            for seed in ("g", "h", "i"):
                other = imagined(game, earlier.table, seat, seed)
                game.rules.apply(other, move)
                assert game.observe(other, seat).raw == seen
    if not quiet:
        pytest.skip("every move of this game revealed something")


@EVERY
def test_a_move_that_reveals_something_could_have_revealed_something_else(header: Header) -> None:
    """With exceptions: the last card of a deck may be known."""
    game = header.game
    loud = different = 0
    for position in play(header, 10, eager=0.5):
        if not position.moves:
            continue
        earlier = position.copy()
        move = earlier.pop().number
        if game.secrets.reveals_information(earlier.table, position.table):
            loud += 1
            seats = range(WATCHER, header.players)
            different += any(_differs(game, earlier, move, position, seat) for seat in seats)
    assert different >= 0.8 * loud > 0


def _differs(game: Game, before: Position, move: MoveNumber, after: Position, seat: Seat) -> bool:
    """Whether the seat could have observed something else, or another move."""
    seen = after.observe(seat).raw
    for seed in "jklmnopq":
        other = imagined(game, before.table, seat, seed)
        if move not in game.legal_moves(other):
            return True  # that the move was legal reveals something: the card was in the hand
        game.rules.apply(other, move)
        if game.observe(other, seat).raw != seen:
            return True
    return False
