"""The DNA Evolution tiles: CUB-A1, CUB-A2, CUB-A5 to CUB-A18."""

from typing import Any

import pytest
from support.games.cubosaurs.positions import (
    CALM,
    KEEP,
    STANDARD,
    TILES,
    advanced,
    buy,
    cards_to_add,
    offered,
    on,
    refuse,
    state,
    table,
    tiles_for_sale,
)
from support.runs import compiled_only

from menagerie import IllegalMove, Position, new


def rich(*collections: str, **given: Any) -> Position:
    """A table at which the seat to move has nine tokens, and all tiles are for sale."""
    dna = [9] + [0] * (len(collections) - 1)
    return advanced(*collections, **({"market": TILES, "dna": dna} | given))


@pytest.mark.rule("CUB-A1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_players_plus_one_tiles_are_revealed_and_forty_tokens_are_there(players: int) -> None:
    there = state(new("cubosaurs", players=players, seed=2, advanced=True))
    assert len(there["market"]) == players + 1
    assert sorted(there["market"] + there["pile"]) == sorted(TILES)
    assert sum(there["dna"]) + there["supply"] == 40
    assert there["tiles"] == [[]] * players


@pytest.mark.rule("CUB-A1")
def test_the_order_of_the_pile_is_nobodys_business() -> None:
    position = new("cubosaurs", players=2, seed=2, advanced=True)
    assert position.view(0)["position"]["pile"] == [None] * 7
    markets = [state(new("cubosaurs", seed=seed, advanced=True))["market"] for seed in range(40)]
    assert {tile for market in markets for tile in market} == set(TILES)


@pytest.mark.rule("CUB-A1")
def test_the_market_is_not_refilled_during_a_round() -> None:
    position = advanced("trex", "", hand="grey:1", market=["types", "eggs", "draw"], dna=[9, 0])
    position.push(buy("types"))
    there = state(position)
    assert there["market"] == ["eggs", "draw"]
    assert len(there["pile"]) == 7


@pytest.mark.rule("CUB-A1")
def test_the_basic_game_has_neither_tiles_nor_tokens() -> None:
    there = state(new("cubosaurs", players=3, seed=2))
    assert (there["market"], there["pile"], there["supply"]) == ([], [], 0)
    with pytest.raises(IllegalMove, match="CUB-A1"):
        table("", "", hand="trex").push(buy("types"))


@pytest.mark.rule("CUB-A2")
def test_without_interaction_the_tiles_with_the_icon_are_out() -> None:
    options: dict[str, Any] = {"advanced": True, "interaction": False}
    for players in (2, 5):
        there = state(new("cubosaurs", players=players, seed=2, **options))
        assert sorted(there["market"] + there["pile"]) == sorted(CALM)
        assert len(there["market"]) == players + 1
    position = advanced("trex", "", hand="grey:1", dna=[9, 0], options=options, market=CALM)
    with pytest.raises(IllegalMove, match="CUB-A2"):
        position.push(buy("steal"))


@pytest.mark.rule("CUB-A5")
def test_a_tile_is_paid_to_the_supply_and_lies_before_its_buyer() -> None:
    position = rich("trex", "", hand="grey:1")
    position.push(buy("types"))
    there = state(position)
    assert (there["dna"], there["supply"]) == ([5, 0], 35)
    assert there["tiles"] == [["types"], []]
    assert (there["bought"], there["phase"], there["to_move"]) == (True, "choose", 0)


@pytest.mark.rule("CUB-A5")
def test_one_tile_in_a_turn_and_another_in_the_next() -> None:
    position = rich("trex grey:2", "", hand="grey:1", deck="grey:1 grey:3 black:1", dna=[9, 9])
    position.push(buy("types"))
    assert tiles_for_sale(position) == set()
    with pytest.raises(IllegalMove, match="CUB-A5"):
        position.push(buy("eggs"))
    position.push(KEEP)
    assert not state(position)["bought"]
    assert "eggs" in tiles_for_sale(position)


@pytest.mark.rule("CUB-A5")
def test_what_one_cannot_pay_or_is_not_there_is_not_for_sale() -> None:
    position = advanced("trex", "stegosaurus", hand="grey:1", market=["types", "eggs"], dna=[3, 0])
    assert tiles_for_sale(position) == {"eggs"}
    with pytest.raises(IllegalMove, match="costs 4 DNA and you have 3"):
        position.push(buy("types"))
    with pytest.raises(IllegalMove, match="not in the market"):
        position.push(buy("draw"))
    assert state(position)["dna"] == [3, 0]


@pytest.mark.rule("CUB-A5")
def test_after_deciding_it_is_too_late_to_buy() -> None:
    position = rich("trex", "", hand="grey:1", deck="black:1")
    position.push(KEEP)
    assert (position.turn, tiles_for_sale(position)) == (1, set())


@pytest.mark.rule("CUB-A6")
@pytest.mark.parametrize(
    ("own", "others", "missing"),
    [
        ("", "", {"destroy_own", "destroy_other", "steal", "give", "swap", "forbidden"}),
        ("trex", "", {"destroy_other", "steal", "swap", "forbidden"}),
        ("", "trex", {"destroy_own", "give", "swap", "forbidden"}),
        ("grey:1", "trex", set()),
    ],
)
def test_a_tile_whose_effect_is_impossible_is_not_for_sale(
    own: str, others: str, missing: set[str]
) -> None:
    position = rich(own, others, hand="grey:2", deck="black:1")
    assert tiles_for_sale(position) == set(TILES) - missing
    for tile in missing - {"forbidden"}:
        with pytest.raises(IllegalMove, match="CUB-A6"):
            position.push(buy(tile))


@pytest.mark.rule("CUB-A7")
@pytest.mark.parametrize("tile", ["types", "eggs"])
def test_end_of_round_tiles_change_nothing_but_the_points(tile: str) -> None:
    position = rich("trex egg:raptors", "", hand="grey:1")
    before = state(position)
    position.push(buy(tile))
    after = state(position)
    for field in ("hand", "collections", "deck", "turn", "phase"):
        assert after[field] == before[field]


@pytest.mark.rule("CUB-A8")
def test_types_scores_a_point_for_each_type() -> None:
    own = "trex trex grey:1 black:1 egg:trex egg:raptors"
    position = rich(own, "", hand="stegosaurus", dna=[4, 0])
    before = position.scores()[0]
    position.push(buy("types"))
    assert position.scores()[0] == before + 4 - 4 // 2


@pytest.mark.rule("CUB-A9")
def test_eggs_scores_two_for_each_egg_besides_its_own_points() -> None:
    position = rich("egg:trex egg:raptors", "trex", hand="stegosaurus", dna=[2, 0])
    assert position.scores()[0] == -2 + 3 + 1
    position.push(buy("eggs"))
    assert position.scores()[0] == -2 + 3 + 2 * 2


@pytest.mark.rule("CUB-A10")
def test_draw_adds_a_card_to_the_hand_whatever_its_type() -> None:
    position = rich("trex black:1", "", hand="grey:1", deck="grey:2 egg:trex")
    position.push(buy("draw"))
    there = state(position)
    assert there["hand"] == ["grey:1", "grey:2"]
    assert there["hand_known_to"] == [[0], [0]]
    assert (there["phase"], there["to_move"]) == ("choose", 0)
    assert cards_to_add(position) == {"trex", "black:1"}


@pytest.mark.rule("CUB-A10")
def test_draw_is_not_for_sale_with_an_empty_deck() -> None:
    position = rich("trex", "", hand="grey:1", deck="")
    assert "draw" not in tiles_for_sale(position)
    with pytest.raises(IllegalMove, match="CUB-A10"):
        position.push(buy("draw"))


@pytest.mark.rule("CUB-A11")
def test_free_refusal_passes_the_hand_with_no_card_added() -> None:
    position = rich("trex", "", hand="grey:1 trex", known=[[0], [0, 1]])
    position.push(buy("free_refusal"))
    there = state(position)
    assert there["hand"] == ["grey:1", "trex"]
    assert there["hand_known_to"] == [[0, 1], [0, 1]]
    assert there["collections"] == [["trex"], []]
    assert (there["turn"], there["phase"], there["bought"]) == (1, "choose", False)


@pytest.mark.rule("CUB-A12")
def test_forbidden_refuses_with_a_type_that_is_in_the_hand_and_commits_to_it() -> None:
    position = rich("trex trex+dna black:1", "", hand="grey:1 trex")
    position.push(buy("forbidden"))
    assert state(position)["phase"] == "forbidden"
    assert [move.to_json() for move in position.legal_moves] == [refuse("trex"), refuse("trex+dna")]
    for move in (KEEP, refuse("black:1")):
        with pytest.raises(IllegalMove, match="CUB-A12"):
            position.push(move)
    position.push(refuse("trex+dna"))
    there = state(position)
    assert there["hand"] == ["grey:1", "trex", "trex+dna"]
    assert (there["turn"], there["phase"]) == (1, "choose")


@pytest.mark.rule("CUB-A12")
def test_forbidden_is_for_sale_only_with_a_card_of_such_a_type() -> None:
    position = rich("black:1", "", hand="grey:1 trex")
    assert "forbidden" not in tiles_for_sale(position)
    with pytest.raises(IllegalMove, match="CUB-A12"):
        position.push(buy("forbidden"))


@pytest.mark.rule("CUB-A13")
def test_destroy_own_sets_a_card_of_ones_own_aside_for_all_to_see() -> None:
    position = rich("trex grey:2", "black:1", hand="grey:1")
    position.push(buy("destroy_own"))
    assert offered(position, "destroy") == [
        {"seat": 0, "card": "trex"},
        {"seat": 0, "card": "grey:2"},
    ]
    with pytest.raises(IllegalMove, match="CUB-A13"):
        position.push(on("destroy", 1, "black:1"))
    position.push(on("destroy", 0, "grey:2"))
    there = state(position)
    assert there["collections"] == [["trex"], ["black:1"]]
    assert there["destroyed"] == ["grey:2"]
    assert "grey:2" in there["aside"]
    assert position.view(1)["position"]["aside"][0] == "grey:2"
    assert (there["phase"], there["hand"]) == ("choose", ["grey:1"])


@pytest.mark.rule("CUB-A14")
def test_destroy_other_sets_a_card_of_an_opponent_aside() -> None:
    position = rich("trex", "black:1", "", hand="grey:1")
    position.push(buy("destroy_other"))
    assert offered(position, "destroy") == [{"seat": 1, "card": "black:1"}]
    with pytest.raises(IllegalMove, match="CUB-A14"):
        position.push(on("destroy", 0, "trex"))
    position.push(on("destroy", 1, "black:1"))
    assert state(position)["destroyed"] == ["black:1"]
    assert state(position)["collections"] == [["trex"], [], []]


@pytest.mark.rule("CUB-A15")
def test_steal_moves_a_card_of_an_opponent_over() -> None:
    position = rich("trex", "black:1 grey:2", "egg:trex", hand="grey:1")
    position.push(buy("steal"))
    assert len(offered(position, "steal")) == 3
    with pytest.raises(IllegalMove, match="CUB-A15"):
        position.push(on("steal", 0, "trex"))
    position.push(on("steal", 2, "egg:trex"))
    there = state(position)
    assert there["collections"] == [["egg:trex", "trex"], ["black:1", "grey:2"], []]
    assert (there["phase"], there["to_move"]) == ("choose", 0)


@pytest.mark.rule("CUB-A16")
def test_give_moves_a_card_of_ones_own_over() -> None:
    position = rich("trex grey:2", "black:1", "", hand="grey:1")
    position.push(buy("give"))
    assert len(offered(position, "give")) == 4
    with pytest.raises(IllegalMove, match="CUB-A16"):
        position.push(on("give", 0, "trex"))
    position.push(on("give", 2, "trex"))
    assert state(position)["collections"] == [["grey:2"], ["black:1"], ["trex"]]


@pytest.mark.rule("CUB-A17")
def test_swap_changes_two_cards_chosen_before_either_moves() -> None:
    position = rich("trex", "black:1", "grey:3", hand="grey:1")
    position.push(buy("swap"))
    position.push(on("take", 1, "black:1"))
    there = state(position)
    assert there["pending"] == {"seat": 1, "card": "black:1"}
    assert there["collections"] == [["trex"], ["black:1"], ["grey:3"]]
    assert offered(position, "give") == [{"seat": 1, "card": "trex"}]
    for move in (on("give", 1, "black:1"), on("give", 2, "trex")):
        with pytest.raises(IllegalMove, match="CUB-A17"):
            position.push(move)
    position.push(on("give", 1, "trex"))
    there = state(position)
    assert there["collections"] == [["black:1"], ["trex"], ["grey:3"]]
    assert (there["pending"], there["phase"]) == (None, "choose")


@pytest.mark.rule("CUB-A17")
def test_two_cards_of_a_kind_may_be_swapped() -> None:
    position = rich("trex", "trex", hand="grey:1")
    position.push(buy("swap"))
    position.push(on("take", 1, "trex"))
    position.push(on("give", 1, "trex"))
    assert state(position)["collections"] == [["trex"], ["trex"]]


@pytest.mark.rule("CUB-A18")
def test_between_rounds_the_market_stays_and_is_filled_up() -> None:
    position = advanced(
        *("", "trex", "stegosaurus"),
        hand="pterodactyl",
        deck="",
        dna=[2, 1, 0],
        market=["swap", "eggs"],
        tiles=[["draw"], [], ["types"]],
    )
    position.push(KEEP)
    there = state(position)
    assert there["round"] == 2
    assert there["market"][:2] == ["swap", "eggs"]
    assert len(there["market"]) == 4
    assert there["tiles"] == [[], [], []]
    assert sorted(there["market"] + there["pile"]) == sorted(TILES)
    icons = [sum(card.endswith("+dna") for card in own) for own in there["collections"]]
    assert there["dna"] == [a + b for a, b in zip([2, 1, 0], icons, strict=True)]


@compiled_only
@pytest.mark.rule("CUB-A18")
def test_a_tile_that_was_bought_can_come_back() -> None:
    back = set()
    for seed in range(30):
        position = new("cubosaurs", players=2, seed=seed, advanced=True, edition=FREE)
        tile = state(position)["market"][0]
        if tile not in tiles_for_sale(position):
            continue
        position.push(buy(tile))
        while state(position)["round"] == 1:
            position.push(position.legal_moves[0])
        back.add(tile in state(position)["market"])
    assert back == {True, False}


FREE = STANDARD | {"name": "free"}
FREE["tiles"] = {name: tile | {"cost": 0} for name, tile in STANDARD["tiles"].items()}
