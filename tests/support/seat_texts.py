"""The narration and the terminal output for a seat."""

import io
from typing import Any

from rich.console import Console

from menagerie import Position
from menagerie.game import Seat


def narration(
    position: Position, move: dict[str, Any], seat: Seat, language: str = "en"
) -> list[str]:
    """Make a move and return its narration for a seat."""
    before = position.table
    number = position.push(move).number
    text = position.game.text(language)
    return position.game.tell(before, number, position.table, seat, text)


def drawn(position: Position, seat: Seat | None, language: str = "en") -> str:
    """The table in a terminal without colours, as a seat sees it, or unmasked for None."""
    seen = position.table if seat is None else position.observe(seat)
    console = Console(file=io.StringIO(), width=100, color_system=None)
    console.print(position.game.screen.show(seen, position.game.text(language)))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()
