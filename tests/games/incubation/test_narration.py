"""The narration of moves, and the table in a terminal."""

from typing import Any

import pytest
from support.games.incubation.positions import (
    BLUE_12,
    GREEN_11,
    PURPLE_11,
    RED_21,
    RED_22,
    RED_31,
    RED_BLUE_22,
    STANDARD,
    STAY,
    open_treasure,
    overflow,
    place,
    state,
    table,
    take_egg,
    use,
)
from support.runs import JIT_DISABLED
from support.seat_texts import drawn, narration

from menagerie import Position, new
from menagerie.texts import LANGUAGES


def told(position: Position, move: dict[str, Any], language: str = "en") -> list[str]:
    """The narration, which is the same for all seats: take seat 1."""
    return narration(position, move, 1, language)


def next_roll(position: Position) -> str:
    return f"Player {position.table.to_move + 1} rolls {', '.join(state(position)['dice'])}."


@pytest.mark.rule("INC-S6", "INC-T1")
def test_the_first_eggs_and_the_first_roll_are_told() -> None:
    position = new("incubation", players=2, seed=3)
    while state(position)["phase"] == "draft":
        seat = position.turn
        lines = told(position, {"do": "take_egg", "pile": 1})
        assert lines[0].startswith(f"Player {(seat or 0) + 1} takes the ")
        assert lines[0].endswith("points) from pile 2.")
        assert lines[1].startswith("Pile 2 now shows the ")
    assert lines[2:] == [next_roll(position)]


@pytest.mark.rule("INC-T3", "INC-T14")
def test_the_wheels_turn_and_what_fell_where_are_told() -> None:
    scarce = STANDARD | {"name": "scarce", "supply": {"fire": 5, "water": 5, "gold": 12}}
    treasures = {7: {"water": 5}}
    fields: dict[str, Any] = {"phase": "reroll", "edition": scarce, "treasures": treasures}
    assert told(table([], [], dice=["chest", "gold"], **fields), STAY) == [
        "Player 1 keeps the dice: chest, gold.",
        "A chest: the wheel turns, its mark is at section 2.",
        "1 fire falls into treasure 7 (green).",
        "The supply runs dry: there is no more water.",
        "1 gold falls into treasure 2 (blue).",
    ]


@pytest.mark.rule("INC-T1", "INC-T4")
def test_dice_of_a_reroll_are_told_though_other_dice_lie_there_already() -> None:
    """Two chests and no choice: the next player has already rolled at the time of the narration."""
    seen = set()
    for seed in range(60):
        position = table([], [], phase="reroll", dice=["gold", "chest"], seed=seed)
        lines = told(position, {"do": "reroll", "dice": [0]})
        if state(position)["turn"] == 1:
            seen.add(seed)
            assert lines == [
                "Player 1 rolls die 1 (gold) again, and has chest, chest.",
                "Two chests, but all treasures are empty.",
                next_roll(position),
            ]
        else:
            dice = ", ".join(state(position)["dice"])
            assert lines[0] == f"Player 1 rolls die 1 (gold) again, and has {dice}."
    assert seen


@pytest.mark.rule("INC-T8", "INC-T10")
def test_what_is_gained_placed_and_left_over_is_told() -> None:
    position = table([(GREEN_11, 0, 0), (PURPLE_11, 0, 0)], [], dice=["fire", "fire"])
    assert told(position, use(0, 1)) == [
        "Player 1 uses both dice (fire, fire): 3 fire.",
        "1 fire: no egg of Player 1 needs it.",
    ]
    assert told(position, place("fire", 0)) == [
        "Player 1 gives 1 fire to the green egg in incubator 1.",
        "Player 1 gives 1 fire to the purple egg in incubator 2.",
    ]
    assert told(position, overflow(5)) == [
        "Player 1 puts 1 fire into treasure 6 (blue).",
        next_roll(position),
    ]


@pytest.mark.rule("INC-T14")
def test_a_dry_supply_is_told() -> None:
    treasures = {0: {"fire": 29, "gold": 105}}
    position = table([(RED_31, 0, 0)], [], dice=["fire", "fire"], treasures=treasures)
    assert told(position, use(0, 1))[:3] == [
        "Player 1 uses both dice (fire, fire): 1 fire.",
        "The supply runs dry: there is no more fire.",
        "Player 1 gives 1 fire to the red egg in incubator 1.",
    ]
    position = table([(RED_31, 0, 0)], [], dice=["gold", "fire"], treasures=treasures)
    assert told(position, use(0)) == ["The supply runs dry: there is no more gold."]


@pytest.mark.rule("INC-H1", "INC-H4", "INC-H5")
def test_a_chain_of_hatchings_is_told_step_by_step() -> None:
    treasures = {0: {"gold": 2, "water": 2, "fire": 1}}
    slots = [(RED_BLUE_22, 1, 2), (BLUE_12, 1, 0)]
    position = table(slots, [], dice=["fire", "gold"], used=[False, True], treasures=treasures)
    assert told(position, use(0)) == [
        "Player 1 uses die 1 (fire): 1 fire.",
        "Player 1 gives 1 fire to the red-blue egg in incubator 1.",
        "The red-blue egg in incubator 1 hatches: Player 1 has a red-blue dragon (3 points).",
        "Player 1 takes from treasure 1 (red): 2 gold, 2 water.",
        "1 fire stays in treasure 1 (red).",
        "Player 1 gives 2 water to the blue egg in incubator 2.",
        "No blue treasure has anything in it.",
        "The blue egg in incubator 2 hatches: Player 1 has a blue dragon (3 points).",
        "No blue treasure has anything in it.",
        next_roll(position),
    ]


@pytest.mark.rule("INC-H2", "INC-T4")
def test_a_treasure_of_no_use_is_told() -> None:
    treasures = {0: {"fire": 1}, 1: {"fire": 1}}
    position = table([], [], phase="reroll", dice=["chest", "chest"], treasures=treasures)
    assert told(position, STAY) == [
        "Player 1 keeps the dice: chest, chest.",
        "Two chests: Player 1 opens a treasure.",
    ]
    assert told(position, open_treasure(1)) == [
        "Player 1 takes treasure 2 (blue), but can use nothing in it.",
        next_roll(position),
    ]


@pytest.mark.rule("INC-H1", "INC-O1", "INC-O2")
def test_the_choice_of_an_egg_and_objectives_are_told() -> None:
    fields: dict[str, Any] = {"phase": "hatch", "used": [True, True]}
    fields |= {"objectives": [0, 3, 6, 7, 9], "gold": [10, 0]}
    slots = [(RED_21, 2, 1), (RED_31, 3, 1)]
    position = table(slots, [], dragons=[[RED_22, 3], []], **fields)
    assert told(position, {"do": "hatch", "slot": 1}) == [
        "The red egg in incubator 2 hatches: Player 1 has a red dragon (4 points).",
        "No red treasure has anything in it.",
        "The red egg in incubator 1 hatches: Player 1 has a red dragon (3 points).",
        "No red treasure has anything in it.",
    ]
    lines = told(position, {"do": "objective", "index": 7})
    assert lines == ["Player 1 takes an objective: 10 gold (3 points).", next_roll(position)]
    position = table(
        [],
        [],
        dice=["gold", "chest"],
        used=[False, True],
        gold=[9, 0],
        objectives=[7],
        taken=[[], [0, 1, 2, 3]],
    )
    assert told(position, use(0)) == [
        "Player 1 uses die 1 (gold): 1 gold.",
        "Player 1 takes an objective: 10 gold (3 points).",
        "No objective is left: this is the last round.",
        next_roll(position),
    ]


@pytest.mark.rule("INC-E1", "INC-E5")
def test_the_end_is_told() -> None:
    last: dict[str, Any] = {"turn": 5, "to_move": 1}
    last |= {"dice": ["gold", "chest"], "used": [False, True]}
    position = table([], [], piles=[[], [RED_21], [RED_22]], gold=[90, 0], **last)
    lines = told(position, take_egg(0, 1))
    if not position.is_over():  # of the objectives that are met, one is to be chosen
        lines += told(position, position.legal_moves[0].to_json())
    assert lines[0] == (
        "Player 2 uses die 1 (gold) to take the red egg (2 fire, 1 water; 3 points) from pile 2."
    )
    assert "Pile 2 is empty now." in lines
    assert "Two piles are empty: this is the last round." in lines
    assert lines[-1].startswith("The game is over, won by Player ")
    position = table([], [], **(last | {"turn": 199}))
    assert told(position, use(0))[1:] == [
        "100 rounds have been played, and the game ends.",
        "The game is over, won by Player 2.",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phase_can_be_shown_asked_and_told_in_every_language(language: str) -> None:
    phases = set()
    for seed in range(1 if JIT_DISABLED else 2):
        position = new("incubation", players=3, seed=seed)
        while not position.is_over():
            phases.add(state(position)["phase"])
            moves = position.legal_moves
            text = position.game.text(language)
            assert position.game.screen.ask(position.table, text)
            if position.step % 20 == 0:
                assert drawn(position, position.turn, language)
            lines = told(position, moves[(seed + position.step) % len(moves)].to_json(), language)
            assert all("{" not in line for line in lines)
        assert drawn(position, None, language)
    assert len(phases) >= 6


def test_the_table_shows_what_a_player_needs_to_know() -> None:
    treasures = {2: {"gold": 1, "fire": 2}}
    position = table([(RED_21, 1, 0)], [], dice=["fire", "gold"], treasures=treasures, wheel=2)
    shown = drawn(position, 0)
    for words in (
        *("Round 1", "Supply: 104 gold, 30 water, 27 fire", "▶ Player 1", "eggs: 12"),
        *(
            "red egg (3 points): fire 1/2, water 0/1",
            "treasure 3 (green)",
            "1 gold, 2 fire",
            "◀ gold",
        ),
        *("3 × red (5 points)", "Dice: die 1 (fire), die 2 (gold)"),
    ):
        assert words in shown
