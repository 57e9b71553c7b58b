"""A table's state without its game: its row, its seats and who is connected, its clock."""

import hmac
from collections.abc import Iterable
from dataclasses import dataclass, replace

from menagerie.game import Seat
from menagerie.server.access.rate_limits import TokenBucket
from menagerie.server.access.tokens import hash_of
from menagerie.server.config import Config
from menagerie.server.errors import WrongState
from menagerie.store import SeatRow, TableRow


@dataclass(slots=True)
class TakenSeat:
    """A seat that is taken, by a person or by a bot."""

    row: SeatRow
    sockets: int = 0  # connections of its owner
    away_since: float = 0.0
    left: bool = False  # its owner left during the game
    has_substitute: bool = False  # a bot has begun to play for its owner
    message_bucket: TokenBucket | None = None  # rate limits, shared by all sockets of the seat
    reaction_bucket: TokenBucket | None = None

    def belongs_to(self, token_hash: bytes | None) -> bool:
        """Compare hashes in constant time."""
        if token_hash is None or self.row.token_hash is None:
            return False
        return hmac.compare_digest(self.row.token_hash, token_hash)

    @property
    def is_bot(self) -> bool:
        return self.row.bot is not None

    @property
    def is_connected(self) -> bool:
        """Whether its owner is connected."""
        return self.sockets > 0

    def with_entropy(self, entropy: str) -> SeatRow:
        return replace(self.row, entropy=entropy)


class TableClock:
    """The time limit of the player to move, which starts when the last log entry is written."""

    __slots__ = ("expired_for", "last_at", "limit")

    def __init__(self, limit: float | None, last_at: float, now: float, due: float | None) -> None:
        self.limit = limit  # seconds for a decision
        self.last_at = _plausible(last_at, limit, now, due)
        self.expired_for: int | None = None  # the number of the log entry whose time ran out

    def deadline(self, turn: Seat | None, since: float | None = None) -> float | None:
        """When a bot moves for the player; `since` replaces the time of the last entry."""
        if self.limit is None or turn is None:
            return None
        return (self.last_at if since is None else since) + self.limit


def _plausible(last_at: float, limit: float | None, now: float, due: float | None) -> float:
    """When the last entry was written, corrected if a wrong system clock put it in the future.

    In that case the player's time starts when the table is next loaded. `due`, which is written
    when a table leaves memory, keeps that start over several loads.
    """
    if last_at <= now:
        return last_at
    return now if limit is None or due is None or due <= limit else min(now, due - limit)


class TableState:
    """A table's row and seats. Only a `TableSession` changes them."""

    def __init__(self, row: TableRow, seats: Iterable[TakenSeat], config: Config) -> None:
        self.row = row
        self.seats = {seat.row.seat: seat for seat in seats}
        self.config = config

    @property
    def has_bots(self) -> bool:
        return any(seat.is_bot for seat in self.seats.values())

    @property
    def players(self) -> int:
        return int(self.row.settings["players"])

    @property
    def entropy(self) -> list[str]:
        return [self.seats[number].row.entropy for number in sorted(self.seats)]

    @property
    def time_limit(self) -> float | None:
        """Seconds for each decision; None without a clock."""
        return self.config.clocks[self.row.settings["clock"]]

    def seat_of_token(self, token: str | None) -> Seat | None:
        """The seat of a client; None without a token."""
        return None if token is None else self.seat_of(hash_of(token))

    def seat_of(self, token_hash: bytes | None) -> Seat | None:
        for number, seat in self.seats.items():
            if seat.belongs_to(token_hash):
                return number
        return None

    def check_taken(self, seat: TakenSeat) -> None:
        """Raise if the seat was freed, or taken by somebody else, while the request waited."""
        if self.seats.get(seat.row.seat) is not seat:
            raise WrongState("you have no seat at this table any more")

    def allows_substitute(self, seat: TakenSeat) -> bool:
        """Whether a bot may play while the player is absent; with a 1d clock, only if they left."""
        return self.row.settings["clock"] != "1d" or seat.left

    def is_played_by_bot(self, number: Seat) -> bool:
        """Whether a bot plays for a person who left or has been disconnected for too long."""
        seat = self.seats[number]
        if seat.is_bot or seat.is_connected or self.row.state != "playing":
            return False
        if not self.allows_substitute(seat):
            return False
        away_too_long = self.config.now() >= seat.away_since + self.config.grace_s
        return seat.left or seat.has_substitute or away_too_long

    def is_joinable(self) -> bool:
        """Whether anybody may join, and a player is connected and waiting."""
        if self.row.state != "waiting" or not self.row.settings["open"]:
            return False
        seated = any(seat.is_connected for seat in self.seats.values())
        return seated and len(self.seats) < self.players

    def may_start(self) -> bool:
        """Whether a rematch can start: all players are connected."""
        waiting = self.row.state == "waiting" and self.row.settings["autostart"]
        full = len(self.seats) == self.players
        return waiting and full and all(s.is_connected or s.is_bot for s in self.seats.values())
