"""Positions that cannot occur are refused, with the field and the numbers that the game allows."""

from typing import Any

import pytest
from support.games.incubation.positions import RED_31, STANDARD, state, table

from menagerie import BadInput, Position, new
from menagerie.games.incubation.edition import eggs


def refused(position: Position, change: dict[str, Any]) -> str:
    """The reason why the position with other fields is refused."""
    with pytest.raises(BadInput) as caught:
        Position.from_json(position.header.document(state(position) | change))
    return str(caught.value)


@pytest.mark.rule("INC-C1", "INC-E5")
@pytest.mark.parametrize("wrong", [-1, 127, 10**9])
@pytest.mark.parametrize(
    ("field", "name", "most"),
    [
        ("supply", "fire", 30),
        ("supply", "water", 30),
        ("supply", "gold", 105),
        ("overflow", "fire", 30),
        ("placing", "water", 30),
    ],
)
def test_no_amount_is_more_than_the_game_has(field: str, name: str, most: int, wrong: int) -> None:
    position = new("incubation", players=2, seed=1)
    amounts = state(position)[field] | {name: wrong}
    reason = f"{field}.{name}: must be a number from 0 to {most}, not {wrong}"
    assert refused(position, {field: amounts}) == reason


@pytest.mark.rule("INC-C1")
@pytest.mark.parametrize("wrong", [-1, 106])
def test_no_player_has_more_gold_than_the_game(wrong: int) -> None:
    reason = f"gold[1]: must be a number from 0 to 105, not {wrong}"
    assert refused(new("incubation", players=2, seed=1), {"gold": [0, wrong]}) == reason


@pytest.mark.rule("INC-H1")
@pytest.mark.parametrize("name", ["fire", "water"])
def test_no_egg_has_more_than_it_needs(name: str) -> None:
    need = eggs(STANDARD)[RED_31][1][name]
    position = table([(RED_31, 0, 0)], [])
    for wrong in (-1, need + 1):
        slots = state(position)["slots"]
        slots[0][0][name] = wrong
        reason = f"slots[0][0].{name}: must be a number from 0 to {need}, not {wrong}"
        assert refused(position, {"slots": slots}) == reason


def test_an_unknown_egg_is_the_reason_and_not_what_it_has_got() -> None:
    position = table([(RED_31, 0, 0)], [])
    slots = state(position)["slots"]
    slots[0][0] = {"egg": 36, "fire": 99, "water": 0}
    reason = "slots[0][0].egg: must be a number from 0 to 35, not 36"
    assert refused(position, {"slots": slots}) == reason


@pytest.mark.rule("INC-E5")
@pytest.mark.parametrize(("players", "last"), [(2, 200), (5, 500)])
def test_no_game_has_more_than_a_hundred_rounds(players: int, last: int) -> None:
    position = new("incubation", players=players, seed=1)
    for wrong in (-1, last + 1):
        reason = f"turn: must be a number from 0 to {last}, not {wrong}"
        assert refused(position, {"turn": wrong}) == reason


def test_an_amount_is_a_whole_number() -> None:
    position = new("incubation", players=2, seed=1)
    assert refused(position, {"gold": [0, True]}) == "gold[1]: must be a whole number, not true"
