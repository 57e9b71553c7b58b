"""Hatching: INC-H1 to INC-H6."""

from typing import Any

import pytest
from support.games.incubation.positions import (
    BLUE_12,
    BLUE_22,
    GREEN_11,
    GREEN_PURPLE_22,
    MYSTERY_11,
    PURPLE_11,
    RED_21,
    RED_22,
    RED_BLUE_22,
    Slot,
    held,
    offered,
    open_treasure,
    state,
    table,
    take_egg,
    use,
)

from menagerie import IllegalMove, Position

HATCH = [{"do": "hatch", "slot": 0}, {"do": "hatch", "slot": 1}]


def fed(slots: list[Slot], **fields: Any) -> Position:
    """A table on which a die with fire has just gone where it is needed."""
    position = table(slots, [], dice=["fire", "chest"], used=[False, True], **fields)
    position.push(use(0))
    return position


@pytest.mark.rule("INC-H1")
def test_an_egg_with_all_it_needs_hatches_and_its_fire_and_water_return() -> None:
    position = fed([(RED_21, 1, 1)])
    there = state(position)
    assert there["slots"][0] == [None, None]
    assert there["dragons"] == [[RED_21], []]
    assert there["supply"]["fire"] == there["supply"]["water"] == 30
    assert there["turn"] == 1


@pytest.mark.rule("INC-H1")
def test_nothing_hatches_between_the_two_dice() -> None:
    position = table([(RED_21, 1, 1), (RED_22, 0, 0)], [], dice=["fire", "gold"])
    position.push(use(0))
    position.push({"do": "place", "resource": "fire", "slot": 0})
    assert state(position)["phase"] == "dice"
    assert state(position)["dragons"] == [[], []]
    with pytest.raises(IllegalMove, match="no empty incubator"):
        position.push(take_egg(1, 0))
    with pytest.raises(IllegalMove, match="INC-H1"):
        position.push(HATCH[0])
    position.push(use(1))
    assert state(position)["dragons"] == [[RED_21], []]


@pytest.mark.rule("INC-H1", "INC-H3")
def test_of_two_ready_eggs_i_choose_and_the_treasure_of_the_first_feeds_nothing() -> None:
    treasures = {0: {"gold": 2, "fire": 3, "water": 3}, 2: {"gold": 1}}
    position = table(
        [(RED_21, 2, 1), (GREEN_11, 1, 1)],
        [],
        phase="hatch",
        used=[True, True],
        treasures=treasures,
    )
    assert offered(position) == HATCH
    position.push(HATCH[0])
    there = state(position)
    assert there["dragons"] == [[RED_21, GREEN_11], []]
    assert there["gold"] == [3, 0]
    assert held(position, 0) == {"fire": 3, "water": 3}
    position.pop()
    position.push(HATCH[1])
    assert state(position)["dragons"] == [[GREEN_11, RED_21], []]


@pytest.mark.rule("INC-H2")
def test_a_dragon_takes_one_treasure_of_its_colour_that_is_not_empty() -> None:
    treasures = {0: {"gold": 1}, 1: {"gold": 7}, 4: {"fire": 2}}
    position = fed([(RED_21, 1, 1)], treasures=treasures)
    assert state(position)["phase"] == "treasure"
    assert state(position)["owed_colours"] == ["red"]
    assert offered(position) == [open_treasure(0), open_treasure(4)]
    with pytest.raises(IllegalMove, match="not of the dragon's colour"):
        position.push(open_treasure(1))
    position.push(open_treasure(4))  # of no use, but a choice
    assert state(position)["gold"] == [0, 0]
    assert held(position, 4) == {"fire": 2}
    assert state(position)["turn"] == 1


@pytest.mark.rule("INC-H2")
def test_the_only_treasure_of_the_colour_is_taken_and_an_empty_one_is_no_choice() -> None:
    position = fed([(RED_21, 1, 1)], treasures={4: {"gold": 3}, 1: {"gold": 7}})
    assert state(position)["gold"] == [3, 0]
    position = fed([(RED_21, 1, 1)], treasures={1: {"gold": 7}})
    assert state(position)["gold"] == [0, 0]
    assert state(position)["turn"] == 1


@pytest.mark.rule("INC-H3")
def test_gold_is_mine_needs_are_met_and_the_rest_stays_in_the_treasure() -> None:
    treasures = {0: {"gold": 2, "fire": 3, "water": 1}}
    position = fed([(RED_21, 1, 1), (BLUE_22, 2, 1)], treasures=treasures)
    there = state(position)
    assert there["gold"] == [2, 0]
    assert there["dragons"][0] == [RED_21, BLUE_22]
    assert held(position, 0) == {"fire": 3}
    position = fed([(RED_21, 1, 1), (RED_22, 2, 0)], treasures={0: {"water": 1, "fire": 1}})
    assert state(position)["slots"][0] == [None, {"egg": RED_22, "fire": 2, "water": 1}]
    assert held(position, 0) == {"fire": 1}


@pytest.mark.rule("INC-H4")
def test_a_chain_of_two_hatchings_through_a_treasure() -> None:
    treasures = {0: {"water": 2}, 1: {"gold": 4}, 5: {"gold": 9}}
    position = fed([(RED_21, 1, 1), (BLUE_12, 1, 0)], treasures=treasures)
    there = state(position)
    assert there["dragons"][0] == [RED_21, BLUE_12]
    assert there["phase"] == "treasure"  # of two blue ones
    assert offered(position) == [open_treasure(1), open_treasure(5)]
    position.push(open_treasure(5))
    assert state(position)["gold"] == [9, 0]
    assert state(position)["supply"]["water"] == 30


@pytest.mark.rule("INC-H5")
def test_a_hybrid_takes_a_treasure_of_each_colour_in_the_order_of_the_card() -> None:
    treasures = {0: {"gold": 1}, 4: {"gold": 2}, 1: {"gold": 3}, 5: {"gold": 4}}
    position = fed([(RED_BLUE_22, 1, 2)], treasures=treasures)
    assert state(position)["owed_colours"] == ["red", "blue"]
    assert offered(position) == [open_treasure(0), open_treasure(4)]
    position.push(open_treasure(4))
    assert state(position)["owed_colours"] == ["blue"]
    assert offered(position) == [open_treasure(1), open_treasure(5)]
    position.push(open_treasure(1))
    assert state(position)["gold"] == [5, 0]
    assert state(position)["owed_colours"] == []


@pytest.mark.rule("INC-H5")
def test_a_hybrid_takes_both_treasures_before_another_egg_hatches() -> None:
    treasures = {0: {"fire": 1}, 1: {"gold": 3}, 5: {"gold": 4}, 3: {"gold": 20}}
    position = fed([(RED_BLUE_22, 1, 2), (PURPLE_11, 0, 1)], treasures=treasures)
    position.push({"do": "place", "resource": "fire", "slot": 0})
    there = state(position)
    assert there["slots"][0] == [None, {"egg": PURPLE_11, "fire": 1, "water": 1}]
    assert there["owed_colours"] == ["blue"]
    assert there["dragons"][0] == [RED_BLUE_22]
    position.push(open_treasure(1))
    assert state(position)["dragons"][0] == [RED_BLUE_22, PURPLE_11]
    assert state(position)["gold"] == [23, 0]


@pytest.mark.rule("INC-H5", "INC-H2")
@pytest.mark.parametrize(("section", "gold"), [(2, 5), (7, 6)])
def test_a_hybrid_with_one_of_its_colours_empty_takes_the_other(section: int, gold: int) -> None:
    treasures = {section: {"gold": gold}, 0: {"gold": 9}}
    position = fed([(GREEN_PURPLE_22, 1, 2)], treasures=treasures)
    assert state(position)["gold"] == [gold, 0]
    assert state(position)["turn"] == 1


@pytest.mark.rule("INC-H6")
def test_a_mystery_dragon_takes_no_treasure() -> None:
    position = fed([(MYSTERY_11, 0, 1)], treasures={0: {"gold": 9}, 1: {"gold": 9}})
    assert state(position)["dragons"][0] == [MYSTERY_11]
    assert state(position)["gold"] == [0, 0]
    assert state(position)["turn"] == 1
