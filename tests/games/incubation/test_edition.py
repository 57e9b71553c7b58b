"""Custom editions: INC-C1 to INC-C3, INC-S2, INC-H2, INC-O1, INC-O4."""

import pytest
from support.broken_editions import replace_field
from support.games.incubation.positions import STANDARD

from menagerie import BadInput, new
from menagerie.games.incubation.edition import check


@pytest.mark.rule("INC-C1", "INC-C2", "INC-S2", "INC-O1")
@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (
            "eggs.0.cards",
            [{"fire": 2, "water": 1, "points": 3}],
            "eggs: must be 36 cards in 3 equal piles (INC-C1), not 31",
        ),
        ("eggs.0.cards.0.fire", 0, "eggs[0].cards[0].fire: must be a number from 1 to 9"),
        ("eggs.0.cards.0.water", True, "eggs[0].cards[0].water"),
        ("eggs.0.cards.0.points", -1, "eggs[0].cards[0].points"),
        ("eggs.0.cards", [], "eggs[0].cards: must have 1 or more entries, not 0"),
        ("eggs.0.colours", ["pink"], "eggs[0].colours[0]: must be one of red, blue"),
        ("eggs.0.colours", ["red", "blue", "green"], "eggs[0].colours: must be at most two"),
        ("eggs.0.colours", ["red", "red"], "eggs[0].colours"),
        ("eggs", {}, "eggs: must be a list, not {}"),
        ("wheel.sections", ["blue"] * 8, "eggs[0].colours: red is not on the wheel"),
        ("wheel.sections", ["blue"] * 7, "wheel.sections: must have 8 entries"),
        ("wheel.sections.3", "pink", "wheel.sections[3]: must be one of red, blue"),
        ("wheel.pointers", {"gold": 0, "water": 3, "fire": 3}, "on different sections"),
        ("wheel.pointers.gold", 8, "wheel.pointers.gold"),
        ("die.faces", ["fire"] * 5, "die.faces: must have 6 entries"),
        ("die.faces.0", "blank", "die.faces[0]: must be one of fire, water, gold, chest"),
        ("objectives", [], "objectives: must have 10 entries"),
        ("objectives.0", {"points": 5}, "objectives[0]: must name dragons or gold"),
        ("objectives.0.dragons", {"red": 13}, "objectives[0].dragons: cannot be met"),
        ("objectives.0.dragons", {"pink": 1}, "objectives[0].dragons.pink: is not known"),
        ("objectives.7.gold", 106, "objectives[7].gold: cannot be met"),
        ("objectives.7.gold", 0, "objectives[7].gold"),
        ("supply.fire", 3, "the game has only 3"),
        ("supply.gold", 0, "supply.gold"),
        ("objectives_in_play.2", 11, "objectives_in_play.2"),
        ("players", [2, 6], "players: must be [2, 5] (INC-C3)"),
        ("name", "", "name: must be a non-empty string"),
    ],
)
def test_an_edition_that_cannot_be_played_is_refused_field_by_field(
    path: str, value: object, fault: str
) -> None:
    faults = check(replace_field(STANDARD, path, value))
    assert any(fault in found for found in faults), faults
    with pytest.raises(BadInput):
        new("incubation", edition=replace_field(STANDARD, path, value))


@pytest.mark.rule("INC-O4")
def test_mysteries_count_where_an_objective_is_checked() -> None:
    assert check(replace_field(STANDARD, "objectives.0.dragons", {"red": 12})) == []
    assert check(replace_field(STANDARD, "objectives.0.dragons", {"red": 9, "blue": 9})) == []
    assert check(replace_field(STANDARD, "objectives.0.dragons", {"red": 9, "blue": 10}))
