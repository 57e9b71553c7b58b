"""The coach: correct where the truth is known, and based only on what a seat observes."""

from typing import Any

import pytest
from support.random_games import headers_of, label, play
from support.runs import compiled_only

from menagerie import Position, discovery
from menagerie.bots import coach
from menagerie.bots.search_bot import Budget
from menagerie.game import key_as_uint64
from menagerie.header import Header, derive_key

pytestmark = compiled_only

SOME = Budget(iterations=300)
GAMES = [next(headers_of(discovery.load(name))) for name in discovery.names()]
EVERY = pytest.mark.parametrize("header", GAMES, ids=label)


def finished(header: Header, seed: int = 4) -> Position:
    return list(play(header, seed))[-1]


def moments(header: Header) -> list[Position]:
    positions = [position.copy() for position in play(header, 5) if position.turn is not None]
    return positions[:: max(1, len(positions) // 6)]


@EVERY
def test_every_legal_move_gets_advice_with_chances_that_make_one_win(header: Header) -> None:
    for position in moments(header):
        seat = int(position.table.to_move)
        advice = coach.advise(header.game, position.observe(seat), seat, SOME, "a")
        assert {one.move for one in advice} == {move.number for move in position.legal_moves}
        for one in advice:
            assert sum(one.wins) == pytest.approx(1)
            assert one.win == one.wins[seat]
            assert 0 < one.half_width < 1


@EVERY
def test_the_coach_knows_what_the_seat_knows_and_no_more(header: Header) -> None:
    game = header.game
    for position in moments(header):
        seat = int(position.table.to_move)
        other = position.observe(seat)
        game.secrets.imagine(other.record, seat, key_as_uint64(derive_key("another", "table")))
        one = coach.advise(game, position.observe(seat), seat, SOME, "b")
        assert one == coach.advise(game, game.observe(other, seat), seat, SOME, "b")


def really(header: Header, position: Position, move: int, seat: int) -> float | None:
    """The share of the win of a move that ends the game, whatever is hidden."""
    game, shares = header.game, []
    for number in range(12):
        table = position.observe(seat)
        game.secrets.imagine(table.record, seat, key_as_uint64(derive_key(str(number), "hidden")))
        game.rules.apply(table.record, move)
        if not game.rules.is_over(table.record):
            return None
        won = game.scoring.winners(table.record)
        shares.append((won >> seat & 1) / won.bit_count())
    return shares[0] if len(set(shares)) == 1 else None


@EVERY
def test_where_a_move_ends_the_game_the_coach_knows_what_it_wins(header: Header) -> None:
    known = 0
    for seed in range(40):
        if known >= 20:
            return
        position = finished(header, seed)
        position.pop()
        seat = int(position.table.to_move)
        for one in coach.advise(header.game, position.observe(seat), seat, SOME, "c"):
            truth = really(header, position, one.move, seat)
            if truth is not None:
                known += 1
                assert one.win == truth
    raise AssertionError(f"{known} moves that end a game are too few to judge by")


@EVERY
def test_the_best_variation_can_be_played_until_the_first_chance_event(header: Header) -> None:
    for position in moments(header):
        seat = int(position.table.to_move)
        first = position.legal_moves[-1].number
        line = coach.best_variation(header.game, position.observe(seat), seat, first, SOME, "d")
        assert line[0][1] == first
        twin = position.copy()
        for table, move in line:
            assert twin.observe(seat).raw == table.raw
            twin.push(next(found for found in twin.legal_moves if found.number == move))


@EVERY
def test_a_review_judges_every_move_and_its_luck_is_fair(header: Header) -> None:
    game = finished(header)
    counted: list[Any] = []
    verdicts = coach.review(game, Budget(iterations=60), "e", lambda: counted.append(1))
    assert (
        [verdict.step for verdict in verdicts]
        == list(range(game.step))
        == sorted(range(len(counted)))
    )
    assert [verdict.move for verdict in verdicts] == [move.number for move in game.moves]
    assert all(verdict.loss >= 0 for verdict in verdicts)
    # good and bad luck nearly cancel out on average
    luck = sum(verdict.luck for verdict in verdicts) / len(verdicts)
    assert abs(luck) < 0.05


@EVERY
@pytest.mark.parametrize("budget", [Budget(iterations=1), Budget(iterations=8, threads=8)], ids=str)
def test_the_smallest_budget_judges_every_move(header: Header, budget: Budget) -> None:
    game = finished(header)
    verdicts = coach.review(game, budget, "g", lambda: None)
    assert [verdict.move for verdict in verdicts] == [move.number for move in game.moves]


@EVERY
def test_turning_points_are_surer_than_chance_and_stand_in_order(header: Header) -> None:
    verdicts = coach.review(finished(header), SOME, "f", lambda: None)
    points = coach.turning_points(verdicts, 5)
    assert 0 < len(points) <= 5
    assert [point.step for point in points] == sorted(point.step for point in points)
    assert all(
        point.loss > point.loss_half_width or abs(point.luck) > point.luck_half_width
        for point in points
    )
