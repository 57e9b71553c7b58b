"""Tokens in general, paw and attention: CAT-A2, CAT-A4, CAT-A5, CAT-A10."""

from typing import Any

import pytest
from support.games.catbox.positions import (
    ATTENTION,
    END,
    FOUR_CATS,
    PASS,
    PAW,
    TOKENS,
    WITH_BOX,
    card,
    cards_offered,
    fish,
    hand,
    mirror,
    offered,
    place,
    places,
    play,
    state,
    table,
    tokens_offered,
    top,
    without,
)

from menagerie import IllegalMove, Position, new

AROUND = {(c, r) for c in (-1, 0, 1) for r in (-1, 0, 1)} - {(0, 0)}


def advanced(*hands: list[str], **fields: Any) -> Position:
    return table(*hands, advanced=True, **fields)


def two_each(**fields: Any) -> Position:
    return advanced(FOUR_CATS[:2], WITH_BOX[:2], **fields)


@pytest.mark.rule("CAT-A2")
def test_a_token_is_played_before_or_after_the_card_or_not_at_all() -> None:
    position = two_each(layout=[("GGTY", 0, 0), ("YWGB", 1, 1)])
    assert tokens_offered(position) == {"attention", "catbox", "fish"}
    play(position, card(0), place(-1, -1))
    assert state(position)["phase"] == "after"
    assert END in offered(position)
    assert tokens_offered(position) == {"paw", "mouse", "catbox", "fish"}
    position.push(END)
    assert position.turn == 1
    assert state(position)["tokens"] == [TOKENS, TOKENS]


@pytest.mark.rule("CAT-A2")
def test_one_token_in_a_turn_and_then_it_is_out_of_the_game() -> None:
    position = two_each()
    position.push(fish(1))
    assert state(position)["token_played"]
    assert tokens_offered(position) == set()
    for second in (ATTENTION, fish(0)):
        with pytest.raises(IllegalMove, match="CAT-A2"):
            position.push(second)
    play(position, card(0), place(1, 1))
    assert position.turn == 1  # nothing is left to decide after the card
    assert not state(position)["token_played"]
    assert state(position)["tokens"] == [without("fish"), TOKENS]
    play(position, card(1), place(-1, -1), END)
    assert "fish" not in tokens_offered(position)
    with pytest.raises(IllegalMove, match="CAT-A2"):
        position.push(fish(1))


@pytest.mark.rule("CAT-A2")
def test_without_tokens_the_turn_ends_with_the_card() -> None:
    position = two_each(tokens=[[], TOKENS])
    play(position, card(0), place(1, 1))
    assert position.turn == 1
    basic = table(FOUR_CATS[:2], WITH_BOX[:2])
    with pytest.raises(IllegalMove, match="CAT-A"):
        basic.push(ATTENTION)
    play(basic, card(0), place(1, 1))
    assert basic.turn == 1


@pytest.mark.rule("CAT-A4")
def test_a_paw_is_played_after_the_first_card_and_brings_a_second() -> None:
    position = two_each()
    with pytest.raises(IllegalMove, match="CAT-A4"):
        position.push(PAW)
    play(position, card(0), place(1, 1), PAW)
    there = state(position)
    assert (there["phase"], there["cards_played"], there["to_refill"]) == ("play", 1, [0])
    assert position.turn == 0
    play(position, card(1, 1), place(-1, -1))
    assert [laid["at"] for laid in state(position)["layout"]] == [[0, 0], [1, 1], [-1, -1]]
    assert top(position) == (WITH_BOX[1], -1, -1)
    assert position.turn == 1
    assert state(position)["turn"] == 11
    assert state(position)["tokens"][0] == without("paw")


@pytest.mark.rule("CAT-A4")
def test_between_the_two_cards_of_a_paw_no_hand_is_refilled() -> None:
    position = advanced(*[[side] for side in FOUR_CATS[:4]])
    deck = state(position)["deck"]
    play(position, card(0), place(1, 1), PAW)
    assert hand(position, 0) == []
    assert state(position)["deck"] == deck
    assert cards_offered(position) == [card(1), card(2), card(3)]
    play(position, card(2), place(-1, -1))
    assert [len(row) for row in state(position)["hands"]] == [1, 1, 1, 1]
    assert state(position)["hands"][0][0]["card"] == deck[0]["card"]
    assert state(position)["hands"][2][0]["card"] == deck[1]["card"]


@pytest.mark.rule("CAT-A4")
@pytest.mark.parametrize("first", [0, 1])
def test_after_a_paw_the_hand_that_lost_a_card_first_is_refilled_first(first: int) -> None:
    position = two_each(deck=["WTYY"])
    play(position, card(first), place(1, 1), PAW, card(1 - first), place(-1, -1))
    assert "WTYY" in hand(position, first)
    assert len(hand(position, 1 - first)) == 1


@pytest.mark.rule("CAT-A4")
def test_after_a_paw_each_hand_is_full_before_the_next_one_draws() -> None:
    position = advanced(FOUR_CATS[:2], WITH_BOX[:1], deck=["WTYY", "BB.W", "GGWT"])
    play(position, card(1), place(1, 1), PAW, card(0), place(-1, -1))
    assert hand(position, 1) == ["WTYY", "BB.W"]
    assert hand(position, 0) == [FOUR_CATS[1], "GGWT"]
    position = two_each()
    play(position, card(1), place(1, 1), PAW, card(1), place(-1, -1))
    assert [len(row) for row in state(position)["hands"]] == [2, 2]


@pytest.mark.rule("CAT-A4")
def test_no_paw_where_no_second_card_can_be_laid() -> None:
    position = advanced(FOUR_CATS[:1], [], deck=[])
    play(position, card(0), place(1, 1))
    assert "paw" not in tokens_offered(position)
    with pytest.raises(IllegalMove, match="CAT-A4"):
        position.push(PAW)


@pytest.mark.rule("CAT-A5")
@pytest.mark.parametrize("cards", [FOUR_CATS, WITH_BOX])
def test_with_attention_a_card_covers_four_squares_of_which_three_show_cats(
    cards: list[str],
) -> None:
    position = advanced(cards[:2], cards[2:4], layout=[("BB.W", 0, 0)])
    position.push(ATTENTION)
    assert state(position)["attention"]
    assert places(position, card(0)) == places(position, card(1)) == AROUND | {(0, 0)}
    play(position, card(0), place(0, 0))
    assert top(position) == (mirror(cards[0]), 0, 0)
    assert not state(position)["attention"]
    assert position.turn == 1
    assert (0, 0) not in places(position, card(1))  # it was for one card


@pytest.mark.rule("CAT-A5")
@pytest.mark.parametrize("cards", [FOUR_CATS, WITH_BOX])
@pytest.mark.parametrize("overlap", ["one", "any"])
def test_with_attention_a_card_cannot_cover_four_cats(cards: list[str], overlap: str) -> None:
    position = advanced(cards[:2], cards[2:4], layout=[("GGTY", 0, 0)], overlap=overlap)
    play(position, ATTENTION, card(0))
    assert places(position) == AROUND
    with pytest.raises(IllegalMove, match="CAT-A5"):
        position.push(place(0, 0))


@pytest.mark.rule("CAT-A5")
def test_with_attention_too_a_card_covers_at_least_one_square() -> None:
    position = two_each()
    play(position, ATTENTION, card(0))
    with pytest.raises(IllegalMove, match=r"CAT-(A5|T3)"):
        position.push(place(2, 0))


@pytest.mark.rule("CAT-A5", "CAT-T5")
def test_with_attention_the_squares_belong_to_one_card_or_with_the_option_to_several() -> None:
    # G G          the second card has its box where it covers the first
    # T . W
    #   T T
    layout = [("GGTY", 0, 0), (".WTT", 1, 1)]
    inner = {(0, 0), (1, 0), (0, 1), (1, 1)}
    position = two_each(layout=layout)
    assert places(position, ATTENTION, card(0)) & inner == {(1, 1)}
    play(position, ATTENTION, card(0))
    for at in inner - {(1, 1)}:
        with pytest.raises(IllegalMove, match=r"CAT-(A5|T5)"):
            position.push(place(*at))
    position = two_each(layout=layout, overlap="any")
    assert places(position, ATTENTION, card(0)) & inner == inner
    # Where that square shows a cat, four of them are too many, and three are not.
    position = two_each(layout=[("GGTY", 0, 0), ("YWGB", 1, 1)], overlap="any")
    assert places(position, ATTENTION, card(0)) & inner == {(1, 0), (0, 1)}


@pytest.mark.rule("CAT-A5")
def test_attention_comes_before_the_card() -> None:
    position = two_each()
    play(position, card(0), place(1, 1))
    with pytest.raises(IllegalMove, match="CAT-A5"):
        position.push(ATTENTION)


@pytest.mark.rule("CAT-A5", "CAT-A6")
def test_no_attention_where_no_card_can_be_laid_even_so() -> None:
    position = two_each(guards=[(1, 0, 0)])
    assert "attention" not in tokens_offered(position)
    with pytest.raises(IllegalMove, match="CAT-A5"):
        position.push(ATTENTION)


@pytest.mark.rule("CAT-A5", "CAT-T8")
def test_attention_may_find_a_place_for_a_card_where_there_was_none() -> None:
    # # b f f e #        all the corners lie beside the guards
    # a b f f e e
    row = ["GGTY", "YWGB", "GBGB", "WGWG", "GGWT"]
    layout = [*((side, column, 0) for column, side in enumerate(row)), ("TGWB", 2, 0)]
    hands = [FOUR_CATS[:2], FOUR_CATS[2:4], FOUR_CATS[4:6]]
    position = advanced(*hands, layout=layout, guards=[(1, 0, 0), (2, 5, 0)])
    assert cards_offered(position) == []
    assert PASS in offered(position)
    assert tokens_offered(position) == {"attention", "fish"}
    position.push(ATTENTION)
    assert PASS not in offered(position)
    assert len(offered(position)) == 6
    assert places(position, card(0)) == {(2, -1), (2, 1)}


@pytest.mark.rule("CAT-A10")
@pytest.mark.parametrize(("paws", "counts"), [(False, [11, 12, 12, 12]), (True, [10, 11, 11, 11])])
def test_the_deck_decides_how_many_turns_there_are_and_not_all_have_as_many(
    paws: bool, counts: list[int]
) -> None:
    position = new("catbox", players=4, seed=3, advanced=True)
    turns: dict[int, int | None] = {}
    while not position.is_over():
        turns.setdefault(state(position)["turn"], position.turn)
        moves = offered(position)
        if paws and PAW in moves:
            position.push(PAW)
        else:
            position.push(next(move for move in moves if move["do"] != "token"))
    seats = list(turns.values())
    assert sorted(seats.count(seat) for seat in range(4)) == counts
