"""The components and how the table is set up: INC-C1 to INC-S7."""

from collections import Counter
from typing import Any

import pytest
from support.broken_editions import spoil
from support.games.incubation.positions import STANDARD, offered, state
from support.random_games import once

from menagerie import BadInput, Position, new
from menagerie.game import WATCHER
from menagerie.games.incubation.edition import check, eggs


def start(players: int, seed: int) -> dict[str, Any]:
    return state(new("incubation", players=players, seed=seed))


@pytest.mark.rule("INC-C1")
def test_there_are_36_eggs_10_objectives_30_fire_30_water_and_105_gold() -> None:
    there = start(4, 1)
    assert sorted(egg for pile in there["piles"] for egg in pile) == list(range(36))
    assert sorted([*there["objectives"], *there["unused_objectives"]]) == list(range(10))
    lots = [*there["treasures"], there["supply"]]
    total = Counter({name: sum(lot[name] for lot in lots) for name in lots[0]})
    assert total == {"fire": 30, "water": 30, "gold": 105}
    assert len(there["treasures"]) == 8


@pytest.mark.rule("INC-C2")
def test_an_egg_has_needs_points_and_no_one_or_two_colours() -> None:
    found = eggs(STANDARD)
    assert {len(colours) for colours, _ in found} == {0, 1, 2}
    for _, card in found:
        assert set(card) == {"fire", "water", "points"}
        assert min(card.values()) >= 1


@pytest.mark.rule("INC-C3")
def test_two_to_five_can_play_and_there_are_no_options() -> None:
    for players in (2, 3, 4, 5):
        assert new("incubation", players=players).players == players
    for players in (1, 6):
        with pytest.raises(BadInput, match="2 to 5 players"):
            new("incubation", players=players)
    with pytest.raises(BadInput, match="it has: none"):
        new("incubation", advanced=True)


@pytest.mark.rule("INC-S1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_has_two_empty_incubators(players: int) -> None:
    assert start(players, 2)["slots"] == [[None, None]] * players


@pytest.mark.rule("INC-S2")
def test_the_wheel_starts_anywhere_and_three_treasures_hold_something() -> None:
    wheels = set()
    for seed in range(60):
        there = start(2, seed)
        wheels.add(there["wheel"])
        for name, pointer in STANDARD["wheel"]["pointers"].items():
            marked = there["treasures"][(there["wheel"] + pointer) % 8]
            assert marked == {"gold": 0, "water": 0, "fire": 0} | {name: 1}
        assert there["supply"] == {"fire": 29, "water": 29, "gold": 104}
    assert wheels == set(range(8))


@once
@pytest.mark.rule("INC-S3")
def test_there_are_three_equal_piles_of_which_the_top_is_seen() -> None:
    position = new("incubation", players=3, seed=4)
    assert [len(pile) for pile in state(position)["piles"]] == [12, 12, 12]
    for seat in (0, 1, 2, WATCHER):
        seen = position.view(seat)["position"]["piles"]
        for pile, whole in zip(seen, state(position)["piles"], strict=True):
            assert pile == [whole[0], *[None] * 11]
    tops = {start(2, seed)["piles"][0][0] for seed in range(300)}
    assert tops == set(range(36))


@pytest.mark.rule("INC-S4")
@pytest.mark.parametrize(("players", "count"), [(2, 5), (3, 5), (4, 4), (5, 3)])
def test_the_objectives_in_play_are_random_and_as_many_as_the_players_say(
    players: int, count: int
) -> None:
    seen = set()
    for seed in range(40):
        goals = start(players, seed)["objectives"]
        assert len(goals) == count
        assert goals == sorted(goals)
        seen |= set(goals)
    assert seen == set(range(10))


@pytest.mark.rule("INC-S5", "INC-S6", "INC-S7")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_eggs_are_drafted_from_the_last_player_to_the_first_who_then_begins(players: int) -> None:
    firsts = set()
    for seed in range(40):
        position = new("incubation", players=players, seed=seed)
        first = state(position)["first"]
        firsts.add(first)
        order = []
        while state(position)["phase"] == "draft":
            order.append(position.turn)
            assert offered(position) == [{"do": "take_egg", "pile": pile} for pile in range(3)]
            _draft(position, seed % 3)
        assert order == [(first - 1 - i) % players for i in range(players)]
        assert position.turn == first
        assert state(position)["turn"] == 0
    assert firsts == set(range(players))


def _draft(position: Position, pile: int) -> None:
    before = state(position)
    position.push({"do": "take_egg", "pile": pile})
    after = state(position)
    assert after["piles"][pile] == before["piles"][pile][1:]
    taken = {"egg": before["piles"][pile][0], "fire": 0, "water": 0}
    assert after["slots"][before["to_move"]] == [taken, None]


@pytest.mark.rule("INC-S7", "INC-T1")
def test_turns_go_clockwise() -> None:
    position = new("incubation", players=3, seed=4)
    turns: dict[int, int | None] = {}
    while len(turns) < 9:
        position.push(position.legal_moves[0])
        if state(position)["phase"] != "draft":
            turns.setdefault(state(position)["turn"], position.turn)
    first = state(position)["first"]
    assert turns == {turn: (first + turn) % 3 for turn in range(9)}


@pytest.mark.rule("INC-C1", "INC-C2", "INC-S2", "INC-O1")
@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("eggs.0.cards", [{"fire": 2, "water": 1, "points": 3}], "eggs: have 31 cards"),
        ("eggs.0.cards.0.fire", 0, "eggs[0].cards[0].fire: must be a number from 1 to 9"),
        ("eggs.0.cards.0.water", True, "eggs[0].cards[0].water"),
        ("eggs.0.cards.0.points", -1, "eggs[0].cards[0].points"),
        ("eggs.0.cards", [], "eggs[0].cards: must have 1 or more entries, not 0"),
        ("eggs.0.colours", ["pink"], "eggs[0].colours[0]: must be one of red, blue"),
        ("eggs.0.colours", ["red", "blue", "green"], "eggs[0].colours: must be at most two"),
        ("eggs.0.colours", ["red", "red"], "eggs[0].colours"),
        ("eggs", {}, "eggs: must be a list, not {}"),
        ("wheel.sections", ["blue"] * 8, "eggs[0].colours: red is not on the wheel"),
        ("wheel.sections", ["blue"] * 7, "wheel.sections: must have 8 entries"),
        ("wheel.sections.3", "pink", "wheel.sections[3]: must be one of red, blue"),
        ("wheel.pointers", {"gold": 0, "water": 3, "fire": 3}, "on different sections"),
        ("wheel.pointers.gold", 8, "wheel.pointers.gold"),
        ("die.faces", ["fire"] * 5, "die.faces: must have 6 entries"),
        ("die.faces.0", "blank", "die.faces[0]: must be one of fire, water, gold, chest"),
        ("objectives", [], "objectives: must have 10 entries"),
        ("objectives.0", {"points": 5}, "objectives[0]: must name dragons or gold"),
        ("objectives.0.dragons", {"red": 13}, "objectives[0].dragons: cannot be met"),
        ("objectives.0.dragons", {"pink": 1}, "objectives[0].dragons.pink: is not known"),
        ("objectives.7.gold", 106, "objectives[7].gold: cannot be met"),
        ("objectives.7.gold", 0, "objectives[7].gold"),
        ("supply.fire", 3, "the game has only 3"),
        ("supply.gold", 0, "supply.gold"),
        ("objectives_in_play.2", 11, "objectives_in_play.2"),
        ("players", [2, 6], "players: must be [2, 5] (INC-C3)"),
        ("name", "", "name: must be a text"),
    ],
)
def test_an_edition_that_cannot_be_played_is_refused_field_by_field(
    path: str, value: object, fault: str
) -> None:
    faults = check(spoil(STANDARD, path, value))
    assert any(fault in found for found in faults), faults
    with pytest.raises(BadInput):
        new("incubation", edition=spoil(STANDARD, path, value))


@pytest.mark.rule("INC-O4")
def test_mysteries_count_where_an_objective_is_checked() -> None:
    assert check(spoil(STANDARD, "objectives.0.dragons", {"red": 12})) == []
    assert check(spoil(STANDARD, "objectives.0.dragons", {"red": 9, "blue": 9})) == []
    assert check(spoil(STANDARD, "objectives.0.dragons", {"red": 9, "blue": 10}))
