"""Invalid position documents are refused, and the error names the field."""

import json
from typing import Any

import pytest
from support.cli.command import Run, changed, without

Document = dict[str, Any]
NESTED: list[Any] = []
for _ in range(50):
    NESTED = [NESTED]
STRANGE: list[Any] = [
    *(None, True, False, 0, -1, 1.0, 1.5, 99, 2**64, "", "trex", "types"),
    *([], [None], [[]], {}, NESTED, [0] * 200, ["trex"] * 60, [[0, 0]]),
]


def test_every_field_is_required(document: Document, run: Run) -> None:
    for field in document:
        told = run("show", "-", stdin=json.dumps(without(document, field))).complaint
        assert field in told
    for field in document["position"]:
        position = without(document["position"], field)
        told = run("show", "-", stdin=json.dumps(document | {"position": position})).complaint
        assert field in told
    for field in document["options"]:
        options = without(document["options"], field)
        told = run("show", "-", stdin=json.dumps(document | {"options": options})).complaint
        assert field in told


def test_no_other_field_is_accepted(document: Document, run: Run) -> None:
    assert "surplus" in run("show", "-", stdin=changed(document, surplus=1)).complaint
    assert "surplus" in run("show", "-", stdin=json.dumps(document | {"surplus": 1})).complaint


@pytest.mark.parametrize("field", ["game", "format", "edition", "players", "options", "position"])
def test_a_strange_header_is_refused(field: str, document: Document, run: Run) -> None:
    for value in STRANGE:
        assert run("show", "-", stdin=json.dumps(document | {field: value})).complaint


@pytest.mark.parametrize("phase", ["rob", "swap_give"])
def test_a_strange_field_is_refused_or_read_without_loss(
    phase: str, documents: dict[str, Document], run: Run
) -> None:
    """Some strange values happen to be valid, such as `false` for `bought`."""
    document = documents[phase]
    for field in document["position"]:
        for value in STRANGE:
            shown = run("show", "-", "--json", stdin=changed(document, **{field: value}))
            if shown.code != 0:
                assert shown.complaint
            else:
                assert json.dumps(shown.data["position"][field]) == json.dumps(value)


@pytest.mark.parametrize("field", ["game", "format", "edition", "players", "options", "position"])
def test_a_long_header_is_not_repeated_in_the_error(
    field: str, document: Document, run: Run
) -> None:
    assert run("show", "-", stdin=json.dumps(document | {field: "x" * 100_000})).complaint


@pytest.mark.parametrize("field", ["phase", "to_move", "deck", "market", "owed", "dna", "pending"])
def test_a_long_field_is_not_repeated_in_the_error(
    field: str, document: Document, run: Run
) -> None:
    for value in ("x" * 100_000, ["x" * 100_000]):
        assert run("show", "-", stdin=changed(document, **{field: value})).complaint


@pytest.mark.rule("CUB-C1")
@pytest.mark.parametrize("place", ["deck", "aside", "hand"])
def test_every_card_is_there_once(place: str, document: Document, run: Run) -> None:
    cards = document["position"][place]
    for other in ([*cards, cards[0]], cards[1:], ["unicorn", *cards[1:]], [["trex"], *cards[1:]]):
        assert run("show", "-", stdin=changed(document, **{place: other})).complaint


def test_the_tokens_are_all_there(document: Document, run: Run) -> None:
    supply = document["position"]["supply"]
    told = run("show", "-", stdin=changed(document, supply=supply - 1)).complaint
    assert "CUB-A1" in told


@pytest.mark.rule("CUB-A1")
def test_every_tile_is_there_once(document: Document, run: Run) -> None:
    pile = document["position"]["pile"]
    for other in ([*pile, pile[0]], pile[1:], ["unicorn", *pile[1:]], [None, *pile[1:]]):
        assert run("show", "-", stdin=changed(document, pile=other)).complaint


@pytest.mark.parametrize(
    ("phase", "fields"),
    [
        ("choose", {"phase": "forbidden"}),
        ("choose", {"phase": "steal", "bought": False}),
        ("choose", {"phase": "rob", "owed": [0]}),
        ("choose", {"phase": "over", "to_move": None}),
        ("choose", {"pending": {"seat": 1, "card": "trex"}}),
        ("choose", {"owed": [1]}),
        ("choose", {"round": 2}),
        ("choose", {"rounds": 3}),
        ("choose", {"round_scores": [[0, 0, 0, 0]]}),
        ("swap_give", {"pending": None}),
        ("swap_give", {"phase": "swap_take"}),
        ("swap_give", {"bought": False}),
        ("steal", {"bought": False}),
        ("rob", {"owed": []}),
        ("rob", {"to_move": None}),
        ("over", {"to_move": 0}),
        ("over", {"bought": True}),
        ("over", {"round": 1}),
    ],
)
def test_parts_that_do_not_agree_are_refused(
    phase: str, fields: dict[str, Any], documents: dict[str, Document], run: Run
) -> None:
    assert run("show", "-", stdin=changed(documents[phase], **fields)).complaint


@pytest.mark.rule("CUB-T9")
def test_a_seat_knows_a_card_only_once(document: Document, run: Run) -> None:
    known = [[*seats, seats[0]] for seats in document["position"]["hand_known_to"]]
    assert (
        "hand_known_to" in run("show", "-", stdin=changed(document, hand_known_to=known)).complaint
    )


@pytest.mark.rule("CUB-A13", "CUB-A14")
def test_nothing_is_destroyed_in_the_basic_game(basic: Document, run: Run) -> None:
    destroyed = basic["position"]["aside"][:1]
    assert "destroyed" in run("show", "-", stdin=changed(basic, destroyed=destroyed)).complaint


def test_the_basic_game_has_neither_tiles_nor_tokens(basic: Document, run: Run) -> None:
    for fields in ({"market": ["types"]}, {"dna": [1, 0]}, {"supply": 40}, {"bought": True}):
        assert run("show", "-", stdin=changed(basic, **fields)).complaint
