"""`Move`: one choice at a table, as data and in words."""

from menagerie import jsontext
from menagerie.contract import MoveNumber, Table
from menagerie.game import Game
from menagerie.jsontext import Json


class Move:
    """A move as it was offered at a table; equal to the same move offered at another table."""

    __slots__ = ("_table", "game", "number")

    def __init__(self, game: Game, table: Table, number: MoveNumber) -> None:
        self.game = game
        self.number = number
        self._table = table

    def to_json(self) -> Json:
        return self.game.move_codec.to_json(self._table, self.number)

    def words(self, language: str = "en") -> str:
        return self.game.move_codec.to_words(self._table, self.number, self.game.text(language))

    def instead(self, number: MoveNumber) -> "Move":
        """Another move that was offered at the same table."""
        return Move(self.game, self._table, number)

    def is_offered_at(self, table: Table) -> bool:
        """Whether the move was offered at this very table."""
        return self._table is table

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
