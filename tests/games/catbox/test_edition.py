"""Editions of one's own, score sheets, and positions that cannot be."""

import copy
from typing import Any

import pytest
from support.broken_editions import spoil
from support.games.catbox.positions import STANDARD, state

from menagerie import BadInput, Position, discovery, new
from menagerie.games.catbox import names
from menagerie.games.catbox.edition import backs, check
from menagerie.games.catbox.table import CARDS
from menagerie.texts import LANGUAGES

GAME = discovery.load("catbox")


@pytest.mark.rule("CAT-C1", "CAT-C3", "CAT-S2", "CAT-S3")
@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("deck.fronts", ["GGGG"] * 47, "deck.fronts: must have 48 entries"),
        ("deck.fronts.3", "GGG", "deck.fronts[3]: must be 4 of . G B W Y T"),
        ("deck.fronts.3", "GGGX", "deck.fronts[3]: must be 4 of"),
        ("deck.fronts.3", 4, "deck.fronts[3]: must be 4 of"),
        ("deck.back", "blank", "deck.back: must be a list, not"),
        ("deck.back", ["GGGG"] * 50, "deck.back: must have 48 entries, not 50"),
        ("deck.back", ["GG.X"] * 48, "deck.back[0]: must be 4 of"),
        ("deck.middle", 1, "deck.middle: is not known"),
        ("cats.G", "pink", "cats.G: must be one of ginger"),
        ("cats.G", "black", "cats: must name ginger, black"),
        ("cats.GG", "ginger", "cats.GG: must be one letter"),
        ("cats", [], "cats: must be a group"),
        ("setup.removed.2", 3, "setup.removed.2: must be 1 (CAT-S2)"),
        ("setup.hand_size.5", 2, "setup.hand_size.5: must be 1 (CAT-S3)"),
        ("players", [2, 4], "players: must be [2, 5] (CAT-C5)"),
        ("name", " ", "name: must be a text"),
    ],
)
def test_an_edition_that_cannot_be_played_is_refused_field_by_field(
    path: str, value: object, fault: str
) -> None:
    faults = check(spoil(STANDARD, path, value))
    assert any(fault in found for found in faults), faults
    with pytest.raises(BadInput):
        new("catbox", edition=spoil(STANDARD, path, value))


@pytest.mark.rule("CAT-C2")
def test_backs_are_mirror_images_or_a_list_of_their_own() -> None:
    assert backs(STANDARD)[:2] == ["BBW.", "YGBY"]
    own = spoil(STANDARD, "deck.back", ["GB.."] * 48)
    assert backs(own) == ["GB.."] * 48
    position = new("catbox", players=2, seed=2, edition=own | {"name": "own"})
    while not position.is_over():
        position.push(position.legal_moves[0])
    assert position.winners()


@pytest.mark.rule("CAT-C1")
def test_other_letters_will_do() -> None:
    edition = copy.deepcopy(STANDARD)
    edition["cats"]["O"] = edition["cats"].pop("G")
    edition["deck"]["fronts"] = [side.replace("G", "O") for side in edition["deck"]["fronts"]]
    assert check(edition) == []
    position = new("catbox", players=5, seed=4, edition=edition)
    pictures = "".join(names.picture(position.table, card, 0) for card in range(CARDS))
    assert "O" in pictures
    assert "G" not in pictures
    assert "ginger" in " ".join(map(str, position.legal_moves))  # in words the cat stays the same


# ---- the score sheet


def scored(layout: list[str], identities: list[str], **more: Any) -> Any:
    data = {"layout": layout, "identities": identities, **more}
    return GAME.scorer.score(data, GAME.blank(STANDARD), GAME.text("en"))


@pytest.mark.rule("CAT-E2", "CAT-E4", "CAT-A3")
def test_a_picture_of_the_layout_is_scored_by_source() -> None:
    layout = ["GGW B", "G.WYB", " WWBB", " T..T"]
    sheet = scored(
        layout, ["ginger", "white", "black", "chihuahua", "tabby"], tokens=[0, 1, 2, 3, 5]
    )
    assert sheet.breakdown == [
        {"squares": 3, "largest_zone": 3, "tokens": 0},
        {"squares": 4, "largest_zone": 4, "tokens": 1},
        {"squares": 4, "largest_zone": 4, "tokens": 2},
        {"trios": 2, "boxes": 3, "tokens": 3},
        {"squares": 2, "largest_zone": 1, "tokens": 5},
    ]
    assert sheet.scores == [6, 9, 10, 8, 8]
    assert sheet.ranking == [[2], [1], [3], [4], [0]]


@pytest.mark.rule("CAT-E5")
def test_the_sheet_knows_the_tie_breaks() -> None:
    layout = ["GGG.", ".WW.", "WBBW", "TYBB"]
    sheet = scored(layout, ["white", "ginger", "black", "chihuahua"], tokens=[2, 2, 0, 1])
    assert sheet.scores == [8, 8, 8, 6]
    assert sheet.ranking == [[2], [1], [0], [3]]
    sheet = scored(layout, ["ginger", "chihuahua", "tabby", "grey"], tokens=[0, 1, 4, 4])
    assert sheet.scores == [6, 6, 6, 6]
    assert sheet.ranking == [[1], [0], [2, 3]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_source_has_a_label(language: str) -> None:
    data = {"layout": ["GG", "W."], "identities": ["ginger", "white", "grey", "chihuahua"]}
    sheet = GAME.scorer.score(data, GAME.blank(STANDARD), GAME.text(language))
    for breakdown, labels in zip(sheet.breakdown, sheet.labels, strict=True):
        assert set(breakdown) <= set(labels)


@pytest.mark.rule("CAT-S1", "CAT-C1", "CAT-C5")
@pytest.mark.parametrize(
    ("layout", "identities", "more", "fault"),
    [
        (["GG", "GG"], ["ginger"], {}, "identities: must be of 2 to 5 players"),
        (["GG", "GG"], ["ginger", "ginger"], {}, "must all be different"),
        (["GG", "GG"], ["ginger", "pink"], {}, r"identities\[1\]: must be one of"),
        (["GG", "GG"], ["ginger", "chihuahua"], {}, "there is no chihuahua"),
        (["GX", "GG"], ["ginger", "black"], {}, "layout has 'X'"),
        (["G G", "GGG", "   ", "B"], ["ginger", "black"], {}, "one piece"),
        (["G"], ["ginger", "black"], {}, "4 to 192 squares"),
        (["G" * 33], ["ginger", "black"], {}, "G 33 times; the cards show it 32 times"),
        (["GG", 3], ["ginger", "black"], {}, r"layout\[1\]: must be a row of letters"),
        ("GG", ["ginger", "black"], {}, "layout: must be a list"),
        (
            ["GG", "GG"],
            ["ginger", "black"],
            {"tokens": [6, 0]},
            r"tokens\[0\]: must be a number from 0 to 5",
        ),
        (["GG", "GG"], ["ginger", "black"], {"tokens": [1]}, "tokens must have 2 entries"),
        (["GG", "GG"], ["ginger", "black"], {"boxes": 1}, "boxes: is not known"),
        ([" " * 60 + "GG", " " * 60 + "GG"], ["ginger", "black"], {}, "larger than 49"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused(
    layout: Any, identities: list[str], more: dict[str, Any], fault: str
) -> None:
    with pytest.raises(BadInput, match=fault):
        scored(layout, identities, **more)


# ---- positions that cannot be


@pytest.mark.rule("CAT-C1", "CAT-S2", "CAT-S3", "CAT-T3", "CAT-A2")
@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"removed": []}, "removed must have 1 cards"),
        ({"tokens": [["paw"], []]}, "tokens must be empty in the basic game"),
        ({"layout": []}, "layout must have a card"),
        ({"turn": 0}, "turn: must be a number from 1 to"),
        ({"phase": "over", "to_move": None}, "no card is left"),
        ({"phase": "after", "cards_played": 1}, "a token can be played"),
        ({"phase": "place"}, "chosen is the move"),
        ({"chosen": {"do": "card", "from": 0, "slot": 0}}, "chosen is the move"),
        ({"chosen": {"do": "end"}}, "chosen must be the move"),
        ({"attention": True}, "token_played is true"),
        ({"token_played": True}, "token_played must be false in the basic game"),
        ({"to_refill": [0, 0]}, "to_refill has seat 0 twice"),
        ({"guards": [{"seat": 1, "at": [0, 0]}]}, "guards must be empty in the basic game"),
        ({"identities": ["ginger", "ginger"]}, "each once"),
        ({"identities": ["ginger", "chihuahua"]}, r"identities\[1\]: must be one of"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: dict[str, Any], fault: str) -> None:
    position = new("catbox", players=2, seed=2)
    with pytest.raises(BadInput, match=fault):
        Position.from_json(position.header.document(state(position) | change))


@pytest.mark.rule("CAT-C1", "CAT-T3")
def test_cards_are_there_once_and_lie_on_others() -> None:
    position = new("catbox", players=2, seed=2)
    there = state(position)
    twice = there["deck"][:-1] + there["deck"][:1]
    with pytest.raises(BadInput, match="times; each is there once"):
        Position.from_json(position.header.document(there | {"deck": twice}))
    far = {"card": there["deck"][0]["card"], "side": "front", "at": [2, 0]}
    changed = there | {"deck": there["deck"][1:], "layout": [*there["layout"], far]}
    with pytest.raises(BadInput, match="must cover a square"):
        Position.from_json(position.header.document(changed))
    first = [there["layout"][0] | {"at": [1, 0]}]
    with pytest.raises(BadInput, match="must be at"):
        Position.from_json(position.header.document(there | {"layout": first}))
