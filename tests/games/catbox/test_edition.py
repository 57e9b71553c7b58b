"""Custom editions: CAT-C1 to CAT-C5, CAT-S2, CAT-S3."""

import copy

import pytest
from support.broken_editions import replace_field
from support.games.catbox.positions import STANDARD

from menagerie import BadInput, new
from menagerie.games.catbox import names
from menagerie.games.catbox.edition import backs, check
from menagerie.games.catbox.table import CARDS


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
        *(
            (
                f"cats.{letters}",
                "ginger",
                "must be one printable character other than . and space",
            )
            for letters in ("GG", " ", "\n", "\x1b", "\u202e", "\u2003")
        ),
        ("cats", [], "cats: must be an object"),
        ("setup.removed.2", 3, "setup.removed.2: must be 1 (CAT-S2)"),
        ("setup.hand_size.5", 2, "setup.hand_size.5: must be 1 (CAT-S3)"),
        ("players", [2, 4], "players: must be [2, 5] (CAT-C5)"),
        ("name", " ", "name: must be a non-empty string"),
    ],
)
def test_an_edition_that_cannot_be_played_is_refused_field_by_field(
    path: str, value: object, fault: str
) -> None:
    faults = check(replace_field(STANDARD, path, value))
    assert any(fault in found for found in faults), faults
    with pytest.raises(BadInput):
        new("catbox", edition=replace_field(STANDARD, path, value))


@pytest.mark.rule("CAT-C2")
def test_backs_are_mirror_images_or_a_list_of_their_own() -> None:
    assert backs(STANDARD)[:2] == ["BBW.", "YGBY"]
    own = replace_field(STANDARD, "deck.back", ["GB.."] * 48)
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
