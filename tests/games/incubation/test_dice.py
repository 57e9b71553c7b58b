"""Rolling and using the dice: INC-T1 to INC-T14."""

from typing import Any

import pytest
from support.games.incubation.positions import (
    BLUE_12,
    EMPTY,
    GREEN_11,
    GREEN_21,
    MYSTERY_11,
    MYSTERY_22,
    PURPLE_11,
    RED_21,
    RED_22,
    RED_31,
    STANDARD,
    STAY,
    held,
    offered,
    open_treasure,
    overflow,
    place,
    state,
    table,
    take_egg,
    use,
)
from support.runs import compiled_only

from menagerie import IllegalMove, Position
from menagerie.games.incubation.turn import roll_dice

FACES = ("fire", "water", "gold", "chest")
SCARCE = STANDARD | {"name": "scarce", "supply": {"fire": 5, "water": 5, "gold": 12}}


def rolled(dice: list[str], *slots: Any, **fields: Any) -> Position:
    """The dice lie there, and may be rolled again."""
    return table(*slots, phase="reroll", dice=dice, **fields)


def until(wanted: list[str], which: list[int], **fields: Any) -> Position:
    """Reroll some dice, at tables of many seeds, until they come up as wanted."""
    for seed in range(1000):
        position = rolled(fields.get("dice", ["chest", "fire"]), [], [], seed=seed)
        position.push({"do": "reroll", "dice": which})
        if state(position)["dice"] == wanted:
            return position
    raise AssertionError


@pytest.mark.rule("INC-T1")
def test_one_or_both_dice_can_be_rolled_again_once() -> None:
    position = rolled(["fire", "water"], [], [])
    assert offered(position) == [
        STAY,
        {"do": "reroll", "dice": [0]},
        {"do": "reroll", "dice": [1]},
        {"do": "reroll", "dice": [0, 1]},
    ]
    seen: dict[str, set[str]] = {"kept": set(), "rolled": set()}
    for seed in range(100):
        position = rolled(["gold", "water"], [], [], seed=seed)
        position.push({"do": "reroll", "dice": [1]})
        seen["kept"].add(state(position)["dice"][0])
        seen["rolled"].add(state(position)["dice"][1])
        assert state(position)["rolls"] == 2
        assert state(position)["phase"] == "dice"
        with pytest.raises(IllegalMove):
            position.push({"do": "reroll", "dice": [0]})
    assert seen == {"kept": {"gold"}, "rolled": {"fire", "water", "gold", "chest"}}


@compiled_only
@pytest.mark.rule("INC-T1")
def test_every_face_comes_up_as_often_as_it_is_on_the_die() -> None:
    counts = dict.fromkeys(FACES, 0)
    table_of_two = rolled(["gold", "water"], [], []).table
    for _ in range(6000):
        roll_dice(table_of_two, 3)
        for face in table_of_two.dice:
            counts[FACES[face]] += 1
    assert 3800 < counts["fire"] < 4200
    assert 3800 < counts["water"] < 4200
    assert 1850 < counts["gold"] < 2150
    assert 1850 < counts["chest"] < 2150


@pytest.mark.rule("INC-T2")
def test_a_chest_rolled_and_rerolled_away_turns_no_wheel() -> None:
    position = until(["gold", "fire"], [0])
    there = state(position)
    assert there["wheel"] == 0
    assert there["used"] == [False, False]
    assert not any(held(position, section) for section in range(8))


@pytest.mark.rule("INC-T2", "INC-T3")
def test_a_chest_on_the_final_dice_turns_the_wheel_whether_it_was_rerolled_or_not() -> None:
    for position in (rolled(["chest", "fire"], [], []), until(["chest", "fire"], [0])):
        if state(position)["phase"] == "reroll":
            assert state(position)["wheel"] == 0
            position.push(STAY)
        assert state(position)["wheel"] == 1
        assert state(position)["used"] == [True, False]
        assert held(position, 1) == {"gold": 1}
        assert held(position, 4) == {"water": 1}
        assert held(position, 6) == {"fire": 1}
        assert state(position)["supply"] == {"fire": 29, "water": 29, "gold": 104}


@pytest.mark.rule("INC-T3")
def test_the_wheel_comes_round_after_the_eighth_section() -> None:
    position = rolled(["gold", "chest"], [], [], wheel=7)
    position.push(STAY)
    assert state(position)["wheel"] == 0
    assert held(position, 0) == {"gold": 1}


@pytest.mark.rule("INC-T3", "INC-T14")
def test_what_the_supply_has_no_more_of_does_not_fall_into_a_treasure() -> None:
    treasures = {3: {"water": 5}}
    position = rolled(["gold", "chest"], [], [], treasures=treasures, edition=SCARCE)
    position.push(STAY)
    assert held(position, 1) == {"gold": 1}
    assert held(position, 4) == {}
    assert held(position, 6) == {"fire": 1}


@pytest.mark.rule("INC-T4")
def test_two_chests_take_one_treasure_of_any_colour_and_the_wheel_stays() -> None:
    treasures = {1: {"gold": 2}, 6: {"fire": 3}}
    position = rolled(["chest", "chest"], [], [], treasures=treasures)
    position.push(STAY)
    assert state(position)["wheel"] == 0
    assert state(position)["used"] == [True, True]
    assert offered(position) == [open_treasure(1), open_treasure(6)]
    position.push(open_treasure(6))  # though nothing of it can be used
    assert held(position, 6) == {"fire": 3}
    assert state(position)["turn"] == 1


@pytest.mark.rule("INC-T4")
def test_the_only_treasure_is_taken_without_asking() -> None:
    position = rolled(["chest", "chest"], [], [], treasures={1: {"gold": 2, "water": 1}})
    position.push(STAY)
    assert state(position)["gold"] == [2, 0]
    assert held(position, 1) == {"water": 1}
    assert position.turn == 1


@pytest.mark.rule("INC-T4")
def test_two_chests_with_all_treasures_empty_do_nothing() -> None:
    position = rolled(["chest", "chest"], [], [])
    position.push(STAY)
    assert state(position)["turn"] == 1
    assert state(position)["wheel"] == 0
    assert state(position)["supply"] == {"fire": 30, "water": 30, "gold": 105}


@pytest.mark.rule("INC-T5")
def test_from_two_chests_gold_is_mine_needs_are_met_as_i_choose_and_the_rest_stays() -> None:
    treasures = {2: {"gold": 4, "fire": 2, "water": 9}, 3: {"gold": 1}}
    slots = [(RED_21, 0, 0), (RED_31, 0, 0)]
    position = rolled(["chest", "chest"], slots, [], treasures=treasures)
    position.push(STAY)
    position.push(open_treasure(2))
    assert state(position)["gold"] == [4, 0]
    assert state(position)["placing"] == {"water": 2, "fire": 2}
    assert held(position, 2) == {"water": 7}
    assert offered(position) == [place("fire", 0), place("fire", 1)]
    position.push(place("fire", 1))
    position.push(place("fire", 1))
    position.push(place("water", 0))  # then only the other one needs water: not asked
    assert state(position)["slots"][0] == [
        {"egg": RED_21, "fire": 0, "water": 1},
        {"egg": RED_31, "fire": 2, "water": 1},
    ]
    assert held(position, 2) == {"water": 7}
    assert state(position)["turn"] == 1


@pytest.mark.rule("INC-T6")
def test_dice_are_used_in_any_order_for_what_they_show_or_for_an_egg() -> None:
    position = table([(RED_21, 0, 0)], [], dice=["fire", "gold"])
    eggs = [take_egg(die, pile) for die in (0, 1) for pile in range(3)]
    assert offered(position) == [use(0), use(1), *eggs]
    for first, second in ((0, 1), (1, 0)):
        position = table([(RED_21, 0, 0)], [], dice=["fire", "gold"])
        position.push(use(first))
        with pytest.raises(IllegalMove, match="used already"):
            position.push(use(first))
        position.push(use(second))
        assert state(position)["gold"] == [1, 0]
        assert state(position)["slots"][0][0] == {"egg": RED_21, "fire": 1, "water": 0}


@pytest.mark.rule("INC-T7")
def test_gold_brings_one_and_two_gold_bring_three() -> None:
    position = table([], [], dice=["gold", "water"])
    position.push(use(0))
    assert state(position)["gold"] == [1, 0]
    position = table([], [], dice=["gold", "gold"])
    position.push(use(0, 1))
    assert state(position)["gold"] == [3, 0]
    assert state(position)["supply"]["gold"] == 102


@pytest.mark.rule("INC-T7", "INC-T12")
def test_a_double_with_one_die_used_for_an_egg_brings_one() -> None:
    position = table([], [], dice=["gold", "gold"])
    assert offered(position) == [use(0, 1), *(take_egg(0, pile) for pile in range(3))]
    position.push(take_egg(0, 1))
    assert offered(position) == [use(1), *(take_egg(1, pile) for pile in range(3))]
    position.push(use(1))
    assert state(position)["gold"] == [1, 0]


@pytest.mark.rule("INC-T8")
@pytest.mark.parametrize("food", ["fire", "water"])
def test_fire_and_water_go_where_i_choose_within_the_needs(food: str) -> None:
    position = table([(RED_22, 0, 0), (MYSTERY_22, 0, 0)], [], dice=[food, food])
    position.push(use(0, 1))
    assert state(position)["supply"][food] == 27
    assert state(position)["placing"] == EMPTY | {food: 3}
    position.push(place(food, 1))
    position.push(place(food, 1))  # the third can go to one egg only, and is not asked about
    assert [slot[food] for slot in state(position)["slots"][0]] == [1, 2]
    assert state(position)["turn"] == 1


@pytest.mark.rule("INC-T8")
def test_different_dice_are_not_used_together() -> None:
    position = table([(RED_22, 0, 0)], [], dice=["fire", "water"])
    with pytest.raises(IllegalMove, match="equal dice"):
        position.push(use(0, 1))


@pytest.mark.rule("INC-T8", "INC-T10")
def test_three_fire_for_needs_of_one_and_one_the_third_overflows() -> None:
    position = table([(GREEN_11, 0, 0), (PURPLE_11, 0, 0)], [], dice=["fire", "fire"])
    position.push(use(0, 1))
    assert state(position)["placing"] == {"water": 0, "fire": 2}
    assert state(position)["overflow"] == {"water": 0, "fire": 1}
    assert offered(position) == [place("fire", 0), place("fire", 1)]
    position.push(place("fire", 0))
    assert state(position)["phase"] == "overflow"
    assert [slot["fire"] for slot in state(position)["slots"][0]] == [1, 1]
    assert offered(position) == [overflow(section) for section in range(8)]
    position.push(overflow(5))
    assert held(position, 5) == {"fire": 1}
    assert state(position)["turn"] == 1


@pytest.mark.rule("INC-T9")
def test_what_is_gained_must_be_placed_while_an_egg_needs_it() -> None:
    position = table([(RED_21, 1, 0), (BLUE_12, 0, 0)], [], dice=["fire", "gold"])
    position.push(use(0))
    assert offered(position) == [place("fire", 0), place("fire", 1)]
    with pytest.raises(IllegalMove, match="INC-T9"):
        position.push(use(1))
    with pytest.raises(IllegalMove, match="INC-T9"):
        position.push(overflow(0))


@pytest.mark.rule("INC-T10")
def test_what_both_dice_leave_over_goes_into_one_treasure_together() -> None:
    position = table([(GREEN_11, 0, 1), (BLUE_12, 1, 2)], [], dice=["water", "fire"])
    position.push(use(0))
    assert state(position)["overflow"] == {"water": 1, "fire": 0}
    position.push(use(1))  # the one fire completes the green egg
    assert state(position)["phase"] == "overflow"
    position.push(overflow(7))
    assert held(position, 7) == {"water": 1}
    position = table([(RED_21, 2, 1)], [], dice=["water", "fire"])
    position.push(use(0))
    position.push(use(1))
    assert state(position)["overflow"] == {"water": 1, "fire": 1}
    position.push(overflow(3))
    assert held(position, 3) == {"water": 1, "fire": 1}


@pytest.mark.rule("INC-T10", "INC-T11")
def test_an_egg_taken_with_the_first_die_is_fed_with_the_second() -> None:
    position = table([], [], dice=["gold", "fire"], piles=[[GREEN_21], [RED_21], [BLUE_12]])
    position.push(take_egg(0, 0))
    position.push(use(1))
    assert state(position)["slots"][0] == [{"egg": GREEN_21, "fire": 1, "water": 0}, None]
    assert state(position)["turn"] == 1


@pytest.mark.rule("INC-T10")
def test_an_egg_taken_with_the_second_die_gets_what_the_first_left_over() -> None:
    position = table([], [], dice=["fire", "gold"], piles=[[GREEN_21], [RED_21], [BLUE_12]])
    position.push(use(0))
    assert state(position)["overflow"] == {"water": 0, "fire": 1}
    position.push(take_egg(1, 0))
    assert state(position)["slots"][0] == [{"egg": GREEN_21, "fire": 1, "water": 0}, None]
    assert state(position)["turn"] == 1
    assert state(position)["overflow"] == EMPTY


@pytest.mark.rule("INC-T11")
def test_two_dice_may_take_two_eggs_and_a_chest_none() -> None:
    position = table([], [], dice=["fire", "fire"])
    position.push(take_egg(0, 0))
    position.push(take_egg(1, 0))
    assert [slot is None for slot in state(position)["slots"][0]] == [False, False]
    position = table([], [], dice=["chest", "fire"], used=[True, False])
    with pytest.raises(IllegalMove, match="a chest cannot take an egg"):
        position.push(take_egg(0, 0))
    with pytest.raises(IllegalMove, match="INC-T2"):
        position.push(use(0))


@pytest.mark.rule("INC-T11")
def test_an_empty_pile_gives_no_egg() -> None:
    position = table([], [], dice=["gold", "fire"], piles=[[], [RED_21], [RED_22]])
    assert take_egg(0, 0) not in offered(position)
    with pytest.raises(IllegalMove, match="the pile is empty"):
        position.push(take_egg(0, 0))


@pytest.mark.rule("INC-T12")
def test_of_two_equal_dice_the_first_takes_the_egg() -> None:
    position = table([(RED_22, 0, 0)], [], dice=["fire", "fire"])
    for move in (use(0), use(1), take_egg(1, 0)):
        with pytest.raises(IllegalMove, match="INC-T12"):
            position.push(move)
    position.push(take_egg(0, 0))
    position.push(use(1))
    assert state(position)["placing"] == {"water": 0, "fire": 1}


@pytest.mark.rule("INC-T13")
def test_no_empty_incubator_no_egg() -> None:
    position = table([(RED_22, 0, 0), (MYSTERY_11, 0, 0)], [], dice=["fire", "gold"])
    assert offered(position) == [use(0), use(1)]
    with pytest.raises(IllegalMove, match="no empty incubator"):
        position.push(take_egg(0, 0))


@pytest.mark.rule("INC-T14")
def test_from_a_supply_that_runs_dry_only_what_is_there_is_gained() -> None:
    treasures = {0: {"fire": 3, "gold": 2}, 1: {"gold": 10, "water": 5}}
    slots = [(RED_31, 0, 0), (MYSTERY_22, 0, 0)]
    position = table(slots, [], dice=["fire", "fire"], treasures=treasures, edition=SCARCE)
    position.push(use(0, 1))
    assert state(position)["placing"] == {"water": 0, "fire": 2}
    assert state(position)["supply"]["fire"] == 0
    position = table(slots, [], dice=["water", "gold"], treasures=treasures, edition=SCARCE)
    position.push(use(0))
    position.push(use(1))
    assert state(position)["gold"] == [0, 0]
    assert state(position)["overflow"] == state(position)["placing"] == EMPTY
    assert state(position)["turn"] == 1
