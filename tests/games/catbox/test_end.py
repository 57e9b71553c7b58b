"""The end of the game, points, and who wins: CAT-E1 to CAT-E5, CAT-A3."""

import pytest
from support.games.catbox.positions import (
    CATS,
    CHIHUAHUA,
    END,
    FOUR_CATS,
    MOUSE,
    TOKENS,
    Laid,
    card,
    lift,
    offered,
    over,
    place,
    play,
    state,
    table,
)

from menagerie import Position, new
from menagerie.game import WATCHER


def seen(*layout: Laid, identities: list[str] = CATS) -> Position:
    """A game in progress with this visible part."""
    hands: list[list[str]] = [[] for _ in identities[1:]]
    return table(FOUR_CATS[:1], *hands, layout=layout, identities=identities)


@pytest.mark.rule("CAT-E1", "CAT-S2", "CAT-T7")
@pytest.mark.parametrize(("players", "turns"), [(2, 23), (3, 15), (4, 11), (5, 9)])
def test_in_the_basic_game_all_have_as_many_turns_and_every_card_is_laid(
    players: int, turns: int
) -> None:
    position = new("catbox", players=players, seed=5)
    seats = []
    while not position.is_over():
        assert position.winners() == []
        if state(position)["phase"] == "play":
            seats.append(position.turn)
        position.push(position.legal_moves[-1])
    assert [seats.count(seat) for seat in range(players)] == [turns] * players
    there = state(position)
    assert there["deck"] == []
    assert there["hands"] == [[]] * players
    assert len(there["layout"]) == players * turns + 1
    assert there["turn"] == players * turns


@pytest.mark.rule("CAT-E1")
def test_the_game_ends_when_nobody_has_a_card_and_identities_are_revealed() -> None:
    position = table([], FOUR_CATS[:2], deck=[])
    play(position, card(1), place(1, 1))
    assert not position.is_over()
    assert position.view(WATCHER)["position"]["identities"] == [None, None]
    assert position.view(1)["position"]["identities"] == [None, "black"]
    play(position, card(1), place(-1, -1))
    assert position.is_over()
    assert position.turn is None
    assert offered(position) == []
    for seat in (0, 1, WATCHER):
        assert position.view(seat)["position"]["identities"] == ["ginger", "black"]
    there = state(position)
    assert (there["phase"], there["to_move"], there["turn"]) == ("over", None, 11)
    assert (there["chosen"], there["to_refill"], there["cards_played"]) == (None, [], 0)


@pytest.mark.rule("CAT-E1", "CAT-T6")
def test_empty_hands_are_refilled_before_the_game_ends() -> None:
    position = table(FOUR_CATS[:1], [], deck=["WTYY"])
    play(position, card(0), place(1, 1))
    assert not position.is_over()
    assert offered(position) == [card(0)]
    play(position, card(0), place(-1, -1))
    assert position.is_over()


@pytest.mark.rule("CAT-E1", "CAT-A2")
def test_the_game_does_not_end_before_the_turn_does() -> None:
    layout: list[Laid] = [("GGTY", 0, 0), ("BB.W", 1, 1)]
    position = table(["GWWG"], [], layout=layout, deck=[], advanced=True)
    play(position, card(0), place(-1, -1))
    assert not position.is_over()
    play(position, MOUSE, lift("BB.W"), place(1, -1))
    assert position.is_over()
    position = table(["GWWG"], [], layout=layout, deck=[], advanced=True)
    play(position, card(0), place(-1, -1), END)
    assert position.is_over()
    assert position.scores() == [3 + 1 + 5, 2 + 2 + 5]


@pytest.mark.rule("CAT-E2", "CAT-E3")
def test_a_cat_scores_its_squares_and_again_one_of_its_largest_zones() -> None:
    # W G
    # W B Y        two zones of two white cats, which meet at a corner
    #   W W
    position = seen(("WGWG", 0, 0), ("BYWW", 1, 1))
    assert position.scores() == [1 + 1, 1 + 1, 4 + 2, 1 + 1, 0]


@pytest.mark.rule("CAT-E2")
def test_what_is_covered_scores_nothing() -> None:
    assert seen(("GGTY", 0, 0)).scores() == [2 + 2, 0, 0, 1 + 1, 1 + 1]
    # G G
    # T B Y
    #   W W
    position = seen(("GGTY", 0, 0), ("BYWW", 1, 1))
    assert position.scores() == [2 + 2, 1 + 1, 2 + 2, 1 + 1, 1 + 1]
    #   W .
    # G G Y        here a ginger cat is hidden, and another one laid over it
    # T Y
    position = seen(("GGTY", 0, 0), ("W.GY", 1, -1))
    assert position.scores() == [2 + 2, 0, 1 + 1, 2 + 1, 1 + 1]


@pytest.mark.rule("CAT-E3")
def test_a_zone_goes_on_from_card_to_card_along_edges() -> None:
    # G T
    # . G G        of three ginger cats two are joined
    #   T Y
    position = seen(("GGTY", 0, 0), ("GT.G", -1, -1))
    assert position.scores() == [3 + 2, 0, 0, 1 + 1, 2 + 1]


@pytest.mark.rule("CAT-E4")
def test_the_chihuahua_scores_zones_of_three_of_any_cat_and_empty_boxes() -> None:
    #   T .
    # Y G B
    # W G B
    #   G B
    layout: list[Laid] = [("YBWW", 0, 0), ("T.GB", 1, -1), ("GBGB", 1, 1)]
    position = seen(*layout, identities=[CHIHUAHUA, "ginger", "black", "white"])
    assert position.scores() == [2 * 2 + 1, 3 + 3, 3 + 3, 1 + 1]


@pytest.mark.rule("CAT-E4")
def test_a_zone_of_three_that_grows_to_four_is_worth_nothing_to_the_chihuahua() -> None:
    #                W G
    #   G B          W G B
    # G G B    ->    G G B
    # T Y            T Y
    layout: list[Laid] = [("GGTY", 0, 0), ("GBGB", 1, -1)]
    identities = [CHIHUAHUA, "ginger", "black", "white"]
    position = table([], ["WGWG"], [], [], layout=layout, identities=identities)
    assert position.scores() == [2, 3 + 3, 2 + 2, 0]
    play(position, card(1), place(0, -2))
    assert position.scores() == [0, 4 + 4, 2 + 2, 2 + 2]


@pytest.mark.rule("CAT-E5")
def test_the_highest_wins() -> None:
    position = over(("GGTY", 0, 0), identities=["tabby", "ginger", "grey"])
    assert position.scores() == [2, 4, 2]
    assert position.winners() == [1]
    #     W Y
    # B Y . T        three boxes, and all the cats single
    # . T
    # G .
    layout: list[Laid] = [("WBG.", 0, 0), ("BY.T", 0, -1), ("WY.T", 1, -1)]
    position = over(*layout, identities=["ginger", "white", CHIHUAHUA, "grey"])
    assert position.scores() == [2, 2, 3, 2]
    assert position.winners() == [2]


@pytest.mark.rule("CAT-E5")
def test_among_equals_the_chihuahua_wins() -> None:
    #   T W
    # Y Y W .
    # . Y W T
    layout: list[Laid] = [("YW.Y", 0, 0), ("TWYY", 1, -1), ("W.WT", 2, 0)]
    position = over(*layout, identities=["white", CHIHUAHUA, "grey", "ginger"])
    assert position.scores() == [3 + 3, 2 * 2 + 2, 3 + 3, 0]
    assert position.winners() == [1]
    position = over(*layout, identities=["white", "tabby", "grey", "ginger"])
    assert position.winners() == [0, 2]


@pytest.mark.rule("CAT-E5")
def test_among_equal_cats_the_one_with_the_largest_zone_of_its_own_wins() -> None:
    #   G G
    # T . T
    # B T
    position = over(("GGYT", 0, 0), ("T.BT", -1, 1), identities=["tabby", "ginger"])
    assert position.scores() == [3 + 1, 2 + 2]
    assert position.winners() == [1]


@pytest.mark.rule("CAT-E5")
def test_who_are_still_equal_share_the_win() -> None:
    position = over(("WGWG", 0, 0), identities=["ginger", "white"])
    assert position.scores() == [4, 4]
    assert position.winners() == [0, 1]
    #     G G
    # . T W T        three have four points, and two of them a zone of two
    # T Y W
    layout: list[Laid] = [("BB.W", 0, 0), (".TTY", -1, 0), ("GGWT", 1, -1)]
    position = over(*layout, identities=["ginger", "tabby", "white"])
    assert position.scores() == [2 + 2, 3 + 1, 2 + 2]
    assert position.winners() == [0, 2]


@pytest.mark.rule("CAT-A3", "CAT-E5")
def test_each_token_that_was_not_used_is_worth_a_point() -> None:
    tokens = [["paw", "fish"], TOKENS[:3], []]
    identities = ["ginger", "tabby", "grey"]
    position = over(("GGTY", 0, 0), identities=identities, tokens=tokens, advanced=True)
    assert position.scores() == [4 + 2, 2 + 3, 2]
    assert position.winners() == [0]
    tokens = [["paw"], TOKENS[:3], TOKENS[2:]]
    position = over(("GGTY", 0, 0), identities=identities, tokens=tokens, advanced=True)
    assert position.scores() == [4 + 1, 2 + 3, 2 + 3]
    assert position.winners() == [0]  # by its zone, for tokens break no tie


@pytest.mark.rule("CAT-A3", "CAT-A6")
def test_a_square_under_a_guard_counts_as_any_other_and_its_token_does_not() -> None:
    position = over(
        ("GGTY", 0, 0), identities=["ginger", "tabby"], guards=[(1, 0, 0)], advanced=True
    )
    assert position.scores() == [4 + 5, 2 + 4]
    assert state(position)["guards"] == [{"seat": 1, "at": [0, 0]}]
