"""`menagerie score`: the score sheet for a game on a real table."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.cli.command import Run

from menagerie.texts import LANGUAGES

EXAMPLE = [
    *("brontosaurus", "brontosaurus", "brontosaurus", "pentaceratops", "egg:pentaceratops"),
    *("black:2", "grey:3", "grey:1"),
]
OTHER = ["pentaceratops", "pentaceratops"]


def scored(run: Run, *collections: list[str], **more: Any) -> dict[str, Any]:
    sheet = json.dumps({"collections": collections, **more})
    found: dict[str, Any] = run("score", "cubosaurs", "-", "--json", stdin=sheet).data
    assert set(found) == {"scores", "breakdown"}
    for total, points in zip(found["scores"], found["breakdown"], strict=True):
        assert total == sum(points.values())
    return found


def refused(run: Run, sheet: object) -> str:
    return run("score", "cubosaurs", "-", stdin=json.dumps(sheet)).complaint


@pytest.mark.rule("CUB-E8")
def test_the_rulebooks_example_scores_three(run: Run) -> None:
    found = scored(run, EXAMPLE, OTHER)
    assert found["scores"] == [3, -1]
    assert found["breakdown"][0] == {
        "brontosaurus": 5,
        "pentaceratops": -3,
        "raptors": 4,
        "egg:pentaceratops": -3,
    }


@pytest.mark.rule("CUB-E8")
def test_with_a_second_pentaceratops_the_egg_would_have_scored(run: Run) -> None:
    found = scored(run, [*EXAMPLE, "pentaceratops"], OTHER)
    assert found["breakdown"][0]["egg:pentaceratops"] == 3


@pytest.mark.rule("CUB-E8")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_lists_each_type_and_the_total(language: str, run: Run) -> None:
    sheet = json.dumps({"collections": [EXAMPLE, OTHER]})
    told = run("score", "cubosaurs", "-", "--lang", language, stdin=sheet).answer
    first, second = [part.split() for part in told.strip().split("\n\n")]
    assert [word for word in first if word[0] in "+-"] == ["+5", "-3", "+4", "-3"]
    assert (first[-1], second[-1]) == ("3", "-1")


@pytest.mark.rule("CUB-E2")
def test_no_cards_score_nothing(run: Run) -> None:
    assert scored(run, [], []) == {"scores": [0, 0], "breakdown": [{}, {}]}


@pytest.mark.rule("CUB-E3")
def test_a_series_scores_by_its_length(run: Run) -> None:
    points = [scored(run, ["trex"] * count, [])["scores"][0] for count in range(8)]
    assert points == [0, 4, 1, -2, -5, -5, -5, -5]


@pytest.mark.rule("CUB-E4")
def test_raptors_are_paired_as_is_best_for_their_owner(run: Run) -> None:
    found = scored(run, ["grey:1", "grey:3", "grey:2", "black:1", "black:3"], ["black:2"])
    assert found["scores"] == [3 + 2 + 1 + 3 - 1, -2]


@pytest.mark.rule("CUB-E5", "CUB-E6", "CUB-E7")
def test_an_egg_scores_if_nobody_has_more(run: Run) -> None:
    none_at_all = scored(run, ["egg:trex"], [])
    assert none_at_all["breakdown"][0] == {"egg:trex": 5}
    tie = scored(run, ["egg:raptors", "grey:1", "black:1"], ["grey:1", "grey:2"])
    assert tie["breakdown"][0]["egg:raptors"] == 3
    less = scored(run, ["egg:raptors", "grey:1"], ["grey:1", "black:2"])
    assert less["breakdown"][0]["egg:raptors"] == -3


@pytest.mark.rule("CUB-A8", "CUB-A9")
def test_tiles_score_for_types_and_for_eggs(run: Run) -> None:
    cards = ["egg:trex", "egg:raptors", "trex", "trex"]
    found = scored(run, cards, cards[2:], tiles=[["types", "steal"], ["eggs"]])
    assert found["breakdown"][0]["types"] == 2
    assert found["breakdown"][1]["eggs"] == 0
    found = scored(run, cards, cards[2:], tiles=[["eggs"], []])
    assert found["breakdown"][0]["eggs"] == 4


@pytest.mark.rule("CUB-C4")
def test_the_icon_is_optional(run: Run) -> None:
    assert scored(run, ["trex+dna", "trex"], []) == scored(run, ["trex", "trex"], [])


def test_a_sheet_may_be_toml_or_json_in_a_file(tmp_path: Path, run: Run) -> None:
    toml, text = tmp_path / "sheet.toml", tmp_path / "sheet.txt"
    toml.write_text("collections = [['trex'], ['egg:trex']]\ntiles = [['types'], []]\n")
    text.write_text('\n {"collections": [["trex"], ["egg:trex"]], "tiles": [["types"], []]}')
    for file in (toml, text):
        assert run("score", "cubosaurs", str(file), "--json").data["scores"] == [5, -2]


def test_an_edition_of_ones_own_is_scored_with(edition: Path, run: Run) -> None:
    sheet = '{"collections": [["trex"], []]}'
    told = run("score", "cubosaurs", "-", "--json", "--edition", str(edition), stdin=sheet)
    assert told.data["scores"] == [40, 0]


@pytest.mark.parametrize(
    ("collections", "named"),
    [
        ([["trex"] * 5, ["trex"] * 3], "trex 8 times"),
        ([["trex+dna"] * 3, []], r"trex+dna 3 times"),
        ([["egg:trex"], ["egg:trex"]], "egg:trex 2 times"),
        ([["grey:1"] * 3, []], "grey:1 3 times"),
        ([["grey:4"], []], "grey:4"),
        ([["grey"], []], "grey"),
        ([["egg"], []], "egg"),
        ([["trex"] * 7, ["stegosaurus"] * 7 + ["pterodactyl"] * 7], "21 cards"),
        ([["trex"] * 300, []], "trex 300 times"),
    ],
)
@pytest.mark.rule("CUB-C1", "CUB-S1")
def test_collections_that_cannot_exist_are_refused(
    collections: list[list[str]], named: str, run: Run
) -> None:
    assert named in refused(run, {"collections": collections})


@pytest.mark.parametrize("count", [0, 1, 6])
@pytest.mark.rule("CUB-C5")
def test_there_are_two_to_five_players(count: int, run: Run) -> None:
    assert "2 to 5" in refused(run, {"collections": [[]] * count})


@pytest.mark.parametrize("card", [None, True, 1, 1.5, "", "T-Rex", ["trex"], {"trex": 1}, [[]]])
def test_what_is_no_card_is_an_error(card: object, run: Run) -> None:
    assert "collections" in refused(run, {"collections": [[card], []]})


@pytest.mark.parametrize(
    "tiles",
    [
        *(None, {}, "types", [], [[]], [[], [], []], [["types"], ["types"]], [["unicorn"], []]),
        *([[["types"]], []], [[None], []], [None, []], [["x" * 100_000], []]),
    ],
)
def test_tiles_that_cannot_be_are_an_error(tiles: object, run: Run) -> None:
    assert "tile" in refused(run, {"collections": [[], []], "tiles": tiles})


@pytest.mark.parametrize(
    "sheet",
    [
        *(None, 1, "x", [], {}, [{}], {"collections": None}, {"collections": {}}),
        *({"collections": [[], []], "surplus": 1}, {"collections": ["trex", "trex"]}),
    ],
)
def test_what_is_no_sheet_is_an_error(sheet: object, run: Run) -> None:
    assert refused(run, sheet)


@pytest.mark.parametrize(
    "text",
    [
        *("collections = [[1979-05-27], []]", "collections = [[nan], []]", "collections = inf"),
        "collections = 0x" + "f" * 5000,
        "collections = [[0x" + "f" * 5000 + "], []]",
        "collections = " + "9" * 5000,
        "collections" + ".a" * 3000 + " = 1",
        "collections = " + "[" * 5000,
        "collections = [[], []]\ncollections = [[], []]",
    ],
)
def test_strange_toml_is_an_error(text: str, run: Run) -> None:
    assert run("score", "cubosaurs", "-", stdin=text).complaint
