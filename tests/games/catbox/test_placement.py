"""What a card may cover: CAT-T3 to CAT-T5."""

import pytest
from support.games.catbox.positions import (
    BOX,
    FOUR_CATS,
    WITH_BOX,
    Laid,
    Square,
    card,
    place,
    places,
    play,
    state,
    table,
    top,
)

from menagerie import IllegalMove, Position

CORNERS = {(-1, -1), (1, -1), (-1, 1), (1, 1)}
EDGES = {(0, -1), (-1, 0), (1, 0), (0, 1)}

ONE: list[Laid] = [("GGTY", 0, 0)]
STEPS: list[Laid] = [("GGTY", 0, 0), ("YWGB", 1, 1)]
# a a
# a b b
#   b b
SIDE_BY_SIDE: list[Laid] = [("GGTY", 0, 0), ("BB.W", 1, 0)]
# a b b
# a b b
RING: list[Laid] = [("GGTY", 0, 0), ("W.YT", 1, 1), ("YWGB", 0, 2)]
# a a
# a b b
# c c b
# c c


def boxed(layout: list[Laid], overlap: str = "one") -> Position:
    """The only cards in hand have an empty box on their sides."""
    return table(WITH_BOX[:1], WITH_BOX[1:2], layout=layout, overlap=overlap)


def four_cats(layout: list[Laid], overlap: str = "one") -> Position:
    """The only cards in hand have four cats on their sides."""
    return table(FOUR_CATS[:1], FOUR_CATS[1:2], layout=layout, overlap=overlap)


def refused(position: Position, at: Square, rule: str) -> None:
    """No card of any hand may be laid there, because of this rule."""
    for seat in (0, 1):
        position.push(card(seat))
        with pytest.raises(IllegalMove, match=rule):
            position.push(place(*at))
        position.pop()


@pytest.mark.rule("CAT-T3")
def test_a_card_covers_one_or_two_squares_of_a_card() -> None:
    position = boxed(ONE)
    assert places(position, card(0)) == places(position, card(1)) == CORNERS | EDGES


@pytest.mark.rule("CAT-T3")
@pytest.mark.parametrize("at", [(2, 0), (2, 2), (0, -2), (-2, 1)])
def test_a_card_beside_the_others_covers_nothing(at: Square) -> None:
    refused(boxed(ONE), at, "CAT-T3")
    refused(four_cats(ONE), at, "CAT-T3")


@pytest.mark.rule("CAT-T3")
@pytest.mark.parametrize("overlap", ["one", "any"])
def test_four_squares_of_a_card_are_too_many(overlap: str) -> None:
    refused(boxed(ONE, overlap), (0, 0), "CAT-T3")
    refused(boxed(STEPS, overlap), (1, 1), "CAT-T3")


@pytest.mark.rule("CAT-T3", "CAT-T5")
def test_three_squares_are_too_many_whomever_they_belong_to() -> None:
    refused(boxed(STEPS, "any"), (1, 0), "CAT-T3")
    refused(boxed(STEPS, "any"), (0, 1), "CAT-T3")
    assert not {(1, 0), (0, 1)} & places(boxed(STEPS), card(0))


@pytest.mark.rule("CAT-T3")
def test_a_card_lies_on_top_and_hides_what_it_covers() -> None:
    # G G
    # T B B
    #   . W
    position = table(["BBW.", "GYYB"], ["WGGW"], layout=ONE, identities=["grey", "black"])
    assert position.scores() == [1 + 1, 0]
    play(position, card(0), place(1, 1))
    assert top(position) == ("BB.W", 1, 1)
    assert [laid["at"] for laid in state(position)["layout"]] == [[0, 0], [1, 1]]
    assert position.scores() == [0, 2 + 2]


@pytest.mark.rule("CAT-T4")
def test_a_side_without_an_empty_box_covers_one_square() -> None:
    assert not any(BOX in side for side in FOUR_CATS)
    position = four_cats(ONE)
    assert places(position, card(0)) == places(position, card(1)) == CORNERS


@pytest.mark.rule("CAT-T4")
@pytest.mark.parametrize("overlap", ["one", "any"])
def test_a_side_with_four_cats_cannot_cover_two_squares(overlap: str) -> None:
    for at in EDGES:
        refused(four_cats(ONE, overlap), at, "CAT-T4")


@pytest.mark.rule("CAT-T4", "CAT-T5")
def test_a_side_with_four_cats_cannot_cover_a_square_of_each_of_two_cards() -> None:
    refused(four_cats(SIDE_BY_SIDE, "any"), (0, -1), "CAT-T4")
    position = four_cats(SIDE_BY_SIDE)
    assert places(position, card(0)) == {(-1, -1), (2, -1), (-1, 1), (2, 1)}


@pytest.mark.rule("CAT-T4")
def test_it_is_the_side_played_that_counts_and_not_the_one_covered() -> None:
    on_a_box: list[Laid] = [("BB.W", 0, 0)]
    assert places(four_cats(on_a_box), card(0)) == CORNERS
    assert places(boxed(on_a_box), card(0)) == CORNERS | EDGES


@pytest.mark.rule("CAT-T5")
@pytest.mark.parametrize("at", [(0, -1), (0, 1)])
def test_two_squares_of_two_cards_cannot_be_covered_when_they_must_belong_to_one(
    at: Square,
) -> None:
    position = boxed(SIDE_BY_SIDE)
    refused(position, at, "CAT-T5")
    assert places(position, card(0)) == {
        *((-1, -1), (1, -1), (2, -1)),
        *((-1, 0), (2, 0)),
        *((-1, 1), (1, 1), (2, 1)),
    }


@pytest.mark.rule("CAT-T5")
@pytest.mark.parametrize("at", [(0, -1), (0, 1)])
def test_two_squares_of_two_cards_can_be_covered_when_they_may_belong_to_any(at: Square) -> None:
    position = boxed(SIDE_BY_SIDE, "any")
    more = places(position, card(0)) - places(boxed(SIDE_BY_SIDE), card(0))
    assert more == {(0, -1), (0, 1)}
    play(position, card(0), place(*at))
    assert state(position)["layout"][-1]["at"] == list(at)


@pytest.mark.rule("CAT-T5")
def test_whose_a_square_is_is_seen_from_above() -> None:
    # The first card lies under the second: its right half is not its own any more.
    refused(boxed(SIDE_BY_SIDE), (0, 1), "CAT-T5")
    # Where the third covers that half and what lies right of it, both squares are one card's.
    # a c c
    # a c c
    whole: list[Laid] = [*SIDE_BY_SIDE, ("WTYY", 1, 0)]
    assert places(boxed(whole), card(0)) == places(boxed(SIDE_BY_SIDE), card(0))
    assert (1, -1) in places(boxed(whole), card(0))


@pytest.mark.rule("CAT-T5")
@pytest.mark.parametrize(
    ("overlap", "left"), [("one", {(-1, 0), (-1, 2)}), ("any", {(-1, 0), (-1, 1), (-1, 2)})]
)
def test_all_the_places_around_three_cards(overlap: str, left: set[Square]) -> None:
    corners = {(-1, -1), (1, -1), (2, 0), (2, 2), (-1, 3), (1, 3)}
    edges = {(0, -1), (2, 1), (0, 3)}
    position = boxed(RING, overlap)
    assert places(position, card(0)) == corners | edges | left
    assert places(four_cats(RING, overlap), card(0)) == corners


@pytest.mark.rule("CAT-T3", "CAT-T5")
def test_over_a_stack_of_three_only_the_card_on_top_is_covered() -> None:
    stack: list[Laid] = [("WTYY", 0, 0), ("BB.W", 0, 0), ("GGTY", 0, 0)]
    for overlap in ("one", "any"):
        assert places(boxed(stack, overlap), card(0)) == CORNERS | EDGES
        assert places(four_cats(stack, overlap), card(0)) == CORNERS
    # G G          the stack shows its topmost card, and then a fourth lies over it
    # T W G
    #   G W
    position = table(["GWWG"], ["YBW."], layout=stack, identities=["ginger", "grey"])
    assert position.scores() == [2 + 2, 1 + 1]
    play(position, card(0), place(1, 1))
    assert top(position) == ("WGGW", 1, 1)
    assert len(state(position)["layout"]) == 4
    assert position.scores() == [4 + 2, 0]
