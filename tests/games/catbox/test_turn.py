"""A turn: playing a card, drawing, passing: CAT-T1, CAT-T2, CAT-T6 to CAT-T8."""

import pytest
from support.games.catbox.positions import (
    FOUR_CATS,
    PASS,
    WITH_BOX,
    card,
    find,
    fish,
    guard,
    hand,
    mirror,
    offered,
    place,
    play,
    state,
    table,
    top,
    under_fish,
    without,
)

from menagerie import IllegalMove

ALL_AROUND = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]


@pytest.mark.rule("CAT-T1")
def test_a_card_of_my_own_hand_shows_its_secret_side() -> None:
    position = table(["GYYB", "YBW."], WITH_BOX[2:4])
    play(position, card(0, 1), place(1, 1))
    assert top(position) == ("BY.W", 1, 1)
    assert state(position)["layout"][-1] == {"card": 8, "side": "back", "at": [1, 1]}


@pytest.mark.rule("CAT-T1")
def test_a_card_of_another_hand_shows_its_public_side() -> None:
    position = table(["GYYB", "YBW."], ["BTW."])
    play(position, card(1), place(1, 1))
    assert top(position) == ("BTW.", 1, 1)
    position = table(["GYYB", "YBW."], [mirror("BTW.")])
    play(position, card(1), place(1, 1))
    assert top(position) == ("TB.W", 1, 1)
    assert state(position)["layout"][-1] == {"card": 13, "side": "back", "at": [1, 1]}


@pytest.mark.rule("CAT-T1")
def test_every_card_of_every_hand_may_be_played_but_one_that_is_not_there() -> None:
    position = table(FOUR_CATS[:2], WITH_BOX[:1], [], to_move=1)
    assert sorted(offered(position), key=str) == [card(0, 0), card(0, 1), card(1, 0)]
    with pytest.raises(IllegalMove, match="CAT-T1"):
        position.push(card(2))


@pytest.mark.rule("CAT-T1")
def test_a_card_stays_in_its_hand_until_it_is_laid() -> None:
    position = table(FOUR_CATS[:2], WITH_BOX[:2])
    before = state(position)
    position.push(card(1, 1))
    assert state(position) == before | {"phase": "place", "chosen": card(1, 1)}
    position.push(place(1, 0))
    assert len(state(position)["layout"]) == 2
    assert state(position)["chosen"] is None


@pytest.mark.rule("CAT-T2")
def test_a_card_is_never_rotated_and_its_squares_line_up_with_the_others() -> None:
    position = table(["GYYB"], ["YBW."])
    position.push(card(1))
    assert sorted(offered(position), key=str) == sorted(
        [{"do": "place", "at": [column, row]} for column, row in ALL_AROUND], key=str
    )
    #   T .
    # G G B        upright: of its four squares, the ginger cat at the lower left joins another
    # T Y
    position = table(["GYYB"], ["T.GB"], identities=["ginger", "tabby"])
    play(position, card(1), place(1, -1))
    assert position.scores() == [2 + 2, 2 + 1]


@pytest.mark.rule("CAT-T6")
def test_a_hand_is_refilled_for_its_owner_and_not_for_who_played() -> None:
    position = table(FOUR_CATS[:1], WITH_BOX[:2], FOUR_CATS[1:3], deck=["W.YT", "BB.W", "WTYY"])
    play(position, card(1, 0), place(1, 1))
    assert hand(position, 0) == FOUR_CATS[:1]
    assert hand(position, 1) == [WITH_BOX[1], "W.YT"]
    assert hand(position, 2) == FOUR_CATS[1:3]
    assert len(state(position)["deck"]) == 2


@pytest.mark.rule("CAT-T6")
def test_what_is_drawn_goes_last_with_the_side_public_that_lay_up() -> None:
    position = table(FOUR_CATS[:2], WITH_BOX[:2], deck=["BBW.", "W.YT"])
    play(position, card(0, 0), place(1, 1))
    assert state(position)["hands"][0] == [
        {"card": find(FOUR_CATS[1])[0], "public": "front"},
        {"card": 0, "public": "back"},
    ]
    play(position, card(1, 1), place(-1, -1))
    assert hand(position, 1) == [WITH_BOX[0], "W.YT"]
    assert state(position)["deck"] == []


@pytest.mark.rule("CAT-T6")
def test_a_hand_is_drawn_up_to_its_size() -> None:
    position = table(FOUR_CATS[:1], WITH_BOX[:2], deck=["BB.W", "W.YT", "WTYY"])
    play(position, card(0), place(1, 1))
    assert hand(position, 0) == ["BB.W", "W.YT"]
    one = [[side] for side in FOUR_CATS[:4]]
    position = table(*one, deck=["BB.W", "W.YT"])
    play(position, card(3), place(1, 1))
    assert hand(position, 3) == ["BB.W"]


@pytest.mark.rule("CAT-T6")
def test_from_an_empty_deck_nothing_is_drawn() -> None:
    position = table(FOUR_CATS[:2], WITH_BOX[:1], deck=[])
    play(position, card(0, 0), place(1, 1))
    assert hand(position, 0) == FOUR_CATS[1:2]
    assert hand(position, 1) == WITH_BOX[:1]
    assert position.turn == 1


@pytest.mark.rule("CAT-T7")
def test_the_next_turn_is_to_the_left_of_who_had_one_whoever_owned_the_card() -> None:
    position = table(*[[side] for side in FOUR_CATS[:4]], to_move=2, turn=5)
    play(position, card(0), place(1, 1))
    assert position.turn == 3
    assert state(position)["turn"] == 6
    play(position, card(2), place(-1, -1))
    assert position.turn == 0
    assert state(position)["turn"] == 7


@pytest.mark.rule("CAT-T7")
def test_who_has_no_cards_left_plays_the_last_ones_from_the_hands_of_others() -> None:
    position = table([], FOUR_CATS[:1], FOUR_CATS[1:3], deck=[])
    assert sorted(offered(position), key=str) == [card(1), card(2, 0), card(2, 1)]
    play(position, card(1), place(1, 1))
    assert top(position) == (FOUR_CATS[0], 1, 1)
    assert offered(position) == [card(2, 0), card(2, 1)]  # nor has seat 1 a card now
    play(position, card(2, 1), place(-1, 1))
    assert top(position) == (FOUR_CATS[2], -1, 1)
    play(position, card(2), place(1, -1))
    assert top(position) == (mirror(FOUR_CATS[1]), 1, -1)
    assert position.is_over()


@pytest.mark.rule("CAT-T8")
def test_in_the_basic_game_a_card_can_be_laid_and_nobody_may_pass() -> None:
    position = table(FOUR_CATS[:2], FOUR_CATS[2:4])
    assert PASS not in offered(position)
    with pytest.raises(IllegalMove, match="CAT-T8"):
        position.push(PASS)


@pytest.mark.rule("CAT-T8", "CAT-A6")
def test_a_guard_early_in_the_game_locks_the_others_out_and_they_pass() -> None:
    # G G          every square is beside the guard, which lies on the second card
    # T # x
    #   x x
    position = table(FOUR_CATS[:2], WITH_BOX[:2], FOUR_CATS[2:4], advanced=True, turn=1)
    play(position, card(0), place(1, 1), guard(1, 1))
    for seat, turn in ((1, 2), (2, 3)):
        assert position.turn == seat
        assert state(position)["turn"] == turn
        fishes = [fish(owner, slot) for owner in range(3) for slot in range(2)]
        assert sorted(offered(position), key=str) == sorted([PASS, *fishes], key=str)
        with pytest.raises(IllegalMove, match=r"CAT-(A6|T8)"):
            position.push(card(seat))
        before = state(position)
        position.push(PASS)
        assert state(position)["hands"] == before["hands"]
        assert state(position)["layout"] == before["layout"]
    assert position.turn == 0
    assert state(position)["guards"] == []
    assert card(0) in offered(position)
    assert PASS not in offered(position)


@pytest.mark.rule("CAT-T8", "CAT-A8")
def test_a_token_may_be_played_before_passing() -> None:
    position = table(FOUR_CATS[:2], WITH_BOX[:2], guards=[(1, 0, 0)], advanced=True)
    position.push(fish(1, 0))
    assert offered(position) == [PASS]  # what lies under the fish cannot be laid either
    deck = state(position)["deck"]
    position.push(PASS)
    assert under_fish(position, 0) == WITH_BOX[:1]
    assert [found["card"] for found in state(position)["hands"][1]] == [
        find(WITH_BOX[1])[0],
        deck[0]["card"],
    ]
    assert state(position)["tokens"][0] == without("fish")
    assert position.turn == 1
    assert not position.is_over()
