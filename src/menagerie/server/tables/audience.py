"""Who is at a table: the seats, and the sockets of those who sit or watch."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Protocol

from menagerie.errors import BadInput
from menagerie.game import WATCHER
from menagerie.server.config import Config
from menagerie.server.tables.seats import Seat
from menagerie.server.views.table_info import describe
from menagerie.store import TableRow

TOKEN_RENEWED = 4003  # why a socket was closed


class WrongState(BadInput):
    """What was asked for belongs to another moment of a table's life."""


class Listener(Protocol):
    """Somebody who is connected."""

    seat: int
    language: str
    address: str

    def send(self, message: Any) -> None: ...
    def send_text(self, text: bytes) -> None: ...
    def refuse(self, code: str, message: str) -> None: ...
    def end(self, code: int) -> None: ...


class Company:
    """People and bots around one table."""

    def __init__(self, row: TableRow, seats: Iterable[Seat], config: Config) -> None:
        self.row = row
        self.seats = {seat.row.seat: seat for seat in seats}
        self.config = config
        self.listeners: set[Listener] = set()
        self.used_at = config.now()
        self.address = ""  # of whoever sat down at a seat last, for limits; "" while nobody has

    @property
    def has_bots(self) -> bool:
        return any(seat.is_bot for seat in self.seats.values())

    @property
    def players(self) -> int:
        return int(self.row.settings["players"])

    @property
    def entropy(self) -> list[str]:
        return [self.seats[number].row.entropy for number in sorted(self.seats)]

    def check_taken(self, seat: Seat) -> None:
        """Who asked may have got up while others were served, and somebody else sat down."""
        if self.seats.get(seat.row.seat) is not seat:
            raise WrongState("you have no seat at this table any more")

    def seat_of(self, token_hash: bytes | None) -> int | None:
        for number, seat in self.seats.items():
            if seat.belongs_to(token_hash):
                return number
        return None

    def tell_table(self, but: Listener | None = None) -> None:
        """Send what everybody may know about the table itself."""
        message = {"type": "table", "table": describe(self)}
        for listener in list(self.listeners):
            if listener is not but:
                listener.send(message)

    def is_played_by_bot(self, seat: Seat) -> bool:
        """Whether a bot sits in for somebody who left, or has been away for too long."""
        if seat.is_bot or seat.here or self.row.state != "playing":
            return False
        if self.row.settings["clock"] == "1d" and not seat.left:
            return False
        return seat.left or seat.minded or self.config.now() >= seat.away_since + self.config.grace

    def enter(self, listener: Listener) -> None:
        """Somebody is connected; if they had left their seat, they are back."""
        self.listeners.add(listener)
        if (seat := self.seats.get(listener.seat)) is not None:
            seat.sockets += 1
            self.address = listener.address
            seat.left = seat.minded = False
            if seat.sockets == 1:
                self.tell_table(but=listener)

    def go(self, listener: Listener) -> None:
        if listener not in self.listeners:
            return
        self.listeners.discard(listener)
        self.used_at = self.config.now()
        if (seat := self.seats.get(listener.seat)) is not None:
            seat.sockets -= 1
            if not seat.here:
                seat.away_since = self.config.now()
                self.tell_table()

    def make_watchers(self, number: int) -> None:
        """Whoever was connected at a seat that is free again just watches."""
        for listener in self.listeners:
            if listener.seat == number:
                listener.seat = WATCHER

    def is_joinable(self) -> bool:
        """Whether somebody waits here for anybody to join."""
        if self.row.state != "waiting" or not self.row.settings["open"]:
            return False
        seated = any(seat.here for seat in self.seats.values())
        return seated and len(self.seats) < self.players

    def renew_token(self, old: bytes, new: bytes) -> None:
        """The owner of a seat has a new token; whoever is connected with the old one goes."""
        for number, seat in self.seats.items():
            if not seat.belongs_to(old):
                continue
            seat.row = replace(seat.row, token_hash=new)
            for listener in [one for one in self.listeners if one.seat == number]:
                listener.end(TOKEN_RENEWED)

    def may_start(self) -> bool:
        """Whether a rematch can begin: everybody has come."""
        waiting = self.row.state == "waiting" and self.row.settings["autostart"]
        everybody = len(self.seats) == self.players
        return waiting and everybody and all(s.here or s.is_bot for s in self.seats.values())

    def react(self, seat: int, reaction: str) -> None:
        for listener in list(self.listeners):
            listener.send({"type": "reaction", "seat": seat, "reaction": reaction})
