"""Phrases that all games share, from each game's own catalogue: players, labels, whose turn."""

from functools import cache

from rich.text import Text as RichText

from menagerie.contract import Seat, Table
from menagerie.texts import Text


@cache
def player(seat: Seat, text: Text) -> str:
    """A player's name. Words count players from 1, files count seats from 0."""
    return text("forms.player", number=seat + 1)


def players(seats: int, text: Text) -> str:
    """Several players, given as a bit mask of seats."""
    return ", ".join(player(seat, text) for seat in range(seats.bit_length()) if seats >> seat & 1)


def label(key: str, text: Text) -> str:
    """A word and a colon, as the language writes it."""
    return text("forms.label", label=text(key))


def player_line(table: Table, seat: Seat, text: Text) -> RichText:
    """A player's name on the screen, with a mark if that player is to move."""
    mark, style = ("▶ ", "bold reverse") if table.to_move == seat else ("  ", "")
    return RichText(mark).append(player(seat, text), style=style)
