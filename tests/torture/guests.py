"""Players at a server under fault injection: they reconnect, resend, and record what they saw."""

import asyncio
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from support.server.persistent_players import CONNECTION_ERRORS, PersistentPlayer, send
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import InvalidStatus

RECONNECT_DELAY_S = 0.1  # plus or minus half
RETRY_DELAY_S = 0.2  # after an `unavailable` error, plus or minus half


@dataclass
class Guest(PersistentPlayer):
    """A player who plays until the game is over or the database has lost the table."""

    counts: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)  # violated invariants
    intentions: dict[int, list[dict[str, Any]]] = field(default_factory=dict)  # sent, by number
    may_roll_back: bool = False  # after a rollback, acknowledged entries may be gone
    table_lost: bool = False  # deleted or not started, after a rollback
    must_retry: bool = False
    socket: ClientConnection | None = None

    async def play(self) -> None:
        while not self.over and not self.table_lost:
            try:
                async with self.connect() as socket:
                    self.socket = socket
                    self.counts["sockets opened"] += 1
                    await self._play_session(socket)
            except InvalidStatus as error:
                self._on_rejected_handshake(error.response.status_code)
                await asyncio.sleep(RECONNECT_DELAY_S)
            except CONNECTION_ERRORS:
                await asyncio.sleep(RECONNECT_DELAY_S * self.rng.uniform(0.5, 1.5))
            finally:
                self.socket = None

    def allow_rollback(self) -> None:
        """The database is being rolled back: acknowledged entries may be lost."""
        self.may_roll_back = True
        self.noted.clear()
        self.accepted.clear()

    def abort(self) -> None:
        """Reset the connection at once."""
        if self.socket is not None:
            self.socket.transport.abort()

    def _on_rejected_handshake(self, status: int) -> None:
        self.counts[f"status {status}"] += 1
        if status == 404:
            self._lose_table()
        elif status != 503:
            self.problems.append(f"a socket was refused with status {status}")

    def _lose_table(self) -> None:
        self.table_lost = True
        if not self.may_roll_back:
            self.problems.append(f"table {self.table} is gone")

    async def _move_if_due(self, socket: ClientConnection) -> None:
        if not self.must_retry:
            await super()._move_if_due(socket)
            return
        self.must_retry = False
        await asyncio.sleep(RETRY_DELAY_S * self.rng.uniform(0.5, 1.5))
        if self.unanswered is not None:
            self.resent += 1
            await send(socket, self.unanswered)

    async def _ask(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        self.intentions.setdefault(message["number"], []).append(message)
        self.counts["moves sent"] += 1
        await super()._ask(socket, message)

    def _on_welcome(self, welcome: dict[str, Any]) -> None:
        sight = welcome["sight"]
        if self.may_roll_back and (sight is None or welcome["seat"] != self.seat):
            self.table_lost = True
            raise EOFError  # the table is back before its start: give it up
        if sight["number"] < self.number:
            if not self.may_roll_back:
                self.problems.append(f"view {self.number} was told, and now it is {sight}")
            self.counts["welcomed at an earlier view"] += 1
        self._follow(sight)

    def _follow(self, sight: dict[str, Any]) -> None:
        """Adopt a full view, discarding later updates."""
        self.sight = sight
        self.number = min(self.number, sight["number"])
        for number in [one for one in self.noted if one >= sight["number"]]:
            del self.noted[number]
        if self.unanswered is not None and self.unanswered["number"] > sight["number"]:
            self.unanswered = None

    def _receive(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "welcome":
                self._on_welcome(message)
                self.number = self.sight["number"]  # too far behind for single updates
            case "error":
                self._on_error(message)
            case _:
                super()._receive(message)

    def _on_error(self, message: dict[str, Any]) -> None:
        code = message["code"]
        self.counts[f"refused: {code}"] += 1
        if code == "unavailable":
            self.must_retry = True
        elif code == "late":
            self.unanswered = None
        elif code == "state" and self.may_roll_back:
            self.table_lost = True
            raise EOFError
        elif not (code == "state" and self.over):
            self.problems.append(f"refused: {message}")

    async def play_through(self) -> None:
        """Like `play`, but report errors of this client as problems too."""
        with suppress(asyncio.CancelledError):
            try:
                await self.play()
            except Exception as error:
                self.problems.append(f"{type(error).__name__}: {error}")
                raise
