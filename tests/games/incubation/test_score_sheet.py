"""Score sheets for games at a real table: INC-E2 to INC-E4."""

from typing import Any

import pytest
from support.games.incubation.positions import (
    BLUE_12,
    RED_21,
    RED_22,
    RED_31,
)

from menagerie import BadInput, discovery
from menagerie.texts import LANGUAGES


def scored(*players: dict[str, Any], language: str = "en") -> Any:
    game = discovery.load("incubation")
    blank = game.blank(game.standard)
    return game.score_sheet.score({"players": list(players)}, blank, game.text(language))


@pytest.mark.rule("INC-E4", "INC-E2")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worked_example_scores_56(language: str) -> None:
    dragons = [3, 4, 5, 9, 0, 7, 13]  # four red ones for the objective; worth 6 7 9 6 3 4 3
    mine = {"dragons": dragons, "objectives": [0], "gold": 13}
    sheet = scored(mine, {"dragons": [], "objectives": [], "gold": 0}, language=language)
    assert sheet.breakdown[0] == {"dragons": 38, "objectives": 5, "gold": 13}
    assert sheet.scores == [56, 0]
    assert sheet.ranking == [[0], [1]]
    assert set(sheet.labels[0]) >= set(sheet.breakdown[0])


@pytest.mark.rule("INC-E3")
def test_the_ranking_has_its_tie_breaks() -> None:
    sheet = scored(
        {"dragons": [RED_31], "objectives": [], "gold": 13},
        {"dragons": [RED_22], "objectives": [7], "gold": 10},
        {"dragons": [RED_21, BLUE_12], "objectives": [], "gold": 11},
        {"dragons": [19, 13], "objectives": [], "gold": 11},
        {"dragons": [], "objectives": [], "gold": 60},
    )
    assert sheet.scores == [17, 17, 17, 17, 60]
    assert sheet.ranking == [[4], [1], [2, 3], [0]]
    assert sheet.tie_breaks[1] == {"objectives_taken": 1, "dragons_hatched": 1}


NOBODY = {"dragons": [], "objectives": [], "gold": 0}


@pytest.mark.rule("INC-C1", "INC-C3", "INC-S4", "INC-O1")
@pytest.mark.parametrize(
    ("players", "fault"),
    [
        ([NOBODY], "players: must have 2 to 5 entries, one per player, not . .INC-C3."),
        ([NOBODY] * 6, "players: must have 2 to 5 entries, one per player, not . .INC-C3."),
        # `gold` is missing too; the reason is the first error only
        ([NOBODY, {"dragons": []}], r"^players\[1\].objectives: is missing$"),
        (
            [NOBODY, NOBODY | {"eggs": []}],
            r"players\[1\].eggs: is not known; the known fields are dragons, objectives, gold",
        ),
        (
            [NOBODY | {"dragons": [36]}, NOBODY],
            r"players\[0\].dragons\[0\]: must be a number from 0 to 35",
        ),
        ([NOBODY | {"dragons": [True]}, NOBODY], r"players\[0\].dragons\[0\]: must be a number"),
        (
            [NOBODY | {"dragons": [3]}, NOBODY | {"dragons": [3]}],
            r"players\[1\].dragons: the egg 3 appears twice",
        ),
        ([NOBODY | {"objectives": [0]}, NOBODY], "does not meet the objective 0"),
        ([NOBODY | {"objectives": [10]}, NOBODY], r"players\[0\].objectives\[0\]: must be"),
        ([NOBODY | {"gold": 60}, NOBODY | {"gold": 60}], "gold is 120 in all"),
        (
            [NOBODY | {"gold": -1}, NOBODY],
            r"players\[0\].gold: must be a number from 0 to 105, not -1",
        ),
        (
            [NOBODY | {"gold": 106}, NOBODY],
            r"players\[0\].gold: must be a number from 0 to 105, not 106",
        ),
        ([NOBODY | {"gold": 10, "objectives": [7, 7]}, NOBODY], "the objective 7 appears twice"),
        (
            [NOBODY | {"gold": 20, "dragons": [*range(24)], "objectives": [*range(6)]}, NOBODY],
            "objectives are 6 in all",
        ),
    ],
)
def test_a_sheet_that_cannot_be_is_refused(players: list[Any], fault: str) -> None:
    with pytest.raises(BadInput, match=fault):
        scored(*players)
