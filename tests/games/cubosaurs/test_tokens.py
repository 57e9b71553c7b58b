"""DNA tokens: CUB-A3 and CUB-A4."""

from typing import Any

import pytest
from support.games.cubosaurs.positions import (
    FEW_TOKENS,
    KEEP,
    STANDARD,
    advanced,
    buy,
    offered,
    on,
    state,
)
from support.runs import JIT_DISABLED

from menagerie import IllegalMove, Position, new


@pytest.mark.rule("CUB-A3")
def test_a_card_with_the_icon_brings_a_token_and_one_without_does_not() -> None:
    position = advanced("", "", hand="trex+dna grey:2+dna egg:trex", deck="trex")
    position.push(KEEP)
    there = state(position)
    assert there["dna"] == [2, 0]
    assert there["supply"] == 38


@pytest.mark.rule("CUB-A3")
def test_the_cards_dealt_bring_tokens_too_in_every_round() -> None:
    position = new("cubosaurs", players=4, seed=11, advanced=True)
    assert state(position)["dna"] == icons_of(position)
    before = state(position)["dna"]
    while state(position)["round"] == 1:
        before = state(position)["dna"]
        position.push(KEEP)
    kept = gained_by_the_last_keep(position)
    dealt = icons_of(position)
    together = [sum(tokens) for tokens in zip(before, kept, dealt, strict=True)]
    assert state(position)["dna"] == together


def icons_of(position: Position) -> list[int]:
    collections = state(position)["collections"]
    return [sum(card.endswith("+dna") for card in own) for own in collections]


def gained_by_the_last_keep(position: Position) -> list[int]:
    """Tokens of the Hand that was kept as the round ended."""
    before = position.copy()
    before.pop()
    there = state(before)
    gained = [0] * before.players
    gained[there["turn"]] = sum(card.endswith("+dna") for card in there["hand"])
    return gained


@pytest.mark.rule("CUB-A3")
@pytest.mark.parametrize(
    ("tile", "moves", "tokens"),
    [
        ("steal", [on("steal", 1, "trex+dna")], [1, 0]),
        ("give", [on("give", 1, "stegosaurus+dna")], [0, 1]),
        ("swap", [on("take", 1, "trex+dna"), on("give", 1, "stegosaurus+dna")], [1, 1]),
    ],
)
def test_cards_that_come_by_a_tile_bring_tokens(
    tile: str, moves: list[dict[str, Any]], tokens: list[int]
) -> None:
    cost = STANDARD["tiles"][tile]["cost"]
    position = advanced("stegosaurus+dna", "trex+dna", hand="grey:1", market=[tile], dna=[cost, 0])
    position.push(buy(tile))
    for move in moves:
        position.push(move)
    assert state(position)["dna"] == tokens


def robbery(**given: Any) -> Position:
    """Nothing left in the supply, and a Hand with one icon."""
    given = {
        "hand": "trex+dna",
        "deck": "grey:1 grey:2",
        "dna": [0, 3, 3],
        "edition": FEW_TOKENS,
    } | given
    return advanced("", "", "", **given)


@pytest.mark.rule("CUB-A4")
def test_with_an_empty_supply_the_gainer_chooses_whom_to_rob() -> None:
    position = robbery()
    position.push(KEEP)
    there = state(position)
    assert (there["phase"], there["to_move"], there["turn"], there["owed"]) == ("rob", 0, 0, [0])
    assert there["collections"][0] == ["trex+dna"]
    assert offered(position, "rob") == [{"seat": 1}, {"seat": 2}]
    position.push({"do": "rob", "seat": 2})
    there = state(position)
    assert there["dna"] == [1, 3, 2]
    assert (there["phase"], there["to_move"], there["owed"]) == ("choose", 1, [])


@pytest.mark.rule("CUB-A4")
def test_it_is_a_must_and_nothing_else_can_be_done() -> None:
    position = robbery()
    position.push(KEEP)
    for move in (KEEP, {"do": "rob", "seat": 0}, buy("types")):
        with pytest.raises(IllegalMove, match="CUB-A4"):
            position.push(move)


@pytest.mark.rule("CUB-A4")
def test_with_one_victim_nothing_is_asked() -> None:
    position = robbery(dna=[3, 0, 3])
    position.push(KEEP)
    assert state(position)["dna"] == [4, 0, 2]
    assert state(position)["phase"] == "choose"


@pytest.mark.rule("CUB-A4")
def test_where_no_opponent_has_a_token_nothing_is_gained() -> None:
    position = robbery(dna=[6, 0, 0])
    position.push(KEEP)
    assert state(position)["dna"] == [6, 0, 0]


@pytest.mark.rule("CUB-A4")
def test_a_choice_may_turn_automatic_when_a_victim_has_run_dry() -> None:
    position = robbery(hand="trex+dna stegosaurus+dna brontosaurus+dna", dna=[0, 1, 5])
    position.push(KEEP)
    assert state(position)["owed"] == [0, 0, 0]
    position.push({"do": "rob", "seat": 1})
    assert state(position)["dna"] == [3, 0, 3]
    assert state(position)["phase"] == "choose"


@pytest.mark.rule("CUB-A4")
def test_in_a_gift_the_one_who_is_given_the_card_chooses() -> None:
    position = robbery(hand="grey:3", dna=[3, 0, 3], market=["give"], deck="grey:1")
    there = state(position)
    there["collections"][0].append("trex+dna")
    there["aside"].remove("trex+dna")
    position = Position.from_json(position.to_json() | {"position": there})
    position.push(buy("give"))
    position.push(on("give", 1, "trex+dna"))
    there = state(position)
    assert (there["phase"], there["to_move"], there["turn"]) == ("rob", 1, 0)
    position.push({"do": "rob", "seat": 0})
    there = state(position)
    assert there["dna"] == [2, 1, 3]
    assert (there["phase"], there["to_move"], there["hand"]) == ("choose", 0, ["grey:3"])


@pytest.mark.rule("CUB-A4")
def test_in_a_swap_the_buyers_token_comes_first() -> None:
    position = advanced(
        *("trex+dna", "stegosaurus+dna", ""),
        hand="grey:3",
        dna=[2, 2, 2],
        market=["swap"],
        edition=FEW_TOKENS,
    )
    position.push(buy("swap"))
    position.push(on("take", 1, "stegosaurus+dna"))
    position.push(on("give", 1, "trex+dna"))
    assert state(position)["owed"] == [0, 1]
    position.push({"do": "rob", "seat": 2})
    there = state(position)
    assert (there["to_move"], there["owed"], there["dna"]) == (1, [1], [3, 2, 1])
    position.push({"do": "rob", "seat": 2})
    assert state(position)["dna"] == [3, 3, 0]
    assert (position.turn, state(position)["phase"]) == (0, "choose")


@pytest.mark.rule("CUB-A4")
def test_at_a_deal_tokens_are_settled_in_turn_order_from_the_starter() -> None:
    """Deals, found by random play, where a player must choose before the starter has drawn."""
    seen = 0
    for seed in range(40 if JIT_DISABLED else 300):
        position = new("cubosaurs", players=4, seed=seed, advanced=True, edition=FEW_TOKENS)
        there = state(position)
        if there["phase"] != "rob":
            continue
        seen += 1
        assert (there["turn"], there["hand"]) == (there["starter"], [])
        order = [(there["starter"] + i) % 4 for i in range(4)]
        assert there["owed"] == sorted(there["owed"], key=order.index)
        assert there["to_move"] == there["owed"][0]
        while state(position)["phase"] == "rob":
            position.push(position.legal_moves[0])
        there = state(position)
        assert (there["to_move"], len(there["hand"])) == (there["starter"], 1)
    assert seen
