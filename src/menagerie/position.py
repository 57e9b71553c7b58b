"""`Position`: a game at some moment, its past, and the moves from here."""

import unicodedata
from typing import Any, NamedTuple, Self

import numpy as np

from menagerie import jsontext
from menagerie.contract import MoveNumber, Seat, Table
from menagerie.errors import BadInput, IllegalMove, join_some
from menagerie.game import check_seat
from menagerie.header import FIELDS, OPTIONAL, Header
from menagerie.jsontext import Json
from menagerie.kernel import TableView
from menagerie.move import Move
from menagerie.texts import LANGUAGES

__all__ = ["Move", "Position", "Snapshot"]
MAX_MOVES_PARSED = 1000  # in a game with more moves, only the legal ones are parsed from words


class Snapshot(NamedTuple):
    """A position without its header, for another process."""

    tables: list[bytes]
    moves: list[MoveNumber]
    forgotten: int


class Position:
    """A game at some moment. `push` plays a move, `pop` takes the last one back."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.game = header.game
        table = self.game.blank(header.edition)
        self.game.set_up(table, header.players, header.options, header.key)
        self._tables = [TableView(table.array)]  # the last one is the current table
        self.game.precompile_entry_points(self._tables[0].array)
        self._moves: list[MoveNumber] = []
        self._forgotten = 0
        self._legal: list[MoveNumber] | None = None  # memoised
        self._over: bool | None = None  # memoised

    @classmethod
    def from_table(cls, header: Header, table: Table) -> Self:
        """A position with a copy of this table; its past is not known."""
        position = cls(header)
        position.table_view.array[0] = table.record
        return position

    @property
    def table(self) -> Any:
        """The NumPy record of the whole table, hidden parts included. Do not write to it."""
        return self._tables[-1].record

    @property
    def table_view(self) -> TableView:
        """The whole table, hidden parts included, as a view."""
        return self._tables[-1]

    @property
    def players(self) -> int:
        return self.header.players

    @property
    def turn(self) -> Seat | None:
        """The seat that is to move; None once the game is over."""
        if self.is_over():
            return None
        turn: Seat = self._tables[-1].array["to_move"].item()  # faster than the view's field
        return turn

    @property
    def step(self) -> int:
        """The number of moves played so far."""
        return self._forgotten + len(self._moves)

    @property
    def past(self) -> int:
        """The number of moves that can be taken back."""
        return len(self._moves)

    @property
    def moves(self) -> list[Move]:
        """The moves that led here, except those that were forgotten."""
        played = zip(self._tables, self._moves, strict=False)
        return [Move(self.game, table, number) for table, number in played]

    @property
    def legal_moves(self) -> list[Move]:
        game, table = self.game, self._tables[-1]
        return [Move(game, table, number) for number in self._legal_numbers()]

    def parse(self, move: Move | Json | str) -> Move:
        """A move from its JSON form, or from its words in any language; it may be illegal."""
        if isinstance(move, str):
            return self._parse_text(move)
        data = move.to_json() if isinstance(move, Move) else move
        table = TableView(self._tables[-1].array)  # its fields are not kept with the position
        return self._move(self.game.move_codec.from_json(table, data))

    def push(self, move: Move | Json | str) -> Move:
        """Play a move. An illegal one raises IllegalMove and changes nothing."""
        table = self._tables[-1]
        played = move if isinstance(move, Move) and move.is_offered_at(table) else self.parse(move)
        if played.number not in self._legal_numbers():
            raise self._illegal(played)
        self._tables.append(self.game.play(table, played.number))
        self._moves.append(played.number)
        self._legal = self._over = None
        return played

    def pop(self) -> Move:
        """Take the last move back."""
        if not self._moves:
            raise BadInput("there is no move to take back")
        self._tables.pop()
        self._legal = self._over = None
        return self._move(self._moves.pop())

    def forget(self) -> None:
        """Drop the past: earlier moves can no longer be taken back, and use no memory."""
        self._forgotten += len(self._moves)
        self._tables = self._tables[-1:]
        self._moves = []

    def copy(self) -> Self:
        """An independent copy, its past included."""
        copied = object.__new__(type(self))
        copied.__dict__.update(self.__dict__)
        copied._tables = list(self._tables)
        copied._moves = list(self._moves)
        return copied

    def to_snapshot(self) -> Snapshot:
        """Everything but the header, to be sent to another process."""
        tables = [table.array.tobytes() for table in self._tables]
        return Snapshot(tables, self._moves, self._forgotten)

    @classmethod
    def from_snapshot(cls, header: Header, snapshot: Snapshot) -> Self:
        """Restore a position. The snapshot must be trusted, because nothing is checked."""
        position = object.__new__(cls)
        position.header, position.game = header, header.game
        dtype = header.game.table.dtype
        arrays = [np.frombuffer(bytearray(table), dtype) for table in snapshot.tables]
        position._tables = [TableView(array) for array in arrays]
        position._moves, position._forgotten = list(snapshot.moves), snapshot.forgotten
        position._legal = position._over = None
        return position

    def is_over(self) -> bool:
        if self._over is None:
            self._over = self.game.is_over(self._tables[-1])
        return self._over

    def scores(self) -> list[int]:
        """Every seat's score as if the game ended now."""
        scores: list[int] = []
        for seat, score in enumerate(self.game.points(self._tables[-1])):
            if score is None:
                raise BadInput(f"the score of seat {seat} is hidden: this is not a whole table")
            scores.append(score)
        return scores

    def winners(self) -> list[Seat]:
        """The seats that won; empty before the end."""
        return self.game.winners(self._tables[-1]) if self.is_over() else []

    def observe(self, seat: Seat) -> TableView:
        """The table with everything masked that a seat does not know; WATCHER is a spectator."""
        return self.game.observe(self._tables[-1], check_seat(seat, self.players))

    def observe_during(self, move: MoveNumber, seat: Seat) -> TableView:
        """What a seat sees while a move is played: the table before it, with what it reveals."""
        return self.game.observe_during(self._tables[-1], move, check_seat(seat, self.players))

    def reveals_information(self, after: Self) -> bool:
        """Whether anything was revealed, or was random, on the way from here to `after`."""
        return self.game.reveals_information(self._tables[-1], after._tables[-1])

    def view(self, seat: Seat) -> Json:
        """The position as one seat sees it: JSON, with null for what the seat does not know."""
        return self.header.document(self.game.document.to_json(self.observe(seat)))

    def to_json(self) -> Json:
        """The whole position, hidden parts included, with its header."""
        return self.header.document(self.game.document.to_json(self._tables[-1]))

    @classmethod
    def from_json(cls, document: Json | str, *, seed: str | int | None = None) -> Self:
        """Load a position. Its past is not known, and its dice follow from `seed`."""
        data = jsontext.parse(document, "the position") if isinstance(document, str) else document
        fields = jsontext.fields(data, (*FIELDS, "position"), OPTIONAL, "the document")
        header = {name: value for name, value in fields.items() if name != "position"}
        if seed is not None:
            header["seed"] = seed
        position = cls(Header.from_json(header, what="the position document"))
        position.game.document.from_json(position.table, fields["position"])
        return position

    def __repr__(self) -> str:
        name = self.game.name
        return f"<Position {name}, {self.players} players, {self.step} moves played>"

    def _move(self, number: MoveNumber) -> Move:
        return Move(self.game, self._tables[-1], number)

    def _legal_numbers(self) -> list[MoveNumber]:
        if self._legal is None:
            self._legal = self.game.legal_moves(self._tables[-1])
        return self._legal

    def _parse_text(self, text: str) -> Move:
        if text.lstrip().startswith("{"):
            return self.parse(jsontext.parse(text, "the move"))
        wanted = _normalised(text)
        others = range(self.game.move_count if self.game.move_count <= MAX_MOVES_PARSED else 0)
        for numbers in (self._legal_numbers(), others):
            for language in LANGUAGES:
                for move in map(self._move, numbers):
                    if _normalised(move.words(language)) == wanted:
                        return move
        raise BadInput(f"no move is called {jsontext.abbreviate_json(text)}; {self._allowed()}")

    def _illegal(self, move: Move) -> IllegalMove:
        reason, rule = self.game.move_codec.why_illegal(self.table, move.number)
        return IllegalMove(f"{move} is not allowed: {reason}; {self._allowed()}", rule)

    def _allowed(self) -> str:
        moves = [str(move) for move in self.legal_moves]
        if not moves:
            return "the game is over, and no move is allowed"
        return f"allowed: {join_some(moves, '; ')}"


def _normalised(words: str) -> str:
    """Words without what people type differently: case, spaces, the shape of apostrophes."""
    simple = unicodedata.normalize("NFKC", words).replace("’", "'").casefold()
    return " ".join(simple.split()).rstrip(".")
