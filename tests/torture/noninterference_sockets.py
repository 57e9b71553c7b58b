"""Compare messages to a seat over real sockets, byte by byte, from one server per world."""

import random
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from typing import Any, Self

from torture.noninterference_cases import SOCKET_KIND_PREFIX, endless
from torture.noninterference_rendered import describe
from torture.noninterference_servers import ServerPair, token_of
from torture.noninterference_wire import WebSocketStream
from torture.noninterference_worlds import (
    WorldPair,
    make_pair,
    random_entry,
    random_viewer,
    same_change,
)

from menagerie.errors import BadInput
from menagerie.game import WATCHER
from menagerie.header import Header
from menagerie.log_entry import LogEntry
from menagerie.match import Match
from menagerie.texts import LANGUAGES

ILLEGAL_MOVES_TRIED = 12  # per position
TALK_SHARE = 0.4  # of the positions; fewer per game means more kinds of games
HINT_SHARE, PREVIEW_SHARE, REQUEST_SHARE = 0.05, 0.5, 0.4  # of the positions with talk
MARKER = {"type": "marker"}  # an invalid message whose error marks the end of the answers
MARKER_ANSWER = b"'marker'"
UNSEEN_VIEW = 1_000_000  # far ahead: the server sends the full view
GAMES_PER_PIECE = 5  # offset of the next piece in the list of kinds
MESSAGES_PER_SHORT_GAME = 500
MAX_REMEMBERED_MOVES = 400  # per game, to try in other positions
REACTIONS = ("hello", "bravo", "thanks", "oops", "wow", "laugh", "thinking", "hurry")

Moves = dict[str, deque[dict[str, Any]]]


class SocketComparison:
    """Plays games on both servers until the amount of messages is reached."""

    def __init__(
        self, server_pair: ServerPair, seed: int, on_compared: Callable[[int], None]
    ) -> None:
        self.server_pair = server_pair
        self.seed = seed
        self.rng = random.Random(f"sockets {seed}")
        self.counts: Counter[str] = Counter()
        self.on_compared = on_compared
        self.moves: Moves = defaultdict(lambda: deque(maxlen=MAX_REMEMBERED_MOVES))

    def run(self, amount: int) -> Counter[str]:
        for header in endless(self.rng, self.seed * GAMES_PER_PIECE):
            table = self.server_pair.begin(header, self.rng.getrandbits(32))
            self.counts["games over sockets"] += 1
            self.counts[
                f"{SOCKET_KIND_PREFIX}{header.game.name}, {header.players}, {header.options}"
            ] += 1
            # Play the first game to its end and the others in part, to cover more kinds of games.
            enough = (
                amount
                if self.counts["games over sockets"] == 1
                else self._sent + MESSAGES_PER_SHORT_GAME
            )
            with ComparedSeat(self, table, header) as seat_at_table:
                seat_at_table.connect()
                while seat_at_table.step() and self._sent < min(amount, enough):
                    pass
            self.server_pair.forget(table)
            if self._sent >= amount:
                return self.counts
        raise AssertionError("there is always another game")

    @property
    def _sent(self) -> int:
        return self.counts["messages over sockets"]

    def check(self, pair: WorldPair, what: str, one: list[bytes], other: list[bytes]) -> None:
        kind = "requests answered" if what.startswith("/") else "messages over sockets"
        self.counts[kind] += len(one)
        self.on_compared(len(one))
        if one == other:
            return
        found = next((p for p in zip(one, other, strict=False) if p[0] != p[1]), (b"", b""))
        what = f"{what} ({len(one)} and {len(other)} messages)"
        raise AssertionError(describe(self.seed, pair, what, *found))


class ComparedSeat:
    """One viewer at one table, connected in all languages to both servers."""

    def __init__(self, comparison: SocketComparison, table: str, header: Header) -> None:
        self.comparison, self.server_pair, self.rng = (
            comparison,
            comparison.server_pair,
            comparison.rng,
        )
        self.table = table
        self.viewer = random_viewer(header, self.rng)
        self.token = None if self.viewer == WATCHER else token_of(self.viewer)
        self.kept = comparison.moves[header.game.name]
        self.streams: list[tuple[WebSocketStream, ...]] = []  # by language, of both servers

    def __enter__(self) -> Self:
        return self

    def connect(self) -> None:
        """Connect in each language and compare the welcomes."""
        pair = make_pair(self.truth, self.viewer, self.rng)
        self.server_pair.substitute(self.table, pair.alternative, None)
        addresses = [server.address for server in self.server_pair.servers]
        for language in LANGUAGES:
            both = [WebSocketStream(one, self.table, self.token, language) for one in addresses]
            self.streams.append(tuple(both))
            self._exchange(pair, "coming")

    def __exit__(self, *_: object) -> None:
        for stream in sum(self.streams, ()):
            stream.close()

    @property
    def truth(self) -> Match:
        return self.server_pair.session(0, self.table).require_match()

    def step(self) -> bool:
        """Compare the messages at one position, then play on; return whether the game continues."""
        truth = self.truth
        if truth.position.turn is None:
            pair = make_pair(truth, self.viewer, self.rng)
            self.server_pair.substitute(self.table, pair.alternative, None)
            self._talk(pair)
            self._request(pair)
            return False
        entry = random_entry(truth, self.rng)
        self.kept.append(self.rng.choice(truth.position.legal_moves).to_json())
        change = truth.prepare(entry)
        pair = make_pair(truth, self.viewer, self.rng)
        other, natural = same_change(pair, change, self.rng)
        self.comparison.counts["pairs over sockets that really differ"] += pair.differ
        self.comparison.counts["updates over sockets as they really were"] += natural
        self.server_pair.substitute(self.table, pair.alternative, other)
        if self.rng.random() < TALK_SHARE:
            self._talk(pair)
            if self.rng.random() < REQUEST_SHARE:
                self._request(pair)
        self._play(pair, entry)
        return True

    def _talk(self, pair: WorldPair) -> None:
        """Send everything except a legal move, and compare the answers."""
        self._exchange(pair, "what is asked for", self._questions(pair), self._again(pair))
        reaction = {"type": "react", "reaction": self.rng.choice(REACTIONS)}
        self._exchange(pair, "reaction", [reaction])
        if pair.truth.position.turn == self.viewer and self.rng.random() < HINT_SHARE:
            self._hint(pair)

    def _again(self, pair: WorldPair) -> list[dict[str, Any]]:
        """Request the full view and the last few updates."""
        number = pair.truth.number
        since = self.rng.randrange(max(0, number - 5), number + 1)
        return [{"type": "again", "since": UNSEEN_VIEW}, {"type": "again", "since": since}]

    def _questions(self, pair: WorldPair) -> list[dict[str, Any]]:
        """Messages that are refused, sent in one language only because errors are in English."""
        number, position = pair.truth.number, pair.truth.position
        asked: list[dict[str, Any]] = [
            {"type": "move", "number": number, "move": move}
            for move in self.rng.choices(self.kept, k=ILLEGAL_MOVES_TRIED)
            if self._is_refused(pair, move)
        ]
        if position.turn != self.viewer or not position.past:
            asked.append({"type": "undo", "number": number})
        asked.append({"type": "undo", "number": self.rng.randrange(UNSEEN_VIEW)})
        asked.append(
            {"type": "move", "number": UNSEEN_VIEW - 1, "move": self.rng.choice(self.kept)}
        )
        if self.rng.random() < PREVIEW_SHARE:
            asked.append({"type": "preview", "number": number})
        return asked

    def _is_refused(self, pair: WorldPair, move: dict[str, Any]) -> bool:
        try:
            pair.truth.prepare(LogEntry("move", self.viewer, move))
        except BadInput:
            return True
        return False

    def _exchange(self, pair: WorldPair, what: str, first: Any = (), each: Any = ()) -> None:
        """Send messages to both servers, in the first language or in each; compare all answers."""
        if first:
            for stream in self.streams[0]:
                stream.say(*first, MARKER)
            self._compare(pair, what, self.streams[0])
        for both in self.streams:
            for stream in both:
                stream.say(*each, MARKER)
        for both in self.streams:
            self._compare(pair, what, both)

    def _compare(self, pair: WorldPair, what: str, both: tuple[WebSocketStream, ...]) -> None:
        one, other = (stream.until(MARKER_ANSWER) for stream in both)
        self.comparison.check(pair, what, one, other)

    def _hint(self, pair: WorldPair) -> None:
        for stream in self.streams[0]:
            stream.say({"type": "hint", "number": pair.truth.number})
        found = [[stream.next()] for stream in self.streams[0]]
        assert b'"advice"' in found[0][0], found[0]
        self.comparison.counts["hints"] += 1
        self.comparison.check(pair, "hint", *found)

    def _request(self, pair: WorldPair) -> None:
        path = f"/api/tables/{self.table}"
        for asked in (path, *(f"{path}/sheet?lang={language}" for language in LANGUAGES)):
            one, other = self.server_pair.ask("GET", asked, self.token)
            assert one.startswith(b"200"), one
            self.comparison.check(pair, asked, [one], [other])

    def _play(self, pair: WorldPair, entry: LogEntry) -> None:
        if entry.seat == self.viewer:
            number = pair.truth.number
            said: dict[str, Any] = {"type": entry.kind, "number": number}
            if entry.kind == "move":
                said["move"] = entry.move
            self._exchange(pair, f"an own {entry.kind}", [said])
        else:
            self.server_pair.play(self.table, entry)
            self._exchange(pair, f"somebody else's {entry.kind}")
