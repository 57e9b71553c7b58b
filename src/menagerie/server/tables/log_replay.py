"""Rebuilds a match from its log, outside the event loop: replaying a long game takes a while."""

import asyncio
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from menagerie.errors import BadInput
from menagerie.header import Header
from menagerie.jsontext import Json
from menagerie.log_entry import LogEntry
from menagerie.match import Change, Match, read_header
from menagerie.position import Position

RECENT_CHANGES = 20  # kept in memory, for clients that resume


@dataclass(slots=True)
class ReplayedLog:
    """A match after replaying its log, or the reason why it cannot continue here."""

    match: Match | None = None  # None before the deal
    refusal: str | None = None
    recent: deque[Change] = field(default_factory=lambda: deque(maxlen=RECENT_CHANGES))
    last_at: float | None = None  # when the last entry was written

    @property
    def entries(self) -> list[LogEntry]:
        return self.match.entries if self.match is not None else []

    def add(self, change: Change, at: float) -> None:
        """Apply a change that is in the database."""
        if self.match is None:
            raise ValueError("there is no match")
        self.match.add(change)
        self.recent.append(change)
        self.last_at = at

    def contains(self, entry: LogEntry) -> bool:
        """Whether the log already has this decision at its number."""
        entries = self.entries
        return entry.number < len(entries) and entries[entry.number].is_same_decision(entry)

    def recent_since(self, number: int) -> list[Change] | None:
        """The changes from that number on; None if they are not in memory."""
        if not self.recent or number < self.recent[0].number or number > len(self.entries):
            return None
        return [change for change in self.recent if change.number >= number]


async def replay_in_thread(header: Json, entries: Sequence[LogEntry]) -> ReplayedLog:
    return await asyncio.to_thread(replay, header, entries)


def replay(header: Json, entries: Sequence[LogEntry]) -> ReplayedLog:
    """Replay a log; an entry that this version of the rules does not allow becomes a refusal."""
    try:
        match = Match(read_header(header))
    except BadInput as error:
        return ReplayedLog(refusal=str(error))
    log = ReplayedLog(match)
    for entry in entries:
        try:
            change = match.prepare(entry, recorded=True)
        except BadInput as error:
            refusal = f"line {entry.number} of this game cannot be replayed: {error}"
            return ReplayedLog(refusal=refusal)
        log.add(change, entry.at)
    return log


def opening(header: Header) -> Position:
    """The position after the deal."""
    return Position(header)


def changes(header: Header, entries: Sequence[LogEntry]) -> Iterator[Change]:
    """What each entry of a finished game did."""
    match = Match(header)
    for entry in entries:
        change = match.prepare(entry, recorded=True)
        match.add(change)
        yield change


@dataclass(frozen=True)
class Timeline:
    """Every moment of a finished game, undone moves included, and those that led to its end."""

    moments: list[Position]  # after each entry; the first is the deal
    finished: Position
    numbers: list[int]  # for each move that was not undone, the index of the moment after it


def replay_timeline(header: Header, entries: Sequence[LogEntry]) -> Timeline:
    """Replay a log, and keep every moment."""
    position = Position(header)
    moments = [position.copy()]
    numbers: list[int] = []
    for number, entry in enumerate(entries, 1):
        if entry.kind == "undo":
            position.pop()
            numbers.pop()
        else:
            position.push(entry.move or {})
            numbers.append(number)
        moments.append(position.copy())
    return Timeline(moments, position, numbers)
