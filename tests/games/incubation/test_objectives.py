"""Objectives: INC-O1 to INC-O5. Seat 0 uses its last die, and its turn comes to step 4."""

from typing import Any

import pytest
from support.games.incubation.positions import (
    GREEN_11,
    MYSTERIES,
    RED_21,
    RED_22,
    RED_31,
    offered,
    state,
    table,
    use,
)

from menagerie import IllegalMove, Position

THREE_RED, THREE_BLUE, ALL_COLOURS, TWO_RED_TWO_BLUE, TEN_GOLD, RED_GREEN_GOLD = 0, 1, 4, 5, 7, 8
RED_GREEN = 25
FILLER = [3, 6, 9]


def ending(dragons: list[int], objectives: list[int], gold: int = 0, **fields: Any) -> Position:
    """A turn in which one gold is gained with the last die."""
    position = table(
        [],
        [],
        dice=["gold", "chest"],
        used=[False, True],
        dragons=[dragons, []],
        objectives=sorted([*objectives, *FILLER][:5]),
        gold=[gold, 0],
        **fields,
    )
    position.push(use(0))
    return position


def taken(position: Position) -> list[int]:
    goals: list[int] = state(position)["taken"][0]
    return goals


@pytest.mark.rule("INC-O1")
def test_an_objective_that_is_met_is_taken_without_asking() -> None:
    position = ending([RED_21, RED_31, RED_22], [THREE_RED, THREE_BLUE])
    assert taken(position) == [THREE_RED]
    assert THREE_RED not in state(position)["objectives"]
    assert state(position)["turn"] == 1
    assert taken(ending([RED_21, RED_31], [THREE_RED, THREE_BLUE])) == []


@pytest.mark.rule("INC-O1")
@pytest.mark.parametrize(("gold", "met"), [(8, []), (9, [TEN_GOLD]), (20, [TEN_GOLD])])
def test_gold_counts_as_it_is_at_the_end_of_the_turn(gold: int, met: list[int]) -> None:
    assert taken(ending([], [TEN_GOLD, THREE_BLUE], gold)) == met


@pytest.mark.rule("INC-O1")
def test_dragons_and_gold_must_both_be_there() -> None:
    both = [RED_21, GREEN_11]
    assert taken(ending(both, [RED_GREEN_GOLD, THREE_BLUE], 5)) == [RED_GREEN_GOLD]
    assert taken(ending(both, [RED_GREEN_GOLD, THREE_BLUE], 4)) == []
    assert taken(ending(both[:1], [RED_GREEN_GOLD, THREE_BLUE], 5)) == []


@pytest.mark.rule("INC-O2")
def test_of_several_met_i_choose_one_and_the_others_wait() -> None:
    position = ending([RED_21, RED_31, RED_22], [THREE_RED, TEN_GOLD], 9)
    assert state(position)["phase"] == "objective"
    assert offered(position) == [{"do": "objective", "index": goal} for goal in (0, 7)]
    with pytest.raises(IllegalMove, match="not met"):
        position.push({"do": "objective", "index": 3})
    with pytest.raises(IllegalMove, match="not in the game"):
        position.push({"do": "objective", "index": 2})
    position.push({"do": "objective", "index": 7})
    assert taken(position) == [TEN_GOLD]
    assert state(position)["turn"] == 1
    assert THREE_RED in state(position)["objectives"]


@pytest.mark.rule("INC-O3")
def test_hybrids_never_count() -> None:
    assert taken(ending([RED_21, RED_31, RED_GREEN, 24, 26], [THREE_RED, THREE_BLUE])) == []


@pytest.mark.rule("INC-O4")
def test_a_mystery_stands_for_any_one_colour() -> None:
    mystery, other = MYSTERIES[0], MYSTERIES[1]
    assert taken(ending([RED_21, RED_31, mystery], [THREE_RED, ALL_COLOURS])) == [THREE_RED]
    assert taken(ending([RED_21, mystery], [THREE_RED, ALL_COLOURS])) == []
    colours = [RED_21, GREEN_11, mystery, other]
    assert taken(ending(colours, [TWO_RED_TWO_BLUE, ALL_COLOURS])) == [ALL_COLOURS]
    assert taken(ending(colours[:3], [TWO_RED_TWO_BLUE, ALL_COLOURS])) == []
    three = ending(list(MYSTERIES[:3]), [THREE_BLUE, TWO_RED_TWO_BLUE])
    assert {move["index"] for move in offered(three)} == {THREE_BLUE, 3}  # three of a colour


@pytest.mark.rule("INC-O4", "INC-O5", "INC-O2")
def test_a_mystery_completes_two_different_objectives_in_different_turns() -> None:
    dragons = [RED_21, RED_31, 6, 7, MYSTERIES[0]]  # two red, two blue, a mystery
    position = ending(dragons, [THREE_RED, THREE_BLUE])
    position.push({"do": "objective", "index": THREE_RED})
    assert taken(position) == [THREE_RED]
    while state(position)["turn"] < 3:  # the other player's turn, and then mine again
        position.push(position.legal_moves[0])
    assert taken(position) == [THREE_RED, THREE_BLUE]
    assert state(position)["dragons"][0][: len(dragons)] == dragons


@pytest.mark.rule("INC-O5")
def test_nothing_is_spent() -> None:
    position = ending([RED_21, RED_31, RED_22], [THREE_RED, THREE_BLUE], 9)
    assert state(position)["gold"] == [10, 0]
    assert state(position)["dragons"][0] == [RED_21, RED_31, RED_22]


@pytest.mark.rule("INC-O1")
def test_only_the_player_whose_turn_it_is_takes_objectives() -> None:
    position = table(
        [],
        [],
        dice=["gold", "chest"],
        used=[False, True],
        dragons=[[], [RED_21, RED_31, RED_22]],
        objectives=[THREE_RED, THREE_BLUE, *FILLER],
    )
    position.push(use(0))
    assert state(position)["taken"] == [[], []]
