"""Two real servers for the two worlds: same ids, codes, secrets and times; other positions.

A log determines one world, so playing cannot reach the alternative. `ServerPair.substitute` puts it
into the memory of the second server instead, which then serves it as its own.
"""

import asyncio
import json
from contextlib import ExitStack
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Self
from unittest import mock

from support.server.live_server import FAST_CONFIG, Server
from torture.noninterference_wire import KeepAliveClient

from menagerie import fairness
from menagerie.bots.search_bot import Budget
from menagerie.header import Header
from menagerie.log_entry import LogEntry
from menagerie.match import Change, Match
from menagerie.server.access import join_codes
from menagerie.server.config import Limits
from menagerie.server.tables import registry
from menagerie.server.tables.session import TableSession
from menagerie.server.views import assistance

SIZES = ("body", "message")  # size limits stay as they are
SMALL_BUDGET = Budget(iterations=40)  # counted in iterations, so that hints are deterministic
LETTERS = join_codes.LETTERS


def unlimited() -> Limits:
    """No limits on numbers and rates."""
    usual = Limits()
    values = {field.name: getattr(usual, field.name) for field in fields(usual)}
    numbers = {
        name: type(value)(1e9)
        for name, value in values.items()
        if type(value) in (int, float) and name not in SIZES
    }
    return replace(usual, **numbers)


class SubstitutedMatch(Match):
    """A match in the alternative world, with a given change for the expected log entry."""

    def __init__(self, alternative: Match, change: Change | None) -> None:
        self.__dict__.update(alternative.__dict__)
        self.change = change

    def prepare(self, entry: LogEntry, *, recorded: bool = False) -> Change:
        if self.change is not None and entry.is_same_decision(self.change.entry):
            return self.change
        return super().prepare(entry, recorded=recorded)


class ServerPair:
    """Both servers; ids, codes and secrets are derived from the number of tables."""

    def __init__(self, folder: Path) -> None:
        self.tables = 0
        config = replace(FAST_CONFIG, limits=unlimited(), now=lambda: 1_000_000.0)
        self.servers = []
        for name in ("one", "two"):
            (folder / name).mkdir(parents=True)
            database = f"sqlite:///{folder / name / 'server.db'}"
            self.servers.append(Server(replace(config, database=database)))
        self.stack = ExitStack()

    def __enter__(self) -> Self:
        patch = mock.patch.object
        self.stack.enter_context(patch(registry, "new_id", self._id))
        self.stack.enter_context(patch(registry, "new_code", self._code))
        self.stack.enter_context(patch(fairness, "new_secret", self._secret))
        self.stack.enter_context(patch(assistance, "HINT_BUDGET", SMALL_BUDGET))
        self.stack.enter_context(patch(assistance, "VARIATION_BUDGET", SMALL_BUDGET))
        for server in self.servers:
            self.stack.enter_context(server)
        self.clients = [
            self.stack.enter_context(KeepAliveClient(server.address)) for server in self.servers
        ]
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    def _id(self) -> str:
        return f"table-{self.tables:016d}"

    def _code(self) -> str:
        left, found = self.tables, ""
        for _ in range(5):
            left, digit = divmod(left, len(LETTERS))
            found += LETTERS[digit]
        return found

    def _secret(self) -> bytes:
        return self.tables.to_bytes(32, "big")

    def ask(self, verb: str, path: str, token: str | None = None, data: Any = None) -> list[bytes]:
        """Send the same request to both servers."""
        return [client.ask(verb, path, token, data) for client in self.clients]

    def begin(self, header: Header, entropy: int) -> str:
        """Create a table on both servers, fill all seats, and start the game."""
        self.tables += 1
        edition = header.edition_json
        asked = {
            "game": header.game.name,
            "players": header.players,
            "name": "Seat 0",
            "options": header.options,
            "edition": edition if isinstance(edition, dict) else None,
        }
        answers = self.ask("POST", "/api/tables", token_of(0), asked)
        path = f"/api/tables/{self._id()}"
        for seat in range(1, header.players):
            seat_request = {"name": f"Seat {seat}", "seat": seat, "entropy": str(entropy)}
            answers += self.ask("POST", f"{path}/seats", token_of(seat), seat_request)
        answers += self.ask("POST", f"{path}/start", token_of(0))
        assert all(answer[:2] == b"20" for answer in answers), answers
        return self._id()

    def session(self, world: int, table: str) -> TableSession:
        found: TableSession = self.servers[world].app.state.services.registry.sessions[table]
        return found

    def substitute(self, table: str, alternative: Match, change: Change | None) -> None:
        """Replace the match in the second server's memory; no request may be in progress."""
        self.session(1, table).log.match = SubstitutedMatch(alternative, change)

    def play(self, table: str, entry: LogEntry) -> None:
        """Play another seat's log entry on both servers."""
        for world, server in enumerate(self.servers):
            session = self.session(world, table)
            number = session.require_number()
            loop = server.server.servers[0].get_loop()
            playing = session.play(replace(entry, number=number))
            asyncio.run_coroutine_threadsafe(playing, loop).result()

    def forget(self, table: str) -> None:
        """Remove a finished table from memory."""
        for server in self.servers:
            server.app.state.services.registry.sessions.pop(table, None)


def token_of(seat: int) -> str:
    return f"token-of-the-seat-{seat:04d}"


def body(answer: bytes) -> Any:
    return json.loads(answer.partition(b"\n\n")[2])
