"""The narration of moves, and the table in a terminal."""

from typing import Any

import pytest
from support.games.catbox.positions import (
    ATTENTION,
    END,
    HELD,
    MOUSE,
    PASS,
    PAW,
    Laid,
    card,
    fish,
    guard,
    lift,
    place,
    play,
    state,
    table,
)
from support.runs import JIT_DISABLED
from support.seat_texts import drawn, narration

from menagerie import Position, new
from menagerie.texts import LANGUAGES

TWO: list[Laid] = [("GGTY", 0, 0), ("BB.W", 1, 1)]


def told(position: Position, move: dict[str, Any], language: str = "en") -> list[str]:
    """The narration for seat 1."""
    return narration(position, move, 1, language)


@pytest.mark.rule("CAT-T1", "CAT-T6", "CAT-S4")
def test_a_card_its_place_and_the_draw_are_told() -> None:
    position = table(["GYYB"], ["TBTG"], layout=TWO, deck=["YBTG", "BWYY"])
    assert told(position, card(0)) == [
        "Player 1 takes a card of their own: grey, ginger / black, grey."
    ]
    assert told(position, place(2, 2)) == [
        "Player 1 lays the card over a white cat (2, 2).",
        "Player 1 draws a card; its public side: grey, black / tabby, ginger.",
        "Player 1 draws a card; its public side: black, white / grey, grey.",
        "It is the turn of Player 2.",
    ]
    assert told(position, card(0)) == [
        "Player 2 takes a card of Player 1: grey, black / tabby, ginger."
    ]


@pytest.mark.rule("CAT-A4", "CAT-A5", "CAT-A6", "CAT-A7", "CAT-A8", "CAT-T8")
def test_tokens_are_told() -> None:
    hands = (["GYYB", "T.GB"], ["TBTG"])
    position = table(*hands, layout=TWO, deck=["YBTG"], advanced=True)
    assert told(position, ATTENTION) == ["Player 1 plays Attention: the next card may cover more."]
    position = table(*hands, layout=TWO, deck=["YBTG"], advanced=True)
    line = "Player 1 plays the Fish and keeps a card of Player 2: tabby, black / tabby, ginger."
    assert told(position, fish(1)) == [line]
    assert told(position, HELD) == [
        "Player 1 takes the card under their Fish: tabby, black / tabby, ginger."
    ]
    position = table(*hands, layout=TWO, deck=["YBTG"], advanced=True)
    line = "Player 1 plays the Fish and keeps a card of their own: grey, ginger / black, grey."
    assert told(position, fish(0)) == [line]
    position = table(*hands, layout=TWO, deck=["YBTG"], advanced=True)
    play(position, card(0), place(2, 2))
    assert told(position, PAW) == ["Player 1 plays the Paw, and plays another card."]
    position.pop()
    assert told(position, MOUSE) == ["Player 1 plays the Mouse, and moves a card."]
    assert told(position, lift("YGBY")) == [
        "Player 1 picks up a card: grey, ginger / black, grey (2, 2)."
    ]
    line = "Player 1 moves the card from (2, 2) over a ginger cat (-1, -1)."
    assert told(position, place(-1, -1))[0] == line
    position.pop()
    position.pop()
    position.pop()
    assert told(position, guard(0, 0)) == [
        "Player 1 plays the Cat Box: it guards a ginger cat and what is around it (0, 0).",
        "Player 1 draws a card; its public side: grey, black / tabby, ginger.",
        "It is the turn of Player 2.",
    ]
    play(position, card(1), place(0, 2), END)
    assert state(position)["guards"] == []
    assert position.turn == 0


@pytest.mark.rule("CAT-A6", "CAT-T8")
def test_a_pass_and_a_fallen_guard_are_told() -> None:
    guarded: dict[str, Any] = {"layout": [("GGTY", 0, 0)], "guards": [(1, 0, 0)], "deck": ["YBTG"]}
    position = table(["GYYB"], ["TBTG"], advanced=True, **guarded)
    assert told(position, PASS) == [
        "Player 1 passes.",
        "The guard of Player 2 is gone.",
        "It is the turn of Player 2.",
    ]


@pytest.mark.rule("CAT-E1", "CAT-E5")
def test_the_end_is_told_with_all_identities() -> None:
    position = table(["GYYB"], [], layout=TWO, deck=[])
    told(position, card(0))
    lines = told(position, place(2, 2))
    assert lines[0] == "Player 1 lays the card over a white cat (2, 2)."
    assert lines[1].startswith("Player 1 was the ginger cat: ")
    assert lines[2].startswith("Player 2 was the black cat: ")
    assert lines[3].startswith("The game is over, won by Player ")


@pytest.mark.rule("CAT-T3", "CAT-A7")
def test_a_place_is_named_by_what_would_be_covered_there() -> None:
    position = table(["GYYB", "T.GB"], ["TBTG"], layout=TWO, deck=["YBTG"], advanced=True)
    play(position, card(0, 1))
    assert position.parse(place(0, -1)).words() == "lay it over 2 ginger cats (0, -1)"
    assert position.parse(place(0, 2)).words() == "lay it over an empty box (0, 2)"
    assert position.parse(place(9, 9)).words() == "lay it over nothing (9, 9)"
    assert "To be laid: box, tabby / black, ginger." in drawn(position, 0)
    play(position, place(2, 2), MOUSE, lift(".TBG"))
    under = position.parse(place(1, 1)).words()
    assert under == "lay it over 2 black cats, an empty box and a white cat (1, 1)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phase_can_be_shown_asked_and_told_in_every_language(language: str) -> None:
    phases = set()
    for seed in range(1 if JIT_DISABLED else 3):
        position = new("catbox", players=4, seed=seed, advanced=True)
        while not position.is_over():
            phases.add(state(position)["phase"])
            moves = position.legal_moves
            text = position.game.text(language)
            assert position.game.screen.ask(position.observe(position.turn or 0), text)
            if position.step % 20 == 0:
                assert drawn(position, position.turn, language)
            choice = moves[(seed + 7 * position.step) % len(moves)]
            lines = told(position, choice.to_json(), language)
            assert all("{" not in line for line in lines)
        assert drawn(position, None, language)
    assert len(phases) >= 3


@pytest.mark.rule("CAT-S4")
def test_the_table_shows_the_layout_with_coordinates_and_only_what_a_seat_knows() -> None:
    guarded: dict[str, Any] = {"guards": [(1, 2, 2)], "advanced": True}
    position = table(["GYYB"], ["TBTG"], layout=TWO, deck=["YBTG", "BWYY"], **guarded)
    shown = drawn(position, 0)
    assert "       0     2\n   0  G  G" in shown
    assert "   1  T  B  B " in shown
    assert "   2     . [W]" in shown
    for words in ("Turn 10", "Deck: 2", "on top: YB/TG", "G ginger cat", "▶ Player 1"):
        assert words in shown
    assert "GY/YB (secret YG/BY)" in shown
    assert "TB/TG (secret" not in shown
    assert "GY/YB (secret" not in drawn(position, 1)
    assert "secret" in shown.splitlines()[-1]
