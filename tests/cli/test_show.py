"""`menagerie show`: positions as text and as JSON, whole or as one seat sees them."""

import json
from typing import Any

import pytest
from support.cli.command import Run, changed

from menagerie.position import Position
from menagerie.texts import LANGUAGES

Document = dict[str, Any]


def test_every_phase_is_shown_without_loss(documents: dict[str, Document], run: Run) -> None:
    for phase, document in documents.items():
        shown = run("show", "-", "--json", stdin=json.dumps(document)).data
        assert set(shown) == {"position", "to_move", "legal", "over", "points", "winners"}
        assert shown["position"] == document["position"]
        assert shown["to_move"] == document["position"]["to_move"]
        assert shown["over"] == (phase == "over") == (shown["legal"] == [])
        assert bool(shown["winners"]) == shown["over"]
        assert len(shown["points"]) == document["players"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_shows_numbered_moves_in_words(
    language: str, documents: dict[str, Document], run: Run
) -> None:
    for document in documents.values():
        shown = run("show", "-", "--lang", language, stdin=json.dumps(document)).answer
        text = " ".join(shown.split())
        for number, move in enumerate(Position.from_json(document).legal_moves, 1):
            assert f" {number} {move.words(language)}" in text


def test_moves_are_played_before_the_table_is_shown(document: Document, run: Run) -> None:
    position = Position.from_json(document)
    given: list[str] = []
    for language in (*LANGUAGES, "json"):
        move = position.legal_moves[-1]
        form = json.dumps(move.to_json()) if language == "json" else move.words(language)
        given += ["--move", form]
        position.push(move)
    shown = run("show", "-", "--json", *given, stdin=json.dumps(document)).data
    assert shown["position"] == position.to_json()["position"]


def test_words_are_understood_as_people_type_them(document: Document, run: Run) -> None:
    for words in ("keep the hand", "  KEEP the  Hand. ", '{"do": "keep"}'):
        shown = run("show", "-", "--json", "--move", words, stdin=json.dumps(document)).data
        assert shown["to_move"] != document["position"]["to_move"]


@pytest.mark.rule("CUB-T5")
def test_a_move_that_is_not_legal_names_its_rule_and_what_is_allowed(
    basic: Document, run: Run
) -> None:
    cards = [*basic["position"]["deck"], *basic["position"]["aside"]]
    own, other = basic["position"]["collections"]
    cards += [*own, *other, *basic["position"]["hand"]]
    for card in ["trex", "trex", "trex"]:
        cards.remove(card)
    document = changed(
        basic,
        hand=["trex"],
        hand_known_to=[[0]],
        turn=0,
        to_move=0,
        deck=[],
        collections=[["trex"], ["trex"]],
        aside=cards,
    )
    told = run("show", "-", "--move", '{"do": "refuse", "add": "trex"}', stdin=document).complaint
    assert "CUB-T5" in told
    assert "allowed: keep the Hand" in told


@pytest.mark.parametrize(
    "move",
    [
        *("", "{", "{}", "[]", "null", "sing", "\x00", "9" * 5000, "x" * 100_000),
        *('{"do": 1}', '{"do": "sing"}', '{"do": "keep", "do": "keep"}', '{"do": "refuse"}'),
        *('{"do": "keep", "add": "trex"}', '{"do": "refuse", "add": "unicorn"}'),
        *('{"do": "refuse", "add": ["trex"]}', '{"do": "buy", "tile": {"a": 1}}'),
        *('{"do": "rob", "seat": 9}', '{"do": "rob", "seat": 1.0}', '{"do": "rob", "seat": true}'),
        '{"do": ' + "[" * 100_000,
        '{"do": "refuse", "add": "' + "x" * 100_000 + '"}',
    ],
)
def test_what_is_no_move_is_an_error(move: str, document: Document, run: Run) -> None:
    assert run("show", "-", "--move", move, stdin=json.dumps(document)).complaint


def test_no_move_follows_the_end(documents: dict[str, Document], run: Run) -> None:
    told = run("show", "-", "--move", "keep the Hand", stdin=json.dumps(documents["over"]))
    assert "the game is over" in told.complaint


@pytest.mark.rule("CUB-T9")
def test_a_seat_is_shown_what_it_knows_and_no_more(
    documents: dict[str, Document], run: Run
) -> None:
    for document in documents.values():
        whole = document["position"]
        for seat in range(document["players"]):
            args = ("show", "-", "--json", "--seat", str(seat))
            seen = run(*args, stdin=json.dumps(document)).data
            hidden = len(whole["aside"]) - len(whole["destroyed"])
            known = zip(whole["hand"], whole["hand_known_to"], strict=True)
            assert seen["position"] == whole | {
                "deck": [None] * len(whole["deck"]),
                "aside": [*whole["destroyed"], *[None] * hidden],
                "hand": [card if seat in seats else None for card, seats in known],
                "pile": [None] * len(whole["pile"]),
            }
            assert bool(seen["legal"]) == (seat == whole["to_move"])


@pytest.mark.rule("CUB-T9")
def test_what_a_seat_does_not_know_changes_nothing_on_its_screen(
    document: Document, run: Run
) -> None:
    there = document["position"]
    place, seats = next(
        (i, seats) for i, seats in enumerate(there["hand_known_to"]) if len(seats) < 4
    )
    stranger = next(seat for seat in range(4) if seat not in seats)
    hand, deck, aside = list(there["hand"]), list(there["deck"]), list(there["aside"])
    hand[place], deck[0], aside[0] = deck[0], aside[0], hand[place]
    other = changed(
        document,
        hand=hand,
        deck=deck[::-1],
        aside=sorted(aside),
        pile=there["pile"][::-1],
    )
    for form in ([], ["--json"], ["--lang", "fr"]):
        args = ["show", "-", "--seat", str(stranger), *form]
        assert run(*args, stdin=other).answer == run(*args, stdin=json.dumps(document)).answer


def test_moves_are_listed_to_the_seat_whose_turn_it_is(document: Document, run: Run) -> None:
    for seat in range(4):
        shown = run("show", "-", "--seat", str(seat), stdin=json.dumps(document)).answer
        assert ("keep the Hand" in shown) == (seat == document["position"]["to_move"])


def test_one_seats_view_cannot_be_loaded(document: Document, run: Run) -> None:
    view = json.dumps(Position.from_json(document).view(0))
    assert "one seat's view" in run("show", "-", stdin=view).complaint


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["--seat", "4"], "0 to 3"),
        (["--seat", "-2"], "0 to 3"),
        (["--seat", "one"], "--seat"),
        (["--seat", "9" * 30], "0 to 3"),
        (["--lang", "de"], "en, fr, it"),
        (["--lang", "de", "--json"], "en, fr, it"),
        (["--seed", "x" * 201], "200"),
        (["--seed", "\n"], "printable"),
    ],
)
def test_a_wrong_option_is_an_error(
    args: list[str], named: str, document: Document, run: Run
) -> None:
    assert named in run("show", "-", *args, stdin=json.dumps(document)).complaint
