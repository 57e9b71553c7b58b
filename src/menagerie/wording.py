"""What every game says alike, in words of its own catalogue: players, labels, who is to move."""

from functools import cache
from typing import Any

from rich.text import Text as Line

from menagerie.texts import Text


@cache
def player(seat: int, text: Text) -> str:
    """Players are counted from 1 in words, as seats are from 0 in files."""
    return text("forms.player", number=seat + 1)


def players(seats: int, text: Text) -> str:
    """Several players, a bit for each seat."""
    return ", ".join(player(seat, text) for seat in range(seats.bit_length()) if seats >> seat & 1)


def label(key: str, text: Text) -> str:
    """A word with the colon that its language puts behind it."""
    return text("forms.label", label=text(key))


def player_line(table: Any, seat: int, text: Text) -> Line:
    """A player's name on the screen; who is to move is marked."""
    mark, style = ("▶ ", "bold reverse") if table.to_move == seat else ("  ", "")
    return Line(mark).append(player(seat, text), style=style)
