"""A table in memory: its match, its connections, and the messages to them. No database access."""

import time
from collections.abc import Iterable
from dataclasses import replace

from menagerie.game import WATCHER, Game, Seat
from menagerie.header import Header
from menagerie.kernel import TableView
from menagerie.log_entry import LogEntry
from menagerie.match import Change, Match
from menagerie.server.access.rate_limits import TokenBucket
from menagerie.server.config import Config
from menagerie.server.errors import StaleRequest, WrongState
from menagerie.server.schemas.close_codes import CloseCode
from menagerie.server.schemas.common import Reaction
from menagerie.server.schemas.replies import GameUpdate, Welcome
from menagerie.server.tables.audience import Audience, Listener
from menagerie.server.tables.log_replay import ReplayedLog
from menagerie.server.tables.state import TableClock, TableState, TakenSeat
from menagerie.server.views.seat_view import (
    EncodedUpdates,
    UpdateRenderer,
    encode_updates,
    seat_view,
)
from menagerie.server.views.table_info import describe
from menagerie.store import SeatRow, TableRow

NEVER = float("-inf")


class LiveTable(TableState):
    """The part of a `TableSession` that is in memory."""

    def __init__(self, row: TableRow, seats: Iterable[TakenSeat], config: Config) -> None:
        super().__init__(row, seats, config)
        self.listeners = Audience()
        self.used_at = config.now()
        self.creator_address = ""  # of the first player to connect, if the table was loaded
        self.last_address = ""  # of the player who connected last, for the fair thread pool
        self.log: ReplayedLog
        self.clock: TableClock
        self.adopt(ReplayedLog())

    def notify_changed(self) -> None:
        """The hook that runs after each change."""

    def adopt(self, replayed: ReplayedLog) -> None:
        """Continue from a replayed log."""
        self.log = replayed
        last_at = self.row.changed if replayed.last_at is None else replayed.last_at
        self.clock = TableClock(self.time_limit, last_at, self.config.now(), self.row.due)

    @property
    def match(self) -> Match | None:
        return self.log.match

    @property
    def refusal(self) -> str | None:
        """Why the match cannot continue here."""
        return self.log.refusal

    def require_match(self) -> Match:
        """The match; raises WrongState if there is none."""
        log = self.log
        if log.refusal is not None:
            raise WrongState(log.refusal)
        if log.match is None:
            raise WrongState("the game has not begun yet")
        return log.match

    @property
    def number(self) -> int | None:
        """The number of the latest view; None if there is no match."""
        return self.match.number if self.match is not None else None

    def require_number(self) -> int:
        """The same; raises WrongState if there is no match."""
        return self.require_match().number

    def finished_log(self) -> tuple[Header, list[LogEntry]]:
        """The header and log of a finished game; those of a running game would reveal secrets."""
        if self.row.state != "over":
            raise WrongState(
                "the game is not over yet: until then this would reveal hidden information"
            )
        match = self.require_match()
        return match.header, list(match.entries)

    def observe(self, seat: Seat) -> tuple[Game, TableView]:
        """The game, and the table as a seat observes it: what bots, hints and scores work on."""
        match = self.require_match()
        return match.header.game, match.position.observe(seat)

    @property
    def turn(self) -> Seat | None:
        """The seat to move; None if no game is in progress."""
        return self.match.position.turn if self.match is not None else None

    def check_turn(self, seat: Seat, number: int) -> None:
        """Raise unless this is the number of the latest view, and the seat is to move."""
        latest = self.require_number()
        if number != latest:
            raise StaleRequest(f"this asks about view {number}, but the latest is {latest}")
        if self.turn != seat:
            raise WrongState("it is not your turn")

    @property
    def deadline(self) -> float | None:
        """The deadline of the player to move."""
        return None if self.clock.limit is None else self.clock.deadline(self.turn)

    def expire_clock(self, number: int) -> None:
        """Time ran out for the entry with this number: a bot makes the move."""
        self.clock.expired_for = number

    def correct_times(self) -> None:
        """Clamp times that are in the future because the system clock was set back."""
        now = self.config.now()
        self.clock.last_at = min(self.clock.last_at, now)
        self.used_at = min(self.used_at, now)
        for seat in self.seats.values():
            seat.away_since = min(seat.away_since, now)

    def apply(self, change: Change, entry: LogEntry) -> None:
        """Apply an entry that is in the database's log."""
        self.log.add(change, entry.at)
        self.clock.last_at = entry.at

    # Connections

    def enter(self, listener: Listener) -> None:
        """Add a connection; a player who had left takes the seat back."""
        self.listeners.add(listener)
        if (seat := self.seats.get(listener.seat)) is not None:
            seat.sockets += 1
            self.last_address = listener.address
            self.creator_address = self.creator_address or listener.address
            seat.left = seat.has_substitute = False
            if seat.sockets == 1:
                self.broadcast_table(but=listener)
        self.notify_changed()

    def exit(self, listener: Listener) -> None:
        """Remove a connection."""
        if listener not in self.listeners:
            return
        self.listeners.discard(listener)
        self.used_at = self.config.now()
        if (seat := self.seats.get(listener.seat)) is not None:
            seat.sockets -= 1
            if not seat.is_connected:
                seat.away_since = self.config.now()
                self.broadcast_table()
        self.notify_changed()

    def touch(self) -> None:
        """Note a request for the table, which keeps it in memory for a while."""
        self.used_at = self.config.now()

    def mark_unused(self) -> None:
        """Count the table as idle until somebody uses it: it was just loaded."""
        self.used_at = NEVER

    @property
    def was_used(self) -> bool:
        """Whether there was a connection or a request since the table was loaded."""
        return self.used_at > NEVER

    def is_idle(self, before: float) -> bool:
        """Whether the table has had no connection or request since `before`."""
        return not self.listeners and self.used_at < before

    def announce_substitute(self, seat: TakenSeat) -> None:
        """Tell everybody, once, that a bot now plays for an absent player."""
        if not seat.is_bot and not seat.has_substitute:
            seat.has_substitute = True
            self.broadcast_table()

    def free_seat(self, number: Seat) -> None:
        del self.seats[number]
        self.listeners.make_watchers(number)

    def take_seats(self, rows: Iterable[SeatRow]) -> bool:
        """Update the seats from their rows; return whether anything changed."""
        new = {row.seat: row for row in rows}
        before = {number: seat.row for number, seat in self.seats.items()}
        for number in before.keys() - new.keys():
            self.free_seat(number)
        for number, row in new.items():
            if number in before and before[number].token_hash == row.token_hash:
                self.seats[number].row = row
                continue
            self.listeners.make_watchers(number)
            self.seats[number] = TakenSeat(row, away_since=self.config.now())
        return before != new

    def renew_token(self, old: bytes, new: bytes) -> None:
        """Replace a player's token, and close connections that used the old one."""
        for number, seat in self.seats.items():
            if not seat.belongs_to(old):
                continue
            seat.row = replace(seat.row, token_hash=new)
            for listener in self.listeners.at_seat(number):
                listener.end(CloseCode.TOKEN_RENEWED)

    # Rate limits

    def message_bucket(self, seat: Seat) -> TokenBucket:
        """The rate limit of messages: shared by all sockets of a seat; a new one for a watcher."""
        limits, taken = self.config.limits, self.seats.get(seat)
        if taken is not None and taken.message_bucket is not None:
            return taken.message_bucket
        bucket = TokenBucket.full(limits.messages, limits.burst, time.monotonic())
        if taken is not None:
            taken.message_bucket = bucket
        return bucket

    def take_reaction_token(self, seat: Seat) -> bool:
        """Take a token for a reaction; False if the seat has reacted too often."""
        limits, taken, now = self.config.limits, self.seats[seat], time.monotonic()
        if taken.reaction_bucket is None:
            taken.reaction_bucket = TokenBucket.full(limits.reactions, limits.reaction_burst, now)
        return taken.reaction_bucket.take(now)

    # Messages to listeners

    def broadcast_update(self, change: Change, encoded: EncodedUpdates | None = None) -> None:
        """Send a log entry to everybody; the render worker may have encoded some updates."""
        updates = encoded or {}
        missing = self.listeners.viewers - updates.keys()
        updates |= encode_updates(change, self.deadline, missing)
        self.listeners.send_updates(updates)
        if self.row.state == "over":
            self.broadcast_table()

    def broadcast_table(self, but: Listener | None = None) -> None:
        """Send what everybody may know about the table itself."""
        self.listeners.broadcast({"type": "table", "table": describe(self)}, but)

    def react(self, seat: Seat, reaction: Reaction) -> None:
        self.listeners.broadcast({"type": "reaction", "seat": seat, "reaction": reaction})

    def welcome_all(self) -> None:
        """Send everybody the whole view."""
        for listener in self.listeners:
            listener.send(self.welcome(listener))
            if self.refusal is not None:
                listener.refuse("state", self.refusal)

    def welcome(self, listener: Listener) -> Welcome:
        """The first message of a connection: the table, and the whole view."""
        seat, match = listener.seat, self.match
        return {
            "type": "welcome",
            "seat": None if seat == WATCHER else seat,
            "table": describe(self),
            "sight": (
                seat_view(match, seat, listener.language, self.deadline)
                if match is not None
                else None
            ),
            "now": self.config.now(),
        }

    def updates_since(self, since: int, seat: Seat, language: str) -> list[GameUpdate] | None:
        """The updates from number `since` on, as the seat saw them; None if not in memory."""
        changes = self.log.recent_since(since)
        if changes is None:
            return None
        latest = self.require_number() - 1
        return [
            UpdateRenderer(
                change,
                self.deadline if change.number == latest else None,
                is_past=change.number < latest,
            ).update(seat, language)
            for change in changes
        ]
