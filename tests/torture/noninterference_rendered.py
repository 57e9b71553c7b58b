"""Render messages to a seat in this process, for both worlds of a pair, and compare them."""

import itertools
import random
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator
from typing import Any

import orjson
from torture.noninterference_cases import endless
from torture.noninterference_worlds import (
    WorldPair,
    look_the_same,
    make_pair,
    random_entry,
    random_viewer,
    same_change,
)

from menagerie.errors import BadInput, IllegalMove
from menagerie.game import WATCHER
from menagerie.jsontext import canonical
from menagerie.log_entry import LogEntry
from menagerie.match import Match
from menagerie.server.views import assistance, seat_view
from menagerie.texts import LANGUAGES

COMPARED_SHARE = 0.4  # of the positions; fewer per game means more kinds of games
PAIRS_PER_MOMENT = 2  # alternative worlds per position
MOVES_TRIED = 4  # per pair, mostly illegal
PREVIEW_SHARE = 0.05  # previews are slow
GAMES_PER_PIECE = 30  # offset of the next piece in the list of kinds
MAX_REMEMBERED_MOVES = 400  # per game, to try in other positions

Rendered = tuple[str, bytes, bytes]  # kind, bytes in the true world, bytes in the alternative


class InProcessComparison:
    """Compares rendered messages until the amount is reached."""

    def __init__(self, seed: int, on_compared: Callable[[int], None]) -> None:
        self.seed = seed
        self.rng = random.Random(f"rendered {seed}")
        self.counts: Counter[str] = Counter()
        self.on_compared = on_compared
        self.moves: dict[str, deque[dict[str, Any]]] = defaultdict(
            lambda: deque(maxlen=MAX_REMEMBERED_MOVES)
        )

    def run(self, amount: int) -> Counter[str]:
        for header in endless(self.rng, self.seed * GAMES_PER_PIECE):
            match = Match(header)
            self.counts["games rendered in process"] += 1
            while match.position.turn is not None:
                self._moment(match)
                if self.counts["messages rendered in process"] >= amount:
                    return self.counts
            self._compare(make_pair(match, random_viewer(header, self.rng), self.rng))
        raise AssertionError("there is always another game")

    def _moment(self, match: Match) -> None:
        """Compare the messages at one position, then play on."""
        kept = self.moves[match.header.game.name]
        kept.append(self.rng.choice(match.position.legal_moves).to_json())
        entry = random_entry(match, self.rng)
        change = match.prepare(entry)
        chosen = {random_viewer(match.header, self.rng) for _ in range(PAIRS_PER_MOMENT)} | {
            entry.seat
        }
        for viewer in sorted(chosen) if self.rng.random() < COMPARED_SHARE else ():
            pair = make_pair(match, viewer, self.rng)
            self._compare(pair)
            try:
                other, natural = same_change(pair, change, self.rng)
            except AssertionError as error:
                raise AssertionError(self._describe(pair, str(error), entry, b"", b"")) from None
            self.counts["updates as they really were" if natural else "updates disguised"] += 1
            seen = [(viewer, language) for language in LANGUAGES]
            mine = seat_view.encode_updates(change, None, seen)
            theirs = seat_view.encode_updates(other, None, seen)
            for key in seen:
                self._check(pair, ("update", mine[key], theirs[key]), entry)
        match.add(change)

    def _compare(self, pair: WorldPair) -> None:
        truth, alternative = pair.truth.position, pair.alternative.position
        assert look_the_same(truth, alternative, pair.viewer), self._describe(
            pair, "imagined", None, b"", b""
        )
        self.counts["pairs of worlds"] += 1
        self.counts["pairs that really differ"] += pair.differ
        for rendered in itertools.chain(_sights(pair), _sheets(pair), self._help(pair)):
            self._check(pair, rendered, None)
        kept = self.moves[pair.truth.header.game.name]
        if pair.viewer == truth.turn and kept:
            for move in self.rng.choices(kept, k=MOVES_TRIED):
                entry = LogEntry("move", pair.viewer, move)
                tried = _try(pair.truth, entry), _try(pair.alternative, entry)
                self._check(pair, ("answer to a move", *tried), entry)

    def _help(self, pair: WorldPair) -> Iterator[Rendered]:
        if pair.viewer != pair.truth.position.turn or self.rng.random() >= PREVIEW_SHARE:
            return
        game = pair.truth.header.game
        one, other = (
            orjson.dumps(assistance.preview(game, match.position.observe(pair.viewer), pair.viewer))
            for match in (pair.truth, pair.alternative)
        )
        yield "preview", one, other

    def _check(self, pair: WorldPair, rendered: Rendered, entry: LogEntry | None) -> None:
        what, one, other = rendered
        self.counts["messages rendered in process"] += 1
        self.on_compared(1)
        assert one == other, self._describe(pair, what, entry, one, other)

    def _describe(
        self, pair: WorldPair, what: str, entry: LogEntry | None, one: bytes, other: bytes
    ) -> str:
        """Everything needed to reproduce the problem."""
        return describe(self.seed, pair, f"{what}, {entry}", one, other)


def describe(seed: int, pair: WorldPair, what: str, one: bytes, other: bytes) -> str:
    """The true world can be replayed from its header and log; the alternative is given in full."""
    viewer = "a watcher" if pair.viewer == WATCHER else f"seat {pair.viewer}"
    lines = [[entry.kind, entry.seat, entry.move] for entry in pair.truth.entries]
    return "\n".join(
        (
            f"{viewer} can tell two worlds apart by: {what}",
            f"seed: {seed}",
            f"header: {canonical(pair.truth.header.to_json())}",
            f"lines: {canonical(lines)}",
            f"the other world: {canonical(pair.alternative.position.to_json())}",
            f"in the first world: {one.decode(errors='replace')}",
            f"in the other world: {other.decode(errors='replace')}",
        )
    )


def _sights(pair: WorldPair) -> Iterator[Rendered]:
    """The view, as in a welcome or an update."""
    for language in LANGUAGES:
        one, other = (
            orjson.dumps(seat_view.seat_view(match, pair.viewer, language, None))
            for match in (pair.truth, pair.alternative)
        )
        yield "sight", one, other


def _sheets(pair: WorldPair) -> Iterator[Rendered]:
    """The score sheet."""
    game = pair.truth.header.game
    seen = [match.position.observe(pair.viewer) for match in (pair.truth, pair.alternative)]
    for language in LANGUAGES:
        text = game.text(language)
        one, other = (orjson.dumps(assistance.score_sheet(game, table, text)) for table in seen)
        yield "score sheet", one, other


def _try(match: Match, entry: LogEntry) -> bytes:
    """The answer to a move that may be illegal."""
    try:
        change = match.prepare(entry)
    except IllegalMove as error:
        return f"illegal: {error} {error.rule}".encode()
    except BadInput as error:
        return f"{type(error).__name__}: {error}".encode()
    return f"allowed: {change.move}".encode()
