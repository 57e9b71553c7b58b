"""The cards and how a round is set up: CUB-C1 to CUB-S4."""

from collections import Counter

import pytest
from support.games.cubosaurs.positions import STANDARD, state
from support.games.cubosaurs.referee_scoring import all_kinds, type_of

from menagerie import BadInput, Position, new


def all_cards(position: Position) -> list[str]:
    there = state(position)
    collections = [card for cards in there["collections"] for card in cards]
    return [*there["deck"], *there["hand"], *there["aside"], *collections]


@pytest.mark.rule("CUB-C1")
def test_there_are_55_cards_seven_of_each_dinosaur_and_six_eggs() -> None:
    types = Counter(type_of(card) for card in all_cards(new("cubosaurs", seed=1)))
    assert types.pop("egg") == 6
    assert len(types) == 7
    assert set(types.values()) == {7}


@pytest.mark.rule("CUB-C2", "CUB-C3")
def test_there_are_eight_types_and_six_different_eggs() -> None:
    cards = all_cards(new("cubosaurs", seed=1))
    assert len({type_of(card) for card in cards}) == 8
    eggs = {card.removeprefix("egg:") for card in cards if type_of(card) == "egg"}
    assert eggs == {
        *("trex", "stegosaurus", "brontosaurus", "pterodactyl", "pentaceratops", "raptors")
    }


@pytest.mark.rule("CUB-C4")
def test_the_dna_icon_is_on_the_cards_of_the_basic_game_but_brings_nothing() -> None:
    position = new("cubosaurs", seed=1)
    assert any(card.endswith("+dna") for card in all_cards(position))
    while not position.is_over():
        position.push(position.legal_moves[0])
        assert state(position)["dna"] == [0, 0]


@pytest.mark.rule("CUB-C5")
@pytest.mark.parametrize("players", [1, 6, 0, -1, True, "2", 2.0])
def test_two_to_five_can_play(players: int) -> None:
    for fine in (2, 3, 4, 5):
        assert new("cubosaurs", players=fine).players == fine
    with pytest.raises(BadInput, match="2 to 5 players"):
        new("cubosaurs", players=players)


@pytest.mark.rule("CUB-S1", "CUB-S2")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ten_cards_a_player_take_part_and_four_are_laid_out(players: int) -> None:
    there = state(new("cubosaurs", players=players, seed=3))
    assert [len(cards) for cards in there["collections"]] == [4] * players
    assert len(there["deck"]) + len(there["hand"]) == 6 * players
    assert len(there["aside"]) == 55 - 10 * players
    cards = all_cards(new("cubosaurs", players=players, seed=3))
    assert sorted(cards) == all_kinds(STANDARD)


@pytest.mark.rule("CUB-S1")
def test_every_card_can_be_dealt_and_every_card_can_be_set_aside() -> None:
    dealt, aside = set(), set()
    for seed in range(60):
        there = state(new("cubosaurs", players=2, seed=seed))
        dealt |= set(there["collections"][0])
        aside |= set(there["aside"])
    assert dealt == aside == set(all_kinds(STANDARD))


@pytest.mark.rule("CUB-S3")
def test_a_random_player_starts_and_play_goes_clockwise() -> None:
    games = [state(new("cubosaurs", players=4, seed=seed)) for seed in range(60)]
    assert {there["starter"] for there in games} == {0, 1, 2, 3}
    assert {there["direction"] for there in games} == {1}
    assert all(there["turn"] == there["to_move"] == there["starter"] for there in games)


@pytest.mark.rule("CUB-S4")
def test_nobody_holds_a_hand_at_the_start_so_the_starter_draws_one() -> None:
    there = state(new("cubosaurs", players=3, seed=5))
    assert len(there["hand"]) == 1
    assert there["hand_known_to"] == [[there["starter"]]]
