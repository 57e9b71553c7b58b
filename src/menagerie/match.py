"""A match: a header and the log of decisions, from which the position follows (event sourcing).

A log entry is a move, or an undo of the last decision. The player who made a decision can take it
back while it is still their turn and the move revealed nothing hidden and involved no chance.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

from menagerie.errors import BadInput
from menagerie.game import MoveNumber, Seat, Table
from menagerie.header import FIRST_RULES, Header
from menagerie.log_entry import LogEntry
from menagerie.position import Position

# Each undo adds two entries to a log that is replayed whenever the table is loaded.
MAX_UNDOS_PER_TURN = 50
MAX_UNDOS = 500


@dataclass(frozen=True, slots=True)
class Change:
    """What an entry does: the positions before and after it, and the move made or undone."""

    entry: LogEntry
    origin: Position  # before the entry
    move: MoveNumber
    position: Position  # after the entry
    may_undo: bool = False  # whether the player to move may then take back a decision

    @property
    def number(self) -> int:
        return self.entry.number

    @property
    def before(self) -> Table:
        return self.origin.table_view

    @property
    def after(self) -> Table:
        return self.position.table_view


class Match:
    """A game, rebuilt from its log."""

    def __init__(self, header: Header, entries: Iterable[LogEntry] = ()) -> None:
        self.header = header
        self.position = Position(header)
        self.entries: list[LogEntry] = []
        self._undos = 0
        self._undos_in_turn = 0
        for entry in entries:
            self.add(self.prepare(entry, recorded=True))

    @property
    def number(self) -> int:
        """The number of entries, which is also the number of the next one."""
        return len(self.entries)

    def may_undo(self, seat: Seat) -> bool:
        """Whether the seat may take its last decision back."""
        position = self.position
        return position.past > 0 and self._undos_left() > 0 and position.turn == seat

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.entries = list(self.entries)
        twin.position = self.position.copy()
        return twin

    def prepare(self, entry: LogEntry, *, recorded: bool = False) -> Change:
        """What the next entry would do; nothing changes yet. An entry that is not allowed raises.

        A recorded entry was accepted before, so the limit on undos does not apply to it.
        """
        turn = self.position.turn
        if turn is None:
            raise BadInput("the game is over")
        if entry.seat != turn:
            raise BadInput(f"it is not the turn of seat {entry.seat}, but of seat {turn}")
        after = self.position.copy()
        if entry.kind == "undo":
            if not recorded and not self.may_undo(turn):
                raise BadInput(self._why_final())
            move = after.pop()
        else:
            move = after.push(entry.move or {})
        left = self._undos_left() - (entry.kind == "undo")
        is_last = left < 1 and not recorded
        if is_last or (entry.kind == "move" and self._is_settled(turn, after)):
            after.forget()
        numbered = entry if entry.number == self.number else entry.placed(self.number, entry.at)
        return Change(numbered, self.position, move.number, after, after.past > 0 and left > 0)

    def _undos_left(self) -> int:
        return min(MAX_UNDOS_PER_TURN - self._undos_in_turn, MAX_UNDOS - self._undos)

    def _why_final(self) -> str:
        """Why the last decision cannot be taken back."""
        if self._undos >= MAX_UNDOS:
            return f"at most {MAX_UNDOS} decisions can be taken back in a game"
        if self._undos_in_turn >= MAX_UNDOS_PER_TURN:
            return f"at most {MAX_UNDOS_PER_TURN} decisions can be taken back in a turn"
        return "there is nothing to take back"

    def _is_settled(self, turn: Seat, after: Position) -> bool:
        """Whether the move is final."""
        if after.turn != turn:
            return True
        return self.position.reveals_information(after)

    def add(self, change: Change) -> None:
        """Apply a prepared change."""
        if change.number != self.number:
            raise ValueError(f"entry {change.number} was prepared, but {self.number} comes next")
        if change.entry.kind == "undo":
            self._undos += 1
            self._undos_in_turn += 1
        elif change.position.turn != change.entry.seat:
            self._undos_in_turn = 0
        self.position = change.position
        self.entries.append(change.entry)


def read_header(data: Any) -> Header:
    """The header of a match to continue; it must have the current version of the rules.

    The version of the program does not matter: rules have versions of their own.
    """
    header = Header.from_json(data)
    game, begun = header.game, data.get("rules", FIRST_RULES)
    if begun != game.version:
        raise BadInput(
            f"this game was begun with version {begun} of the rules of {game.name}, "
            f"and this program has version {game.version}"
        )
    return header
