"""Everybody who is connected to a table, at a seat or as a watcher."""

from collections.abc import Iterator, Mapping
from typing import Protocol

from menagerie.game import WATCHER, Seat
from menagerie.server.schemas.close_codes import CloseCode
from menagerie.server.schemas.replies import SocketErrorCode, SocketReply
from menagerie.server.views.seat_view import Viewer


class Listener(Protocol):
    """One connection."""

    seat: Seat  # or WATCHER
    language: str
    address: str

    def send(self, message: SocketReply) -> None: ...
    def send_text(self, text: bytes) -> None: ...
    def refuse(self, code: SocketErrorCode, message: str) -> None: ...
    def end(self, code: CloseCode) -> None: ...


class Audience:
    """The listeners of one table. Iteration is over a copy: a failed send may remove a listener."""

    __slots__ = ("_listeners",)

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()

    def __iter__(self) -> Iterator[Listener]:
        return iter(list(self._listeners))

    def __len__(self) -> int:
        return len(self._listeners)

    def __contains__(self, listener: Listener) -> bool:
        return listener in self._listeners

    def add(self, listener: Listener) -> None:
        self._listeners.add(listener)

    def discard(self, listener: Listener) -> None:
        self._listeners.discard(listener)

    @property
    def viewers(self) -> set[Viewer]:
        """Which views are needed: the seats and languages of all listeners."""
        return {(listener.seat, listener.language) for listener in self._listeners}

    def at_seat(self, number: Seat) -> list[Listener]:
        return [listener for listener in self._listeners if listener.seat == number]

    def make_watchers(self, number: Seat) -> None:
        """Turn the connections at a freed seat into watchers."""
        for listener in self.at_seat(number):
            listener.seat = WATCHER

    def broadcast(self, message: SocketReply, but: Listener | None = None) -> None:
        """Send the same message to everybody."""
        for listener in self:
            if listener is not but:
                listener.send(message)

    def send_updates(self, updates: Mapping[Viewer, bytes]) -> None:
        """Send each listener the encoded update for its seat and language."""
        for listener in self:
            listener.send_text(updates[listener.seat, listener.language])
