"""`Position`, the handle for people: a game at some moment, its past, and the moves from here."""

import unicodedata
from typing import Any, Self

import numpy as np

from menagerie import generic, jsontext
from menagerie.errors import BadInput, IllegalMove
from menagerie.game import WATCHER, Table
from menagerie.header import FIELDS, OPTIONAL, Header
from menagerie.kernel import copy, plain
from menagerie.move import Move
from menagerie.texts import LANGUAGES

__all__ = ["Move", "Position"]
SHOWN = 12  # legal moves that an error lists
MOST_WORDED = 1000  # moves: a game with more knows only the legal ones by their words


class Position:
    """A game at some moment. `push` plays a move, `pop` takes the last one back."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.game = header.game
        table = self.game.blank(header.edition)
        self.game.set_up(table, header.players, header.options, header.key)
        self._tables = [np.atleast_1d(table)]  # arrays of one: see generic.py
        generic.open_doors(self.game, self._tables[0])
        self._moves: list[int] = []
        self._forgotten = 0
        self._legal: list[int] | None = None  # the numbers of the legal moves, once asked for
        self._over: bool | None = None  # likewise

    @property
    def table(self) -> Table:
        """The record itself, secrets and all; whoever takes it must not write to it."""
        return self._tables[-1][0]

    @property
    def tables(self) -> Any:
        """The same as an array of one (see generic.py)."""
        return self._tables[-1]

    @property
    def players(self) -> int:
        return self.header.players

    @property
    def turn(self) -> int | None:
        """The seat that has to decide; None once the game is over."""
        return None if self.is_over() else int(self._tables[-1]["to_move"][0])

    @property
    def step(self) -> int:
        """How many moves were played."""
        return self._forgotten + len(self._moves)

    @property
    def past(self) -> int:
        """How many of them can be taken back."""
        return len(self._moves)

    @property
    def moves(self) -> list[Move]:
        """The moves that led here, as far as they are not forgotten."""
        played = zip(self._tables, self._moves, strict=False)
        return [Move(self.game, tables, number) for tables, number in played]

    @property
    def legal_moves(self) -> list[Move]:
        return [self._move(number) for number in self._legal_numbers()]

    def parse(self, move: Move | dict[str, Any] | str) -> Move:
        """A move from its JSON form, or from its words in any language; it may not be legal."""
        if isinstance(move, str):
            return self._parse_text(move)
        data = move.to_json() if isinstance(move, Move) else move
        return self._move(self.game.move.from_json(plain(self._tables[-1]), data))

    def push(self, move: Move | dict[str, Any] | str) -> Move:
        """Play a move; one that is not legal raises IllegalMove, and changes nothing."""
        offered = isinstance(move, Move) and move.is_offered_at(self._tables[-1])
        played = move if offered and isinstance(move, Move) else self.parse(move)
        if played.number not in self._legal_numbers():
            raise self._illegal(played)
        tables = copy(self._tables[-1])
        generic.apply_at(tables, 0, played.number)
        self._tables.append(tables)
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
        """Keep no past: what was played cannot be taken back, and takes no room."""
        self._forgotten += len(self._moves)
        self._tables = self._tables[-1:]
        self._moves = []

    def copy(self) -> Self:
        """An independent copy, its past included."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._tables = list(self._tables)
        twin._moves = list(self._moves)
        return twin

    def freeze(self) -> tuple[Any, ...]:
        """All of it but the header, for another process: `thaw` takes it."""
        return [tables.tobytes() for tables in self._tables], self._moves, self._forgotten

    @classmethod
    def thaw(cls, header: Header, frozen: tuple[Any, ...]) -> Self:
        """A position that was frozen; only who wrote it may give it, for nothing is checked."""
        tables, moves, forgotten = frozen
        twin = object.__new__(cls)
        twin.header, twin.game = header, header.game
        dtype = header.game.table.dtype
        twin._tables = [np.frombuffer(bytearray(table), dtype) for table in tables]
        twin._moves, twin._forgotten = list(moves), forgotten
        twin._legal = twin._over = None
        return twin

    def is_over(self) -> bool:
        if self._over is None:
            self._over = bool(generic.is_over_at(self._tables[-1], 0))
        return self._over

    def scores(self) -> list[int]:
        """Everybody's score, as it would be if the game ended now."""
        return [score for score in self.game.points(self.table) if score is not None]

    def winners(self) -> list[int]:
        """The seats that won; nobody before the end."""
        if not self.is_over():
            return []
        mask = self.game.scoring.winners(self.table)
        return [seat for seat in range(self.players) if mask >> seat & 1]

    def observe(self, seat: int) -> Table:
        """The record with all masked that a seat does not know; WATCHER is a mere watcher."""
        self._check_seat(seat)
        seen = copy(self._tables[-1])
        generic.observe_at(seen, 0, seat)
        return seen[0]

    def look(self, seat: int) -> Table:
        """The same as a plain table, for Python to read (see kernel/record.py)."""
        seen = copy(self._tables[-1])
        generic.observe_at(seen, 0, seat)
        return plain(seen)

    def look_on(self, move: int, seat: int) -> Table:
        """The same with what a move lays open, as the seat saw it when the move was made."""
        seen = copy(self._tables[-1])
        generic.reveal_at(seen, 0, move)
        generic.observe_at(seen, 0, seat)
        return plain(seen)

    def came_out(self, after: Self) -> bool:
        """Whether the way from here to there laid anything open, or was random."""
        return bool(generic.came_out_at(self.tables, after.tables, 0))

    def view(self, seat: int) -> dict[str, Any]:
        """The position for one seat's eyes: JSON with null for what it does not know."""
        return self.header.document(self.game.document.to_json(self.observe(seat)))

    def to_json(self) -> dict[str, Any]:
        """The whole position, hidden parts included, with its header."""
        return self.header.document(self.game.document.to_json(self.table))

    @classmethod
    def from_json(cls, document: dict[str, Any] | str, *, seed: str | int | None = None) -> Self:
        """Load a position. Its past is not known; its chance to come follows from `seed`."""
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

    def _move(self, number: int) -> Move:
        return Move(self.game, self._tables[-1], number)

    def _legal_numbers(self) -> list[int]:
        if self._legal is None:
            out = np.empty(self.game.most_legal, np.int32)
            self._legal = out[: generic.legal_at(self._tables[-1], 0, out)].tolist()
        return self._legal

    def _parse_text(self, text: str) -> Move:
        if text.lstrip().startswith("{"):
            return self.parse(jsontext.parse(text, "the move"))
        wanted = _plain(text)
        others = range(self.game.moves if self.game.moves <= MOST_WORDED else 0)
        for numbers in (self._legal_numbers(), others):
            for language in LANGUAGES:
                for move in map(self._move, numbers):
                    if _plain(move.words(language)) == wanted:
                        return move
        raise BadInput(f"no move is called {jsontext.abbreviate_json(text)}; {self._allowed()}")

    def _illegal(self, move: Move) -> IllegalMove:
        reason, rule = self.game.move.why_illegal(self.table, move.number)
        return IllegalMove(f"{move} is not allowed: {reason}; {self._allowed()}", rule)

    def _allowed(self) -> str:
        moves = [str(move) for move in self.legal_moves]
        if not moves:
            return "the game is over, and no move is allowed"
        more = f", … ({len(moves)} in all)" if len(moves) > SHOWN else ""
        return f"allowed: {'; '.join(moves[:SHOWN])}{more}"

    def _check_seat(self, seat: object) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int):
            raise BadInput(f"a seat is a number, not {jsontext.abbreviate_json(seat)}")
        if seat != WATCHER and seat not in range(self.players):
            raise BadInput(f"there is no seat {seat}; the seats are 0 to {self.players - 1}")


def _plain(words: str) -> str:
    """Words without what people type differently: case, spaces, the shape of apostrophes."""
    simple = unicodedata.normalize("NFKC", words).replace("’", "'").casefold()
    return " ".join(simple.split()).rstrip(".")
