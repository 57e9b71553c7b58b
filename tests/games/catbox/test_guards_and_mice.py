"""The tokens that change the layout, Cat Box and mouse: CAT-A6 and CAT-A7."""

from typing import Any

import pytest
from support.games.catbox.positions import (
    END,
    FOUR_CATS,
    MOUSE,
    WITH_BOX,
    Laid,
    card,
    guard,
    lift,
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

from menagerie import IllegalMove, Position

STEPS: list[Laid] = [("GGTY", 0, 0), ("BB.W", 1, 1)]
# a a
# a b b
#   b b
GAP: list[Laid] = [("GGTY", 0, 0), ("YWGB", 1, 1), ("BB.W", 2, 1), ("WTYY", 3, 0)]
# a a   d d
# a b c d d
#   b c c


def three(layout: list[Laid], **fields: Any) -> Position:
    """An advanced game of three; seat 0 has four cats on its sides, seat 1 boxes."""
    hands = (FOUR_CATS[:2], WITH_BOX[:2], FOUR_CATS[2:4])
    return table(*hands, layout=layout, advanced=True, **fields)


def played(layout: list[Laid] = STEPS, **fields: Any) -> Position:
    """Seat 0 has laid its card, which shows W G G W, at the upper left."""
    position = table(["GWWG", "YBTG"], WITH_BOX[:2], [], layout=layout, advanced=True, **fields)
    play(position, card(0), place(-1, -1))
    return position


def guards_offered(position: Position) -> set[tuple[int, int]]:
    return {tuple(move["at"]) for move in offered(position) if move.get("token") == "catbox"}


@pytest.mark.rule("CAT-A6")
def test_no_card_may_cover_the_square_of_a_guard_or_the_eight_around_it() -> None:
    right = {(3, -1), (4, -1), (4, 0), (4, 1), (2, 2), (3, 2)}
    left = {(-1, -1), (0, -1), (-1, 0), (-1, 1)}
    between = {(1, -1), (2, -1), (0, 2)}
    assert places(three(GAP), card(1)) == left | between | right
    position = three(GAP, guards=[(1, 1, 0)])
    assert places(position, card(1)) == right | {(0, 2)}
    position.push(card(1))
    for at in left | {(1, -1), (2, -1)}:
        with pytest.raises(IllegalMove, match="CAT-A6"):
            position.push(place(*at))
    position = three(GAP, guards=[(1, 3, 1)])
    assert places(position, card(1)) == left | {(0, 2)}


@pytest.mark.rule("CAT-A6")
def test_a_guard_blocks_a_place_next_to_the_layout_until_its_owners_next_turn() -> None:
    #     * *          a card at the stars covers one square of d, far enough from the guard,
    # a # * d d        but also lies beside the guard, where there is no card
    # a b c d d
    #   b c c
    position = three(GAP, guards=[(2, 1, 0)])
    position.push(card(0))
    with pytest.raises(IllegalMove, match="CAT-A6"):
        position.push(place(2, -1))
    play(position, place(4, -1), END)
    assert position.turn == 1
    assert (2, -1) not in places(position, card(0))
    play(position, card(0), place(4, 1), END)
    assert position.turn == 2
    assert state(position)["guards"] == []
    assert (2, -1) in places(position, card(0))


@pytest.mark.rule("CAT-A6")
def test_a_guard_falls_when_the_turn_of_who_put_it_begins_and_no_other_does() -> None:
    position = three(GAP)
    play(position, card(0), place(4, 1), guard(0, 0))
    assert position.turn == 1
    assert state(position)["tokens"][0] == without("catbox")
    play(position, card(0), place(4, -1), guard(1, 0))
    both = [{"seat": 0, "at": [0, 0]}, {"seat": 1, "at": [1, 0]}]
    assert state(position)["guards"] == both
    play(position, card(2), place(5, 2), END)
    assert position.turn == 0
    assert state(position)["guards"] == both[1:]
    assert "catbox" not in tokens_offered(position)


@pytest.mark.rule("CAT-A6")
def test_a_guard_put_before_my_card_binds_me_too() -> None:
    position = three(GAP)
    assert (2, -1) in places(position, card(0))
    position.push(guard(1, 0))
    assert state(position)["phase"] == "play"
    assert (2, -1) not in places(position, card(0))
    play(position, card(0), place(4, -1))
    assert position.turn == 1


@pytest.mark.rule("CAT-A6")
def test_before_my_card_a_guard_must_leave_a_place_for_one_and_after_it_need_not() -> None:
    position = three([("GGTY", 0, 0)])
    assert guards_offered(position) == set()
    with pytest.raises(IllegalMove, match="CAT-A6"):
        position.push(guard(0, 0))
    position = three(STEPS)
    seen = {(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2)}
    assert guards_offered(position) == seen - {(1, 1)}
    with pytest.raises(IllegalMove, match="CAT-A6"):
        position.push(guard(1, 1))
    position = three([("GGTY", 0, 0)])
    play(position, card(0), place(1, 1))
    assert guards_offered(position) == seen


@pytest.mark.rule("CAT-A6")
def test_a_guard_lies_on_any_square_that_shows_something_bound_or_not() -> None:
    position = three(GAP, guards=[(1, 1, 0)])
    assert {(1, 0), (0, 0), (4, 1)} <= guards_offered(position)
    with pytest.raises(IllegalMove, match="CAT-A6"):
        position.push(guard(2, 0))  # where no card lies
    position.push(guard(1, 0))
    assert state(position)["guards"] == [{"seat": 1, "at": [1, 0]}, {"seat": 0, "at": [1, 0]}]


@pytest.mark.rule("CAT-A7")
def test_a_mouse_moves_a_card_and_what_lay_under_it_is_seen_again() -> None:
    # W G              W G B B
    # G W G     ->     G W . W        the first card's grey cat comes to light
    #   T B B            T Y
    #     . W
    position = played(identities=["grey", "black", "white"])
    assert position.scores() == [0 + 5, 2 + 2 + 5, 3 + 1 + 5]
    position.push(MOUSE)
    assert state(position)["phase"] == "lift"
    position.push(lift("BB.W"))
    assert state(position)["phase"] == "relay"
    assert state(position)["chosen"] == lift("BB.W")
    position.push(place(1, -1))
    assert [laid["at"] for laid in state(position)["layout"]] == [[0, 0], [-1, -1], [1, -1]]
    assert top(position) == ("BB.W", 1, -1)
    assert position.scores() == [1 + 1 + 4, 2 + 2 + 5, 3 + 1 + 5]
    assert state(position)["tokens"][0] == without("mouse")


@pytest.mark.rule("CAT-A7")
def test_a_mouse_may_move_the_card_just_played() -> None:
    position = played()
    play(position, MOUSE, lift("WGGW"), place(2, 2))
    assert top(position) == ("WGGW", 2, 2)
    assert len(state(position)["hands"][0]) == 2  # refilled for the card played, once


@pytest.mark.rule("CAT-A7")
def test_a_card_that_is_covered_in_part_stays() -> None:
    position = played()
    position.push(MOUSE)
    assert sorted(offered(position), key=str) == [lift("BB.W"), lift("WGGW")]
    with pytest.raises(IllegalMove, match="CAT-A7"):
        position.push(lift("GGTY"))


@pytest.mark.rule("CAT-A7", "CAT-A6")
def test_a_card_with_a_guard_on_it_stays_and_one_beside_a_guard_does_not() -> None:
    position = played(guards=[(1, 2, 2)])
    position.push(MOUSE)
    assert offered(position) == [lift("WGGW")]
    with pytest.raises(IllegalMove, match="CAT-A7"):
        position.push(lift("BB.W"))
    #   G #          the guard lies on the first card, and the second one's upper half beside it
    # W T B B
    # Y Y . W
    layout: list[Laid] = [*STEPS, ("WTYY", -1, 1)]
    position = three(layout, guards=[(1, 1, 0)])
    play(position, card(0), place(-2, 2), MOUSE)
    assert lift("BB.W") in offered(position)


@pytest.mark.rule("CAT-A7", "CAT-T3", "CAT-T4")
def test_a_moved_card_covers_as_a_card_that_is_played() -> None:
    position = played()
    play(position, MOUSE, lift("BB.W"))
    upper_left = {(-2, -2), (-1, -2), (0, -2), (-2, -1), (-2, 0)}
    assert places(position) == upper_left | {(1, -1), (1, 0), (-1, 1), (0, 1)}
    for at, rule in (((1, 1), "CAT-A7"), ((2, 2), "CAT-T3"), ((0, -1), "CAT-T[35]")):
        with pytest.raises(IllegalMove, match=rule):
            position.push(place(*at))
    position.pop()
    position.push(lift("WGGW"))
    assert places(position) == {(1, -1), (-1, 1), (2, 0), (0, 2), (2, 2)}
    with pytest.raises(IllegalMove, match="CAT-T4"):
        position.push(place(-1, 0))


@pytest.mark.rule("CAT-A7", "CAT-T5")
@pytest.mark.parametrize("overlap", ["one", "any"])
def test_a_moved_card_covers_squares_of_two_cards_only_with_the_option(overlap: str) -> None:
    layout: list[Laid] = [("GGTY", 0, 0), ("BB.W", 1, 0), ("W.YT", 2, 1)]
    position = played(layout, overlap=overlap)
    play(position, MOUSE, lift("W.YT"))
    assert ((0, 1) in places(position)) == (overlap == "any")


@pytest.mark.rule("CAT-A7", "CAT-A6")
def test_a_guard_binds_a_moved_card_too() -> None:
    position = played(guards=[(1, 2, 2)])
    play(position, MOUSE, lift("WGGW"))
    assert places(position) == {(1, -1), (-1, 1)}
    with pytest.raises(IllegalMove, match="CAT-A6"):
        position.push(place(2, 0))


@pytest.mark.rule("CAT-A7")
def test_a_moved_card_keeps_its_side() -> None:
    position = played([("GGTY", 0, 0), ("BBW.", 1, 1)])
    play(position, MOUSE, lift("BBW."), place(0, 1))
    assert state(position)["layout"][-1] == {"card": 0, "side": "back", "at": [0, 1]}


@pytest.mark.rule("CAT-A7")
def test_a_mouse_comes_after_the_card_and_only_where_a_card_can_be_moved() -> None:
    position = three(STEPS)
    with pytest.raises(IllegalMove, match="CAT-A7"):
        position.push(MOUSE)
    #     # b        the second card has guards on it, the first is covered in part,
    #   a b #        and for the one just played there is no other place
    # x x a
    # x x
    position = three([("GGTY", 0, 0), ("YWGB", 1, -1)], guards=[(1, 2, 0), (2, 1, -1)])
    assert places(position, card(0)) == {(-1, 1)}
    play(position, card(0), place(-1, 1))
    assert "mouse" not in tokens_offered(position)
    with pytest.raises(IllegalMove, match="CAT-A7"):
        position.push(MOUSE)
