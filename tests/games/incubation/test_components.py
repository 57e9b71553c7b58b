"""The components and how the table is set up: INC-C1 to INC-S7."""

from collections import Counter
from typing import Any

import pytest
from support.games.incubation.positions import STANDARD, offered, state
from support.runs import compiled_only

from menagerie import BadInput, Position, new
from menagerie.game import WATCHER
from menagerie.games.incubation.edition import eggs


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


@compiled_only
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
