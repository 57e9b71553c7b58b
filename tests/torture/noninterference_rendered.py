"""Messages to a seat, made in this process for both worlds of a pair, and compared."""

import itertools
import random
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator
from typing import Any

import orjson
from torture.noninterference_cases import endless
from torture.noninterference_worlds import (
    Pair,
    look_alike,
    make_pair,
    random_line,
    same_change,
    some_eyes,
)

from menagerie.errors import BadInput, IllegalMove
from menagerie.game import WATCHER
from menagerie.jsontext import canonical
from menagerie.log_entry import LogEntry
from menagerie.match import Match
from menagerie.server.views import assistance, seat_view
from menagerie.texts import LANGUAGES

LOOKED_AT = 0.4  # of the moments of a game: so more kinds of games come up
PAIRS = 2  # worlds beside the truth, at each moment of a game
TRIED = 4  # moves that are tried at each of them, most of them not legal
PREVIEWED = 0.05  # how often moves are previewed, which takes long
GAMES = 30  # by which the next piece begins further on in the list of all kinds
KEPT = 400  # moves of a game that are tried at other moments

Rendered = tuple[str, bytes, bytes]  # what it is, and how it is in both worlds


class Rendering:
    """Compares messages until there were enough."""

    def __init__(self, seed: int, on_compared: Callable[[int], None]) -> None:
        self.seed = seed
        self.rng = random.Random(f"rendered {seed}")
        self.counts: Counter[str] = Counter()
        self.on_compared = on_compared
        self.moves: dict[str, deque[dict[str, Any]]] = defaultdict(lambda: deque(maxlen=KEPT))

    def run(self, amount: int) -> Counter[str]:
        for header in endless(self.rng, self.seed * GAMES):
            match = Match(header)
            self.counts["games rendered in process"] += 1
            while match.position.turn is not None:
                self._moment(match)
                if self.counts["messages rendered in process"] >= amount:
                    return self.counts
            self._compare(make_pair(match, some_eyes(header, self.rng), self.rng))
        raise AssertionError("there is always another game")

    def _moment(self, match: Match) -> None:
        """Compare what is sent at one moment of a game, then play on."""
        kept = self.moves[match.header.game.name]
        kept.append(self.rng.choice(match.position.legal_moves).to_json())
        line = random_line(match, self.rng)
        change = match.prepare(line)
        chosen = {some_eyes(match.header, self.rng) for _ in range(PAIRS)} | {line.seat}
        for eyes in sorted(chosen) if self.rng.random() < LOOKED_AT else ():
            pair = make_pair(match, eyes, self.rng)
            self._compare(pair)
            try:
                other, natural = same_change(pair, change, self.rng)
            except AssertionError as error:
                raise AssertionError(self._describe(pair, str(error), line, b"", b"")) from None
            self.counts["updates as they really were" if natural else "updates disguised"] += 1
            seen = [(eyes, language) for language in LANGUAGES]
            mine = seat_view.encode_updates(change, None, seen)
            theirs = seat_view.encode_updates(other, None, seen)
            for key in seen:
                self._check(pair, ("update", mine[key], theirs[key]), line)
        match.add(change)

    def _compare(self, pair: Pair) -> None:
        truth, twin = pair.truth.position, pair.twin.position
        assert look_alike(truth, twin, pair.eyes), self._describe(pair, "imagined", None, b"", b"")
        self.counts["pairs of worlds"] += 1
        self.counts["pairs that really differ"] += pair.differ
        for rendered in itertools.chain(_sights(pair), _sheets(pair), self._help(pair)):
            self._check(pair, rendered, None)
        kept = self.moves[pair.truth.header.game.name]
        if pair.eyes == truth.turn and kept:
            for move in self.rng.choices(kept, k=TRIED):
                line = LogEntry("move", pair.eyes, move)
                tried = _try(pair.truth, line), _try(pair.twin, line)
                self._check(pair, ("answer to a move", *tried), line)

    def _help(self, pair: Pair) -> Iterator[Rendered]:
        if pair.eyes != pair.truth.position.turn or self.rng.random() >= PREVIEWED:
            return
        game = pair.truth.header.game
        one, other = (
            orjson.dumps(assistance.preview(game, match.position.observe(pair.eyes), pair.eyes))
            for match in (pair.truth, pair.twin)
        )
        yield "preview", one, other

    def _check(self, pair: Pair, rendered: Rendered, line: LogEntry | None) -> None:
        what, one, other = rendered
        self.counts["messages rendered in process"] += 1
        self.on_compared(1)
        assert one == other, self._describe(pair, what, line, one, other)

    def _describe(
        self, pair: Pair, what: str, line: LogEntry | None, one: bytes, other: bytes
    ) -> str:
        """All that is needed to see it again."""
        return describe(self.seed, pair, f"{what}, {line}", one, other)


def describe(seed: int, pair: Pair, what: str, one: bytes, other: bytes) -> str:
    """The truth can be played again from its header and lines; the twin's tables are given."""
    eyes = "a watcher" if pair.eyes == WATCHER else f"seat {pair.eyes}"
    lines = [[line.kind, line.seat, line.move] for line in pair.truth.entries]
    return "\n".join(
        (
            f"{eyes} can tell two worlds apart by: {what}",
            f"seed: {seed}",
            f"header: {canonical(pair.truth.header.to_json())}",
            f"lines: {canonical(lines)}",
            f"the other world: {canonical(pair.twin.position.to_json())}",
            f"in the first world: {one.decode(errors='replace')}",
            f"in the other world: {other.decode(errors='replace')}",
        )
    )


def _sights(pair: Pair) -> Iterator[Rendered]:
    """As the sight in a welcome, or after a move."""
    for language in LANGUAGES:
        one, other = (
            orjson.dumps(seat_view.seat_view(match, pair.eyes, language, None))
            for match in (pair.truth, pair.twin)
        )
        yield "sight", one, other


def _sheets(pair: Pair) -> Iterator[Rendered]:
    """The score, opened up."""
    game = pair.truth.header.game
    seen = [match.position.observe(pair.eyes) for match in (pair.truth, pair.twin)]
    for language in LANGUAGES:
        text = game.text(language)
        one, other = (orjson.dumps(assistance.score_sheet(game, table, text)) for table in seen)
        yield "score sheet", one, other


def _try(match: Match, line: LogEntry) -> bytes:
    """What is answered to a move that may not be legal."""
    try:
        change = match.prepare(line)
    except IllegalMove as error:
        return f"illegal: {error} {error.rule}".encode()
    except BadInput as error:
        return f"{type(error).__name__}: {error}".encode()
    return f"allowed: {change.move}".encode()
