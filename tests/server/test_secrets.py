"""Non-interference: what a seat receives depends only on what it may know.

A game is played, then served again with other secrets behind everything that one seat sees. That
seat must receive the same bytes: on its socket, including hints and previews, and in responses to
requests for the score.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.runs import compiled_only
from support.server.live_server import FAST_CONFIG, Socket, Visitor, running

from menagerie import discovery, fairness
from menagerie.bots.search_bot import Budget
from menagerie.game import WATCHER, Seat, key_as_uint64
from menagerie.header import Header, derive_key
from menagerie.kernel import copy
from menagerie.log_entry import LogEntry
from menagerie.match import Change, Match
from menagerie.server.tables import log_replay, registry
from menagerie.server.views import assistance

pytestmark = compiled_only

PLAYERS = 2
ASSISTANCE_INTERVAL = 11  # moves between two requests for hints and previews
SMALL_BUDGET = Budget(iterations=100)  # counted in iterations, so that hints are deterministic
CONFIG = replace(FAST_CONFIG, now=lambda: 1_000_000.0)


def hardest(name: str) -> dict[str, bool]:
    """The options with the most hidden information."""
    options = [option.name for option in discovery.load(name).options]
    return {"advanced": True} if "advanced" in options else {}


class RecordingMatch(Match):
    """A match that records its changes."""

    last: "RecordingMatch"

    def __init__(self, header: Header, entries: Any = ()) -> None:
        self.changes: list[Change] = []
        super().__init__(header, entries)
        self.begun = self.position.copy()
        RecordingMatch.last = self

    def add(self, change: Change) -> None:
        super().add(change)
        self.changes.append(change)


def disguised_match_class(original: RecordingMatch, viewer: Seat) -> type[Match]:
    """A `Match` class whose secrets differ from the original's, unseen by one viewer."""
    game = original.header.game

    def imagined(table: Any, seed: str) -> Any:
        other = game.observe(table, viewer)
        game.secrets.imagine(other.record, viewer, key_as_uint64(derive_key(seed, "twin")))
        return other

    class DisguisedMatch(Match):
        def __init__(self, header: Header, entries: Any = ()) -> None:
            super().__init__(header)
            self.position = self.disguise(original.begun, original.begun.table, "begun")
            assert not entries

        def disguise(self, position: Any, table: Any, seed: str) -> Any:
            other = position.copy()
            other._tables[-1] = imagined(table, seed)
            other._legal = None
            return other

        def prepare(self, entry: LogEntry, *, recorded: bool = False) -> Change:  # noqa: ARG002
            change = original.changes[self.number]
            assert change.entry.is_same_decision(entry)
            shown = copy(change.before.record)
            if entry.kind == "move":
                game.secrets.reveal(shown, change.move)
            before = self.disguise(change.origin, shown, f"before {self.number}")
            after = self.disguise(change.position, change.after, f"after {self.number}")
            return replace(change, origin=before, position=after)

    return DisguisedMatch


def serve(folder: Path, game: str, options: Any, script: list[LogEntry] | None) -> list[list[str]]:
    """Play a whole game; return what the sockets of a watcher and of all seats received."""
    with running(f"sqlite:///{folder / 'x.db'}", CONFIG) as server:
        people = [Visitor(server.address, name) for name in ("Ada", "Bob", "Watcher")]
        table = people[0].make_table(game, PLAYERS, options=options)["id"]
        for person in people[1:PLAYERS]:
            person.sit(table)
        people[0].start(table)
        sockets = []
        for person in people:
            sockets.append(person.connect(table))
            sockets[-1].receive("welcome")
            for earlier in sockets[: min(len(sockets) - 1, PLAYERS)]:
                if len(sockets) <= PLAYERS:
                    earlier.receive("table")  # another player has connected
        play(sockets, script, lambda: see_score(people, sockets, table))
        received = [socket.received for socket in (sockets[-1], *sockets[:-1])]
        for socket in sockets:
            socket.close()
        for person in people:
            person.http.close()
    return received


def see_score(people: list[Visitor], sockets: list[Socket], table: str) -> None:
    """Everyone requests it; the responses are stored with the received messages."""
    for person, socket in zip(people, sockets, strict=True):
        answer = person.http.get(f"/api/tables/{table}/sheet")
        assert answer.status_code == 200
        socket.received.append(answer.text)


def get_help(socket: Socket, number: int) -> None:
    for asked, answered in (("preview", "previewed"), ("hint", "advice")):
        socket.send(type=asked, number=number)
        socket.receive(answered)


def play(
    sockets: list[Socket], script: list[LogEntry] | None, see_score: Callable[[], None]
) -> None:
    """Play at random with some undos, or repeat a recorded game."""
    rng = random.Random(5)
    for number in range(100_000):
        if script is not None:
            entry = script[number]
        else:
            match: Any = RecordingMatch.last
            turn = match.position.turn
            undo = match.may_undo(turn) and rng.random() < 0.3
            move = None if undo else rng.choice(match.position.legal_moves).to_json()
            entry = LogEntry("undo" if undo else "move", turn, move)
        if number % ASSISTANCE_INTERVAL == 0:
            see_score()
            get_help(sockets[entry.seat], number)
        if entry.kind == "undo":
            sockets[entry.seat].send(type="undo", number=number)
        else:
            sockets[entry.seat].move(number, entry.move or {})
        sights = [socket.receive("update")["sight"] for socket in sockets]
        if sights[0]["over"]:
            break
    for socket in sockets:
        assert socket.receive("table")["table"]["state"] == "over"


def known_to_all(received: list[str], secret: bytes) -> list[str]:
    """Remove the published part of the deal, which differs on purpose."""
    words = (fairness.commitment(secret), secret.hex())
    for word in words:
        received = [text.replace(word, "…") for text in received]
    return received


@pytest.mark.parametrize("game", discovery.names())
def test_every_byte_follows_from_what_the_seat_may_know(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "new_id", lambda: "a-table-of-22-letters-")
    monkeypatch.setattr(registry, "new_code", lambda: "BCDFG")
    one, other = bytes(32), bytes([1] * 32)

    def served(name: str, secret: bytes, kind: type[Match], script: Any) -> list[list[str]]:
        folder = tmp_path / name
        folder.mkdir()
        with monkeypatch.context() as patch:
            patch.setattr(fairness, "new_secret", lambda: secret)
            patch.setattr(log_replay, "Match", kind)
            patch.setattr(assistance, "HINT_BUDGET", SMALL_BUDGET)
            patch.setattr(assistance, "VARIATION_BUDGET", SMALL_BUDGET)
            found = serve(folder, game, hardest(game), script)
        return [known_to_all(received, secret) for received in found]

    first = served("first", one, RecordingMatch, None)
    original = RecordingMatch.last
    for viewer in range(WATCHER, PLAYERS):
        second = served(
            f"eyes{viewer}", other, disguised_match_class(original, viewer), original.entries
        )
        mine = viewer - WATCHER
        assert len(first[mine]) > original.number
        assert first[mine] == second[mine]
        helped = [text for text in first[mine] if '"advice"' in text or '"previewed"' in text]
        assert bool(helped) == (viewer != WATCHER)
    assert any("undo" in text for text in first[0]) or not any(
        entry.kind == "undo" for entry in original.entries
    )
