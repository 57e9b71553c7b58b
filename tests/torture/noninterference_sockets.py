"""Messages to a seat over real sockets, from a server in each world, and compared byte by byte."""

import random
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from typing import Any, Self

from torture.noninterference_cases import KIND, endless
from torture.noninterference_rendered import describe
from torture.noninterference_servers import Twins, token_of
from torture.noninterference_wire import Stream
from torture.noninterference_worlds import Pair, make_pair, random_line, same_change, some_eyes

from menagerie.errors import BadInput
from menagerie.game import WATCHER
from menagerie.header import Header
from menagerie.log_entry import LogEntry
from menagerie.match import Match
from menagerie.texts import LANGUAGES

TRIED = 12  # moves that are tried at each moment, none of them legal
TALKING = 0.4  # how often more than a move is compared: so more kinds of games come up
HINTED, PREVIEWED, REQUESTED = 0.05, 0.5, 0.4  # how often, when there is talk
MARKER = {"type": "marker"}  # no message: the answer to it comes after all others
MARKED = b"'marker'"
FAR = 1_000_000  # a view that nobody has seen yet
GAMES = 5  # by which the next piece begins further on in the list of all kinds
SHORT = 500  # messages of a game that is not played to its end
KEPT = 400  # moves of a game that are tried at other moments
REACTIONS = ("hello", "bravo", "thanks", "oops", "wow", "laugh", "thinking", "hurry")

Moves = dict[str, deque[dict[str, Any]]]


class Serving:
    """Games at both servers, until enough messages were compared."""

    def __init__(self, twins: Twins, seed: int, on_compared: Callable[[int], None]) -> None:
        self.twins = twins
        self.seed = seed
        self.rng = random.Random(f"sockets {seed}")
        self.counts: Counter[str] = Counter()
        self.on_compared = on_compared
        self.moves: Moves = defaultdict(lambda: deque(maxlen=KEPT))

    def run(self, amount: int) -> Counter[str]:
        for header in endless(self.rng, self.seed * GAMES):
            table = self.twins.begin(header, self.rng.getrandbits(32))
            self.counts["games over sockets"] += 1
            self.counts[f"{KIND}{header.game.name}, {header.players}, {header.options}"] += 1
            # The first game goes to its end; of the others less, so that more kinds come up.
            enough = amount if self.counts["games over sockets"] == 1 else self._sent + SHORT
            with Sitting(self, table, header) as sitting:
                sitting.come()
                while sitting.step() and self._sent < min(amount, enough):
                    pass
            self.twins.forget(table)
            if self._sent >= amount:
                return self.counts
        raise AssertionError("there is always another game")

    @property
    def _sent(self) -> int:
        return self.counts["messages over sockets"]

    def check(self, pair: Pair, what: str, one: list[bytes], other: list[bytes]) -> None:
        kind = "requests answered" if what.startswith("/") else "messages over sockets"
        self.counts[kind] += len(one)
        self.on_compared(len(one))
        if one == other:
            return
        found = next((p for p in zip(one, other, strict=False) if p[0] != p[1]), (b"", b""))
        what = f"{what} ({len(one)} and {len(other)} messages)"
        raise AssertionError(describe(self.seed, pair, what, *found))


class Sitting:
    """One pair of eyes at one table, connected in all languages to both servers."""

    def __init__(self, serving: Serving, table: str, header: Header) -> None:
        self.serving, self.twins, self.rng = serving, serving.twins, serving.rng
        self.table = table
        self.eyes = some_eyes(header, self.rng)
        self.token = None if self.eyes == WATCHER else token_of(self.eyes)
        self.kept = serving.moves[header.game.name]
        self.streams: list[tuple[Stream, ...]] = []  # by language, of both servers

    def __enter__(self) -> Self:
        return self

    def come(self) -> None:
        """In one language after the other, each of which is welcomed."""
        pair = make_pair(self.truth, self.eyes, self.rng)
        self.twins.install(self.table, pair.twin, None)
        addresses = [server.address for server in self.twins.servers]
        for language in LANGUAGES:
            both = [Stream(one, self.table, self.token, language) for one in addresses]
            self.streams.append(tuple(both))
            self._exchange(pair, "coming")

    def __exit__(self, *_: object) -> None:
        for stream in sum(self.streams, ()):
            stream.close()

    @property
    def truth(self) -> Match:
        return self.twins.room(0, self.table).playing

    def step(self) -> bool:
        """Compare all that is sent at one moment, then play on; whether that was possible."""
        truth = self.truth
        if truth.position.turn is None:
            pair = make_pair(truth, self.eyes, self.rng)
            self.twins.install(self.table, pair.twin, None)
            self._talk(pair)
            self._request(pair)
            return False
        line = random_line(truth, self.rng)
        self.kept.append(self.rng.choice(truth.position.legal_moves).to_json())
        change = truth.prepare(line)
        pair = make_pair(truth, self.eyes, self.rng)
        other, natural = same_change(pair, change, self.rng)
        self.serving.counts["pairs over sockets that really differ"] += pair.differ
        self.serving.counts["updates over sockets as they really were"] += natural
        self.twins.install(self.table, pair.twin, other)
        if self.rng.random() < TALKING:
            self._talk(pair)
            if self.rng.random() < REQUESTED:
                self._request(pair)
        self._play(pair, line)
        return True

    def _talk(self, pair: Pair) -> None:
        """All that can be asked for without playing."""
        self._exchange(pair, "what is asked for", self._questions(pair), self._again(pair))
        reaction = {"type": "react", "reaction": self.rng.choice(REACTIONS)}
        self._exchange(pair, "reaction", [reaction])
        if pair.truth.position.turn == self.eyes and self.rng.random() < HINTED:
            self._hint(pair)

    def _again(self, pair: Pair) -> list[dict[str, Any]]:
        """The whole view, and in the languages' turn the last few updates once more."""
        number = pair.truth.number
        since = self.rng.randrange(max(0, number - 5), number + 1)
        return [{"type": "again", "since": FAR}, {"type": "again", "since": since}]

    def _questions(self, pair: Pair) -> list[dict[str, Any]]:
        """Moves that are refused, and the like: asked in one language, for they are in English."""
        number, position = pair.truth.number, pair.truth.position
        asked: list[dict[str, Any]] = [
            {"type": "move", "number": number, "move": move}
            for move in self.rng.choices(self.kept, k=TRIED)
            if self._is_refused(pair, move)
        ]
        if position.turn != self.eyes or not position.past:
            asked.append({"type": "undo", "number": number})
        asked.append({"type": "undo", "number": self.rng.randrange(FAR)})
        asked.append({"type": "move", "number": FAR - 1, "move": self.rng.choice(self.kept)})
        if self.rng.random() < PREVIEWED:
            asked.append({"type": "preview", "number": number})
        return asked

    def _is_refused(self, pair: Pair, move: dict[str, Any]) -> bool:
        try:
            pair.truth.prepare(LogEntry("move", self.eyes, move))
        except BadInput:
            return True
        return False

    def _exchange(self, pair: Pair, what: str, first: Any = (), each: Any = ()) -> None:
        """Say something at both servers, in the first language or in each; compare all answers."""
        if first:
            for stream in self.streams[0]:
                stream.say(*first, MARKER)
            self._compare(pair, what, self.streams[0])
        for both in self.streams:
            for stream in both:
                stream.say(*each, MARKER)
        for both in self.streams:
            self._compare(pair, what, both)

    def _compare(self, pair: Pair, what: str, both: tuple[Stream, ...]) -> None:
        one, other = (stream.until(MARKED) for stream in both)
        self.serving.check(pair, what, one, other)

    def _hint(self, pair: Pair) -> None:
        for stream in self.streams[0]:
            stream.say({"type": "hint", "number": pair.truth.number})
        found = [[stream.next()] for stream in self.streams[0]]
        assert b'"advice"' in found[0][0], found[0]
        self.serving.counts["hints"] += 1
        self.serving.check(pair, "hint", *found)

    def _request(self, pair: Pair) -> None:
        path = f"/api/tables/{self.table}"
        for asked in (path, *(f"{path}/sheet?lang={language}" for language in LANGUAGES)):
            one, other = self.twins.ask("GET", asked, self.token)
            assert one.startswith(b"200"), one
            self.serving.check(pair, asked, [one], [other])

    def _play(self, pair: Pair, line: LogEntry) -> None:
        if line.seat == self.eyes:
            number = pair.truth.number
            said: dict[str, Any] = {"type": line.kind, "number": number}
            if line.kind == "move":
                said["move"] = line.move
            self._exchange(pair, f"an own {line.kind}", [said])
        else:
            self.twins.play(self.table, line)
            self._exchange(pair, f"somebody else's {line.kind}")
