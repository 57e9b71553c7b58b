"""The end of a round and its points: CUB-E1 to CUB-E8."""

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.games.cubosaurs.positions import KEEP, STANDARD, refuse, state, table
from support.games.cubosaurs.referee_scoring import Box, all_kinds
from support.runs import JIT_DISABLED, compiled_only

from menagerie import Position, discovery


def scores(*collections: str, tiles: list[list[str]] | None = None) -> list[int]:
    """What collections score in a round, by the score sheet."""
    return sheet([cards.split() for cards in collections], tiles)


def sheet(
    collections: list[list[str]],
    tiles: list[list[str]] | None = None,
    edition: dict[str, Any] = STANDARD,
) -> list[int]:
    game = discovery.load("cubosaurs")
    data: dict[str, Any] = {"collections": collections}
    if tiles is not None:
        data["tiles"] = tiles
    return game.score_sheet.score(data, game.blank(edition), game.text("en")).scores


@pytest.mark.rule("CUB-E1")
def test_the_round_ends_when_a_card_must_be_drawn_and_there_is_none() -> None:
    position = table("", "trex", hand="trex", deck="", options={"rounds": 1})
    position.push(KEEP)
    assert position.is_over()
    assert state(position)["round_scores"] == [[4, 4]]


@pytest.mark.rule("CUB-E1")
def test_play_goes_on_with_an_empty_deck_while_a_hand_goes_round() -> None:
    position = table("grey:1", "black:1", hand="trex", deck="", options={"rounds": 1})
    position.push(refuse("grey:1"))
    assert position.turn == 1
    position.push(refuse("black:1"))
    assert position.turn == 0
    position.push(KEEP)
    assert position.is_over()


@pytest.mark.rule("CUB-E2")
def test_a_score_can_be_negative_and_no_cards_are_worth_nothing() -> None:
    assert scores("brontosaurus", "") == [-3, 0]


@pytest.mark.rule("CUB-E3")
@pytest.mark.parametrize("name", STANDARD["series"])
def test_a_series_scores_by_how_many_there_are(name: str) -> None:
    values = STANDARD["series"][name]
    for count in range(1, 8):
        assert scores(f"{name} " * count, "") == [values[min(count, 4) - 1], 0]


@pytest.mark.rule("CUB-E4")
@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("grey:2", -2),
        ("grey:1 black:2", 3),
        ("grey:1 grey:3 black:2", 4),
        ("grey:3 grey:3 grey:1 black:1 black:2", 3 + 3 + 1 + 2 - 1),
        ("grey:1 grey:2 black:3 black:3 black:1", 1 + 2 + 3 + 3 - 1),
    ],
)
def test_raptors_pair_up_as_is_best_for_their_owner(cards: str, points: int) -> None:
    assert scores(cards, "") == [points, 0]


@pytest.mark.rule("CUB-E4")
def test_where_plus_and_minus_differ_the_best_pairs_are_still_found() -> None:
    edition = copy.deepcopy(STANDARD)
    edition["raptors"]["grey"] = [[5, 0], [1, 9], [2, 2], [2, 2], [2, 2], [3, 3], [3, 3]]
    assert sheet([["grey:5/0", "grey:1/9", "black:2"], []], edition=edition) == [1 + 2, 0]
    assert sheet([["grey:5/0", "grey:2", "black:2"], []], edition=edition) == [5 + 2 - 2, 0]


@pytest.mark.rule("CUB-E5")
def test_an_egg_scores_if_nobody_has_more_and_a_tie_is_enough() -> None:
    assert scores("egg:stegosaurus stegosaurus", "") == [4 + 2, 0]
    assert scores("egg:stegosaurus stegosaurus", "stegosaurus") == [4 + 2, 2]
    assert scores("egg:stegosaurus stegosaurus", "stegosaurus stegosaurus") == [2 - 3, -1]


@pytest.mark.rule("CUB-E5")
def test_two_players_can_be_best_for_different_eggs() -> None:
    assert scores("egg:trex", "trex", "egg:pentaceratops") == [-2, 4, 3]


@pytest.mark.rule("CUB-E6")
def test_the_raptors_egg_counts_both_colours_paired_or_not() -> None:
    assert scores("egg:raptors grey:1 black:1", "grey:1 grey:2") == [3 + 2, -3]
    assert scores("egg:raptors grey:1 black:1", "grey:1 grey:2 black:1") == [-3 + 2, 3 - 1]


@pytest.mark.rule("CUB-E7")
def test_a_tie_at_none_at_all_is_a_tie() -> None:
    assert scores("egg:brontosaurus", "") == [4, 0]


@pytest.mark.rule("CUB-E8")
def test_the_worked_example() -> None:
    own = "brontosaurus " * 3 + "pentaceratops egg:pentaceratops black:2 grey:3 grey:1"
    assert scores(own, "pentaceratops pentaceratops") == [3, -1]
    both = scores(own + " pentaceratops", "pentaceratops pentaceratops")
    assert both == [5 - 1 + 3 + 4, -1]


@st.composite
def deals(draw: Any) -> list[list[str]]:
    cards = draw(st.permutations(all_kinds(STANDARD)))
    players = draw(st.integers(2, 5))
    ends = sorted(draw(st.lists(st.integers(0, 10 * players), min_size=players, max_size=players)))
    return [cards[start:end] for start, end in zip([0, *ends], ends, strict=False)]


@compiled_only
@given(deals(), st.randoms(use_true_random=False))
@settings(max_examples=100 if JIT_DISABLED else 500, deadline=None)
@pytest.mark.rule("CUB-E3", "CUB-E4", "CUB-E5", "CUB-E6", "CUB-A8", "CUB-A9")
def test_any_collections_score_as_an_independent_count_says(
    collections: list[list[str]], rng: Any
) -> None:
    tiles: list[list[str]] = [[] for _ in collections]
    rng.choice(tiles).append("types")
    rng.choice(tiles).append("eggs")
    options = {"advanced": True, "interaction": True, "open_hands": False, "rounds": 1}
    box = Box(STANDARD, len(collections), options)
    assert sheet(collections, tiles) == box.score_round(collections, tiles)


@pytest.mark.rule("CUB-E2")
def test_points_in_mid_game_count_the_collections_as_they_lie() -> None:
    position: Position = table("trex", "brontosaurus", hand="grey:1", options={"rounds": 1})
    assert position.scores() == [4, -3]
