"""`Move`, one choice at a table, for people: as data and in words."""

from typing import Any

from menagerie import jsontext
from menagerie.game import Game


class Move:
    """One move as it was offered at a table; equal to the same move offered elsewhere."""

    __slots__ = ("_tables", "game", "number")

    def __init__(self, game: Game, tables: Any, number: int) -> None:
        self.game = game
        self.number = number
        self._tables = tables

    def to_json(self) -> dict[str, Any]:
        return self.game.move_codec.to_json(self._tables[0], self.number)

    def words(self, language: str = "en") -> str:
        return self.game.move_codec.to_words(self._tables[0], self.number, self.game.text(language))

    def instead(self, number: int) -> "Move":
        """Another move that was offered at the same table."""
        return Move(self.game, self._tables, number)

    def is_offered_at(self, tables: Any) -> bool:
        """Whether it was offered at this very table."""
        return self._tables is tables

    def __str__(self) -> str:
        return self.words()

    def __repr__(self) -> str:
        return f"<Move {jsontext.write(self.to_json())}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self.game is other.game and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.game.name, jsontext.canonical(self.to_json())))
