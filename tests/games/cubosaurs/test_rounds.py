"""Rounds and the end of the game: CUB-R1 to CUB-R4."""

from typing import Any

import pytest
from support.games.cubosaurs.positions import KEEP, advanced, state, table
from support.games.cubosaurs.referee_scoring import all_kinds

from menagerie import BadInput, new


@pytest.mark.rule("CUB-R1")
@pytest.mark.parametrize(("players", "rounds"), [(2, 3), (3, 2), (4, 2), (5, 2)])
def test_two_rounds_but_three_for_two_players(players: int, rounds: int) -> None:
    position = new("cubosaurs", players=players, seed=1)
    assert position.header.options["rounds"] == rounds
    while not position.is_over():
        position.push(position.legal_moves[0])
    assert len(state(position)["round_scores"]) == rounds


@pytest.mark.rule("CUB-R1")
def test_one_to_five_rounds_may_be_chosen() -> None:
    for rounds in range(1, 6):
        position = new("cubosaurs", players=2, seed=1, rounds=rounds)
        while not position.is_over():
            position.push(position.legal_moves[-1])
        assert len(state(position)["round_scores"]) == rounds
    for wrong in (0, 6, "2", True, 2.0):
        with pytest.raises(BadInput, match="rounds"):
            new("cubosaurs", rounds=wrong)


def next_round(*collections: str, **given: Any) -> dict[str, Any]:
    """The position after the last card of a round was kept."""
    position = table(*collections, deck="", **given)
    position.push(KEEP)
    return state(position)


@pytest.mark.rule("CUB-R2")
def test_whoever_scored_least_starts_the_next_round() -> None:
    there = next_round("trex", "brontosaurus", "stegosaurus", hand="pterodactyl")
    assert there["round_scores"] == [[3, -3, 2]]
    assert there["starter"] == there["turn"] == there["to_move"] == 1


@pytest.mark.rule("CUB-R2")
@pytest.mark.parametrize(
    ("starter", "direction", "next_starter"), [(0, 1, 1), (2, 1, 3), (0, -1, 3), (2, -1, 1)]
)
def test_among_equals_it_is_whose_turn_came_first(
    starter: int, direction: int, next_starter: int
) -> None:
    there = next_round(
        *("trex", "brontosaurus", "stegosaurus", "brontosaurus+dna"),
        hand="trex+dna",
        starter=starter,
        direction=direction,
    )
    assert there["round_scores"] == [[1, -3, 2, -3]]
    assert there["starter"] == next_starter


@pytest.mark.rule("CUB-R2")
def test_the_starter_comes_first_among_equals() -> None:
    there = next_round("pterodactyl", "pterodactyl", hand="pterodactyl", starter=1)
    assert there["round_scores"] == [[-1, -1]]
    assert there["starter"] == 1


@pytest.mark.rule("CUB-R3")
@pytest.mark.parametrize(("number", "direction"), [(1, 1), (2, -1), (3, 1), (4, -1)])
def test_each_round_is_dealt_anew_and_goes_the_other_way(number: int, direction: int) -> None:
    there = next_round(
        *("trex", "brontosaurus"),
        options={"rounds": 5},
        round=number,
        direction=direction,
        round_scores=[[0, 0]] * (number - 1),
    )
    assert there["round"] == number + 1
    assert there["direction"] == -direction
    collected = [card for own in there["collections"] for card in own]
    cards = [*there["deck"], *there["hand"], *there["aside"], *collected]
    assert sorted(cards) == all_kinds(new("cubosaurs").header.edition)
    assert [len(own) for own in there["collections"]] == [4, 4]


def final(first: list[int], last: str, other: str, **given: Any) -> Any:
    """A game whose last round has just been scored, after a first one with these scores."""
    position = advanced(
        last,
        other,
        hand="pterodactyl",
        deck="",
        round=2,
        direction=-1,
        round_scores=[first],
        options={"rounds": 2},
        **given,
    )
    position.push(KEEP)
    assert position.is_over()
    return position


@pytest.mark.rule("CUB-R4")
def test_the_total_of_the_rounds_decides() -> None:
    position = final([5, 0], "", "trex")
    assert position.scores() == [4, 4]
    assert position.winners() == [1]


@pytest.mark.rule("CUB-R4")
def test_among_equals_the_last_round_decides_and_then_the_win_is_shared() -> None:
    assert final([0, 0], "", "pterodactyl").winners() == [0, 1]
    assert final([9, 0], "", "trex").winners() == [0]


@pytest.mark.rule("CUB-A19")
def test_every_two_tokens_left_add_a_point_but_break_no_tie() -> None:
    position = final([0, 0], "", "", dna=[3, 1])
    assert position.scores() == [-1 + 1, 0]
    assert state(position)["round_scores"][-1] == [-1, 0]
    assert position.winners() == [1]


@pytest.mark.rule("CUB-R4")
def test_after_the_end_the_table_stays_as_it_is() -> None:
    position = final([0, 0], "trex", "", dna=[3, 1])
    there = state(position)
    assert there["phase"] == "over"
    assert there["to_move"] is None
    assert there["collections"] == [["pterodactyl", "trex"], []]
    assert position.legal_moves == []
    with pytest.raises(BadInput, match="CUB-R4"):
        position.push(KEEP)
