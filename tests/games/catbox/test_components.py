"""The components and how the table is set up: CAT-C1 to CAT-S6, CAT-A1."""

from typing import Any

import pytest
from support.games.catbox.positions import (
    BOX,
    CATS,
    CHIHUAHUA,
    FOUR_CATS,
    FRONTS,
    STANDARD,
    TOKENS,
    WITH_BOX,
    card,
    find,
    mirror,
    offered,
    place,
    play,
    state,
    table,
)
from support.runs import compiled_only

from menagerie import BadInput, new
from menagerie.game import WATCHER

SIDES = {"front", "back"}


def start(players: int, seed: int, **options: Any) -> dict[str, Any]:
    return state(new("catbox", players=players, seed=seed, **options))


def cards_of(there: dict[str, Any]) -> list[int]:
    rows = [there["deck"], there["removed"], there["layout"], *there["hands"], *there["held"]]
    return [found["card"] for row in rows for found in row]


@pytest.mark.rule("CAT-C1")
@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_there_are_48_cards_of_four_squares_and_each_is_somewhere(
    players: int, advanced: bool
) -> None:
    assert sorted(cards_of(start(players, 3, advanced=advanced))) == list(range(48))
    assert len(FRONTS) == 48
    for front in FRONTS:
        assert len(front) == 4
        assert set(front) <= {*STANDARD["cats"], BOX}
    assert sorted(STANDARD["cats"].values()) == sorted(CATS)


@pytest.mark.rule("CAT-C2")
def test_the_back_of_a_card_is_the_mirror_image_of_its_front() -> None:
    # Y W            Y W
    # G W B          G B W        the two white cats are joined, or meet at a corner only
    #   G .            . G
    identities = ["white", "black"]
    front = table([], ["GYYB"], layout=[("YWGB", 0, 0), ("WBG.", 1, 1)], identities=identities)
    assert state(front)["layout"][1] == {"card": 5, "side": "front", "at": [1, 1]}
    assert front.scores() == [2 + 2, 1 + 1]
    back = table([], ["GYYB"], layout=[("YWGB", 0, 0), ("BW.G", 1, 1)], identities=identities)
    assert state(back)["layout"][1] == {"card": 5, "side": "back", "at": [1, 1]}
    assert back.scores() == [2 + 1, 1 + 1]


@pytest.mark.rule("CAT-C2")
def test_no_two_sides_are_alike() -> None:
    sides = [*FRONTS, *map(mirror, FRONTS)]
    assert len(set(sides)) == 96
    assert [find(side) for side in sides] == [
        (number, side) for side in ("front", "back") for number in range(48)
    ]


@compiled_only
@pytest.mark.rule("CAT-C3", "CAT-S1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_has_an_identity_of_their_own_and_any_may_come_to_any_seat(players: int) -> None:
    known = {*CATS, CHIHUAHUA} if players > 3 else set(CATS)
    seen: list[set[str]] = [set() for _ in range(players)]
    for seed in range(150):
        there = start(players, seed)
        assert len(there["identities"]) == players
        assert {*there["identities"], *there["unused_identities"]} == known
        assert len(there["identities"]) + len(there["unused_identities"]) == len(known)
        assert there["unused_identities"] == sorted(there["unused_identities"])
        for seat, identity in enumerate(there["identities"]):
            seen[seat].add(identity)
    assert seen == [known] * players


@pytest.mark.rule("CAT-S1")
@pytest.mark.parametrize("players", [2, 5])
def test_an_identity_is_secret_and_those_set_aside_are_seen_by_nobody(players: int) -> None:
    position = new("catbox", players=players, seed=8)
    dealt = state(position)["identities"]
    for seat in (*range(players), WATCHER):
        seen = position.view(seat)["position"]
        assert seen["identities"] == [
            identity if owner == seat else None for owner, identity in enumerate(dealt)
        ]
        assert not any(seen["unused_identities"] or [])


@pytest.mark.rule("CAT-C4", "CAT-A2")
@pytest.mark.parametrize("players", [2, 5])
def test_there_are_five_sets_of_the_same_five_tokens_for_the_advanced_game(players: int) -> None:
    assert start(players, 1, advanced=True)["tokens"] == [TOKENS] * players
    assert len(set(TOKENS)) == 5
    assert start(players, 1)["tokens"] == [[]] * players


@pytest.mark.rule("CAT-C5")
def test_two_to_five_can_play() -> None:
    for players in (2, 3, 4, 5):
        assert new("catbox", players=players).players == players
    for players in (0, 1, 6):
        with pytest.raises(BadInput, match="2 to 5 players"):
            new("catbox", players=players)


@pytest.mark.rule("CAT-T5", "CAT-A1")
def test_the_options_are_the_advanced_game_and_the_overlap() -> None:
    assert new("catbox").to_json()["options"] == {"advanced": False, "overlap": "one"}
    with pytest.raises(BadInput, match="advanced, overlap"):
        new("catbox", expert=True)
    for options in ({"overlap": "two"}, {"overlap": True}, {"advanced": 1}):
        with pytest.raises(BadInput):
            new("catbox", **options)


@pytest.mark.rule("CAT-S2", "CAT-A1")
@pytest.mark.parametrize(("players", "removed"), [(2, 1), (3, 2), (4, 3), (5, 2)])
def test_some_cards_are_taken_off_the_deck_but_not_in_the_advanced_game(
    players: int, removed: int
) -> None:
    drawn = players * (2 if players < 4 else 1) + 1
    there = start(players, 6)
    assert len(there["removed"]) == removed
    assert len(there["deck"]) == 48 - removed - drawn
    there = start(players, 6, advanced=True)
    assert there["removed"] == []
    assert len(there["deck"]) == 48 - drawn


@compiled_only
@pytest.mark.rule("CAT-S2", "CAT-S5")
def test_any_card_may_lie_anywhere_with_either_side_up() -> None:
    places = {"deck": "up", "removed": "up", "layout": "side"}
    seen: dict[str, set[Any]] = {name: set() for name in (*places, "hands")}
    sides: set[tuple[int, str]] = set()
    for seed in range(500):
        there = start(2, seed)
        for name, which in places.items():
            first = there[name][0]
            seen[name] |= {first["card"], first[which]}
        held = there["hands"][1][0]
        seen["hands"] |= {held["card"], held["public"]}
        sides |= {(found["card"], found["up"]) for found in there["deck"]}
    assert all(found == {*range(48), *SIDES} for found in seen.values())
    assert sides == {(number, side) for number in range(48) for side in SIDES}


@pytest.mark.rule("CAT-S3")
@pytest.mark.parametrize(("players", "size"), [(2, 2), (3, 2), (4, 1), (5, 1)])
def test_everybody_draws_two_cards_or_with_four_or_five_players_one(
    players: int, size: int
) -> None:
    for advanced in (False, True):
        hands = start(players, 5, advanced=advanced)["hands"]
        assert [len(hand) for hand in hands] == [size] * players


@pytest.mark.rule("CAT-S4")
@pytest.mark.parametrize("players", [2, 4])
def test_all_see_the_public_sides_of_the_hands_and_of_the_top_of_the_deck(players: int) -> None:
    position = new("catbox", players=players, seed=4)
    there = state(position)
    for seat in (*range(players), WATCHER):
        seen = position.view(seat)["position"]
        # No two sides are alike: who sees one knows the card, and so the other.
        assert seen["hands"] == there["hands"]
        assert seen["removed"] == there["removed"]
        assert seen["deck"] == [there["deck"][0], *[None] * (len(there["deck"]) - 1)]


@pytest.mark.rule("CAT-S4", "CAT-T6")
def test_when_a_card_is_drawn_the_next_one_in_the_deck_is_seen() -> None:
    position = table(FOUR_CATS[:2], WITH_BOX[:2])
    second = state(position)["deck"][1]
    assert position.view(1)["position"]["deck"][1] is None
    play(position, card(0), place(1, 1))
    assert position.view(1)["position"]["deck"][:2] == [second, None]


@pytest.mark.rule("CAT-S5")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_one_card_lies_in_the_middle(players: int) -> None:
    layout = start(players, 2)["layout"]
    assert [laid["at"] for laid in layout] == [[0, 0]]


@pytest.mark.rule("CAT-S6")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_random_player_begins(players: int) -> None:
    firsts = set()
    for seed in range(60):
        there = start(players, seed)
        assert there["turn"] == 1
        assert there["phase"] == "play"
        firsts.add(there["to_move"])
    assert firsts == set(range(players))


@pytest.mark.rule("CAT-S6", "CAT-T7")
def test_turns_go_clockwise() -> None:
    position = new("catbox", players=5, seed=2)
    first = state(position)["to_move"]
    seats = []
    for _ in range(11):
        seats.append(position.turn)
        play(position, offered(position)[0])
        play(position, offered(position)[0])
    assert seats == [(first + turn) % 5 for turn in range(11)]
    assert state(position)["turn"] == 12
