"""Score sheets for games at a real table: CAT-E2 to CAT-E5."""

from typing import Any

import pytest
from support.games.catbox.positions import STANDARD

from menagerie import BadInput, discovery
from menagerie.texts import LANGUAGES

GAME = discovery.load("catbox")


def scored(layout: list[str], identities: list[str], **more: Any) -> Any:
    data = {"layout": layout, "identities": identities, **more}
    return GAME.score_sheet.score(data, GAME.blank(STANDARD), GAME.text("en"))


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
    sheet = GAME.score_sheet.score(data, GAME.blank(STANDARD), GAME.text(language))
    for breakdown, labels in zip(sheet.breakdown, sheet.labels, strict=True):
        assert set(breakdown) <= set(labels)


@pytest.mark.rule("CAT-S1", "CAT-C1", "CAT-C5")
@pytest.mark.parametrize(
    ("layout", "identities", "more", "fault"),
    [
        (["GG", "GG"], ["ginger"], {}, "identities: must have 2 to 5 entries, one per player"),
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
