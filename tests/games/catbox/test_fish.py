"""Fish: CAT-A8 and CAT-A9."""

from typing import Any

import pytest
from support.games.catbox.positions import (
    END,
    FOUR_CATS,
    HELD,
    PASS,
    TOKENS,
    WITH_BOX,
    card,
    cards_offered,
    fish,
    hand,
    mirror,
    offered,
    place,
    play,
    state,
    table,
    top,
    under_fish,
)

from menagerie import IllegalMove, Position, new

NONE_LEFT: list[list[str]] = [[], [], []]


def advanced(*hands: list[str], **fields: Any) -> Position:
    return table(*hands, advanced=True, **fields)


def two_each(**fields: Any) -> Position:
    return advanced(FOUR_CATS[:2], WITH_BOX[:2], **fields)


@pytest.mark.rule("CAT-A8")
def test_a_card_under_a_fish_shows_the_side_that_its_hand_gives() -> None:
    position = two_each()
    position.push(fish(0, 1))
    assert under_fish(position, 0) == [mirror(FOUR_CATS[1])]
    position.pop()
    position.push(fish(1, 1))
    assert under_fish(position, 0) == [WITH_BOX[1]]
    assert hand(position, 1) == WITH_BOX[:1]


@pytest.mark.rule("CAT-A8")
def test_a_fish_from_another_hand_is_played_later_with_its_public_side() -> None:
    position = two_each()
    play(position, card(0), place(1, 1), fish(1))
    assert position.turn == 1
    assert under_fish(position, 0) == WITH_BOX[:1]
    assert HELD not in offered(position)  # it is not for seat 1 any more
    with pytest.raises(IllegalMove, match="CAT-A8"):
        position.push(HELD)
    play(position, card(1), place(-1, -1), END)
    before = state(position)
    play(position, HELD, place(2, 2), END)
    assert top(position) == (WITH_BOX[0], 2, 2)
    assert under_fish(position, 0) == []
    assert state(position)["hands"] == before["hands"]  # and no hand is refilled for it
    assert state(position)["deck"] == before["deck"]


@pytest.mark.rule("CAT-A8")
def test_a_fish_may_be_played_in_the_same_turn_and_its_old_hand_is_refilled_at_the_end() -> None:
    position = two_each(deck=["WTYY", "BB.W"])
    position.push(fish(1))
    assert hand(position, 1) == [WITH_BOX[1]]
    assert state(position)["to_refill"] == [1]
    assert cards_offered(position) == [card(0, 0), card(0, 1), card(1, 0), HELD]
    play(position, HELD, place(1, 1))
    assert top(position) == (WITH_BOX[0], 1, 1)
    assert hand(position, 1) == [WITH_BOX[1], "WTYY"]
    assert hand(position, 0) == FOUR_CATS[:2]
    assert position.turn == 1


@pytest.mark.rule("CAT-A8")
def test_a_card_under_a_fish_does_not_count_towards_the_size_of_the_hand() -> None:
    position = two_each(deck=["WTYY", "BB.W"])
    play(position, fish(0), card(1), place(1, 1))
    assert hand(position, 0) == [FOUR_CATS[1], "WTYY"]  # it lost a card before seat 1 did
    assert hand(position, 1) == [WITH_BOX[1], "BB.W"]
    assert under_fish(position, 0) == [mirror(FOUR_CATS[0])]


@pytest.mark.rule("CAT-A8")
def test_a_card_under_a_fish_cannot_be_fished_away() -> None:
    position = advanced(FOUR_CATS[:1], [], held=[[], WITH_BOX[:1]])
    assert fish(0) in offered(position)
    assert fish(1) not in offered(position)
    with pytest.raises(IllegalMove, match="CAT-A8"):
        position.push(fish(1))


@pytest.mark.rule("CAT-A9", "CAT-E1")
def test_while_a_card_lies_under_a_fish_the_game_goes_on() -> None:
    held = [WITH_BOX[:1]]
    position = advanced([], [], FOUR_CATS[:1], held=held, deck=[], tokens=NONE_LEFT, to_move=2)
    play(position, card(2), place(1, 1))
    assert not position.is_over()
    assert position.turn == 0
    assert offered(position) == [HELD]
    play(position, HELD, place(-1, -1))
    assert position.is_over()


@pytest.mark.rule("CAT-A9", "CAT-T8")
def test_passing_never_ends_the_game() -> None:
    held = [WITH_BOX[:1]]
    position = advanced([], [], [], held=held, deck=[], to_move=1, tokens=[[], [], TOKENS])
    for seat in (1, 2):  # who have nothing to play
        assert position.turn == seat
        assert offered(position) == [PASS]
        position.push(PASS)
        assert not position.is_over()
    assert offered(position) == [HELD]
    play(position, HELD, place(1, 1))
    assert position.is_over()
    assert state(position)["turn"] == 12


@pytest.mark.rule("CAT-C1", "CAT-C4", "CAT-A2")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_cards_and_tokens_are_accounted_for_after_every_move(players: int) -> None:
    position = new("catbox", players=players, seed=players, advanced=True)
    used: list[list[str]] = [[] for _ in range(players)]
    while not position.is_over():
        seat, moves = position.turn or 0, position.legal_moves
        token = position.push(moves[5 * position.step % len(moves)]).to_json().get("token")
        used[seat] += [token] if token else []
        there = state(position)
        for unused, spent in zip(there["tokens"], used, strict=True):
            assert sorted([*unused, *spent]) == sorted(TOKENS)
        places = [there["deck"], there["layout"], *there["hands"], *there["held"]]
        assert sorted(laid["card"] for place in places for laid in place) == list(range(48))
    assert sum(map(len, used)) > 0
