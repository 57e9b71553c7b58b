"""A match: a header and the log of what was decided. The log is the truth, all else follows.

A line of the log is a move, or that the last decision was taken back. A decision can be taken back
by whoever made it, while it is still their turn and as long as nothing hidden or random came out.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, Self

from menagerie.errors import BadInput
from menagerie.game import Table
from menagerie.header import FIRST_RULES, Header
from menagerie.position import Position

Kind = Literal["move", "undo"]
# How often decisions can be taken back: each time makes the log, which has to be replayed whenever
# the game is loaded, longer by two lines.
MOST_UNDOS_IN_TURN = 50
MOST_UNDOS = 500


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a log."""

    kind: Kind
    seat: int
    move: dict[str, Any] | None = None  # None where a decision was taken back


@dataclass(frozen=True, slots=True)
class Change:
    """What a line does: where the game was before and after it, and the move made or undone."""

    number: int  # of the line
    line: Line
    origin: Position  # before it
    move: int
    position: Position  # after it

    @property
    def before(self) -> Table:
        return self.origin.table_view

    @property
    def after(self) -> Table:
        return self.position.table_view


class Match:
    """A game as its log tells it."""

    def __init__(self, header: Header, lines: Iterable[Line] = ()) -> None:
        self.header = header
        self.position = Position(header)
        self.lines: list[Line] = []
        self._undos = 0
        self._undos_in_turn = 0
        for line in lines:
            self.add(self.prepare(line, recorded=True))

    @property
    def number(self) -> int:
        """How many lines there are; the next one gets this number."""
        return len(self.lines)

    @property
    def undoer(self) -> int | None:
        """The seat that may take its last decision back."""
        return self.position.turn if self.position.past else None

    def copy(self) -> Self:
        """An independent copy, with all that follows from the log."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.lines = list(self.lines)
        twin.position = self.position.copy()
        return twin

    def prepare(self, line: Line, *, recorded: bool = False) -> Change:
        """What the next line would do; one that is wrong raises. Nothing is changed yet.

        A recorded line was accepted before: the limit on undos does not apply to it.
        """
        turn = self.position.turn
        if turn is None:
            raise BadInput("the game is over")
        if line.seat != turn:
            raise BadInput(f"it is not the turn of seat {line.seat}, but of seat {turn}")
        after = self.position.copy()
        if line.kind == "undo":
            if not after.past:
                raise BadInput("there is nothing that could be taken back")
            if not recorded and self._undos_left() < 1:
                raise BadInput("decisions were taken back too often; this one stands")
            move = after.pop()
            is_last = not recorded and self._undos_left() < 2
        else:
            move = after.push(line.move or {})
            is_last = not recorded and self._undos_left() < 1
        if is_last or (line.kind == "move" and self._is_settled(turn, after)):
            after.forget()
        return Change(self.number, line, self.position, move.number, after)

    def _undos_left(self) -> int:
        return min(MOST_UNDOS_IN_TURN - self._undos_in_turn, MOST_UNDOS - self._undos)

    def _is_settled(self, turn: int, after: Position) -> bool:
        """Whether a move can no longer be taken back."""
        if after.turn != turn:
            return True
        return self.position.reveals_information(after)

    def add(self, change: Change) -> None:
        """Carry out what was prepared."""
        if change.number != self.number:
            raise ValueError(f"line {change.number} was prepared, but {self.number} comes next")
        if change.line.kind == "undo":
            self._undos += 1
            self._undos_in_turn += 1
        elif change.position.turn != change.line.seat:
            self._undos_in_turn = 0
        self.position = change.position
        self.lines.append(change.line)


def read_header(data: Any) -> Header:
    """The header of a match that is to go on; it must have been begun with these very rules.

    Which program wrote it does not matter: rules have versions of their own.
    """
    header = Header.from_json(data)
    game, begun = header.game, data.get("rules", FIRST_RULES)
    if begun != game.version:
        raise BadInput(
            f"this game was begun with version {begun} of the rules of {game.name}, "
            f"and this program has version {game.version}"
        )
    return header
