"""A match rebuilt from its log, away from the event loop: a long game takes a while to replay."""

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from menagerie.errors import BadInput
from menagerie.match import Change, Line, Match, read_header
from menagerie.store import Entry

RECENT = 20  # lines that can be told again from memory
By = Literal["player", "bot", "clock"]  # who made a move; clock: a bot, since the time was up


@dataclass
class Replayed:
    """A match where its log ends, or the reason why it cannot go on here."""

    match: Match | None = None
    by: list[By] = field(default_factory=list)
    recent: deque[Change] = field(default_factory=lambda: deque(maxlen=RECENT))
    last_at: float | None = None  # of the last line
    refusal: str | None = None


async def replay_in_thread(header: dict[str, Any], entries: Sequence[Entry]) -> Replayed:
    return await asyncio.to_thread(replay, header, entries)


def replay(header: dict[str, Any], entries: Sequence[Entry]) -> Replayed:
    try:
        match = Match(read_header(header))
    except BadInput as error:
        return Replayed(refusal=str(error))
    found = Replayed(match)
    for entry in entries:
        try:
            change = match.prepare(line_of(entry), recorded=True)
        except BadInput as error:
            refusal = f"line {entry.number} of this game cannot be replayed: {error}"
            return Replayed(refusal=refusal)
        match.add(change)
        found.by.append(entry.data["by"])
        found.recent.append(change)
        found.last_at = entry.at
    return found


def line_of(entry: Entry) -> Line:
    kind: Any = entry.kind
    return Line(kind, entry.seat, entry.data.get("move"))
