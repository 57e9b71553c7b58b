"""The narration of moves, and the table in a terminal."""

from typing import Any

import pytest
from support.games.cubosaurs.positions import KEEP, advanced, buy, on, refuse, table
from support.seat_texts import drawn, narration

from menagerie.texts import LANGUAGES


@pytest.mark.rule("CUB-T3", "CUB-T9")
def test_a_kept_hand_is_told_to_all_and_a_drawn_card_to_its_holder() -> None:
    for seat, card in ((0, "draws a card"), (1, "draws Black Velociraptor 1")):
        position = table("", "", hand="trex", deck="black:1")
        lines = narration(position, KEEP, seat)
        assert lines == ["Player 1 keeps the Hand: T-Rex.", f"Player 2 {card}."]


@pytest.mark.rule("CUB-T3")
def test_the_last_hand_of_a_round_is_told_though_the_next_one_is_dealt() -> None:
    position = table("", "", hand="trex", deck="")
    lines = narration(position, KEEP, 1)
    assert lines[0] == "Player 1 keeps the Hand: T-Rex."
    assert lines[1] == "Round 1 is over: Player 1: 4, Player 2: 0."
    assert lines[2] == "Round 2 starts with Player 2."
    assert lines[3] == "Turns now go counter-clockwise."
    assert lines[4].startswith("Player 2 draws ")


def test_a_refusal_and_the_end_of_a_game_are_told() -> None:
    position = table("grey:1", "", hand="trex", deck="", options={"rounds": 1})
    assert narration(position, refuse("grey:1"), 0) == [
        "Player 1 refuses the Hand and adds Grey Velociraptor 1.",
        "Player 2 takes up a Hand (cards: 2).",
    ]
    assert narration(position, KEEP, 0)[-1] == "The game is over, won by Player 2."


@pytest.mark.parametrize(
    ("tile", "moves", "last"),
    [
        ("types", [], "Player 1 buys Type bonus for 4 DNA."),
        ("draw", [], "Player 1 draws Stegosaurus."),
        ("free_refusal", [], "Player 2 takes up a Hand (cards: 1)."),
        ("destroy_own", [on("destroy", 0, "grey:1")], "destroys their own Grey Velociraptor 1."),
        ("destroy_other", [on("destroy", 1, "black:1")], "destroys Player 2’s Black Velocira"),
        ("steal", [on("steal", 1, "black:1")], "steals Black Velociraptor 1 from Player 2."),
        ("give", [on("give", 1, "grey:1")], "Player 1 gives Grey Velociraptor 1 to Player 2."),
        ("swap", [on("take", 1, "black:1")], "wants Player 2’s Black Velociraptor 1 in a swap."),
        (
            "swap",
            [on("take", 1, "black:1"), on("give", 1, "grey:1")],
            "Player 1 swaps: Black Velociraptor 1 from Player 2 for Grey Velociraptor 1.",
        ),
    ],
)
def test_every_tile_is_told(tile: str, moves: list[dict[str, Any]], last: str) -> None:
    for language in LANGUAGES:
        position = advanced(
            "grey:1", "black:1", hand="trex", deck="stegosaurus", dna=[9, 0], market=[tile]
        )
        lines = narration(position, buy(tile), 0, language)
        for move in moves:
            lines = narration(position, move, 0, language)
        if language == "en":
            assert last in lines[-1]
        assert len(lines) <= 2


def test_tokens_that_come_and_go_are_told() -> None:
    position = advanced("", "", hand="trex+dna", deck="grey:1")
    assert narration(position, KEEP, 0)[1] == "Player 1 gains 1 DNA."
    position = advanced("", "", hand="trex+dna", deck="grey:1", dna=[0, 40])
    assert narration(position, KEEP, 0)[1:3] == ["Player 1 gains 1 DNA.", "Player 2 loses 1 DNA."]


def test_the_screen_shows_what_the_seat_knows() -> None:
    position = advanced("grey:1", "", "", hand="trex", deck="black:1", market=["types"])
    position.push(KEEP)
    assert "unseen card" in drawn(position, 0)
    assert "Black Velociraptor 1" not in drawn(position, 0)
    assert "Black Velociraptor 1" in drawn(position, 1)
    assert "Black Velociraptor 1" in drawn(position, None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screen_speaks_every_language(language: str) -> None:
    position = advanced("grey:1", "", hand="trex", deck="black:1", market=["types"], dna=[0, 3])
    text = position.game.text(language)
    shown = drawn(position, 0, language)
    for key in ("cards.trex", "tiles.types", "screen.market", "screen.collection"):
        assert text(key) in shown
    assert position.game.screen.ask(position.table, text) == text("phases.choose")
