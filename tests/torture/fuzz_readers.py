"""Fuzzed editions, positions, traces and moves, parsed in this process.

Invalid input raises `BadInput` with a one-line message. Accepted input must be usable: games can be
played from there, and serialising it returns the same document.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import orjson
from support.random_games import headers_of, play
from torture.fuzz_mutator import TEXTS, Mutator

from menagerie import discovery, jsontext, traces
from menagerie.errors import BadInput
from menagerie.game import WATCHER
from menagerie.header import Header
from menagerie.position import Position

KINDS = {"editions": 0.4, "positions": 0.33, "moves": 0.2, "traces": 0.07}  # shares of the amount
PLAY_OUT_SHARE = 0.03  # of accepted inputs: played to the end
CORPUS_SIZE = 300  # positions to mutate
MAX_TRACE_LINES = 6  # a replay stops at the first invalid line
MAX_ERROR_CHARS = 20_000


class ReaderFuzzer:
    """Feeds fuzzed inputs to the parsers."""

    def __init__(self, seed: int, on_done: Callable[[int], None]) -> None:
        self.seed = seed
        self.rng = random.Random(f"readers {seed}")
        self.mutator = Mutator(self.rng)
        self.counts: Counter[str] = Counter()
        self.on_done = on_done
        self.headers = [h for name in discovery.names() for h in headers_of(discovery.load(name))]
        self.corpus = list(self._positions())
        self.traces = [list(self._trace(header)) for header in self.rng.sample(self.headers, 12)]

    def _positions(self) -> Iterator[tuple[Position, bytes]]:
        """Positions of all kinds of games."""
        self.rng.shuffle(self.headers)
        for header in self.headers:
            moments = [p.copy() for p in play(header, self.rng.getrandbits(32), eager=0.5)]
            most = max(1, CORPUS_SIZE // len(self.headers))
            for position in self.rng.sample(moments, min(most, len(moments))):
                position.forget()
                yield position, orjson.dumps(position.to_json())

    def _trace(self, header: Header) -> Iterator[str]:
        for number, line in enumerate(traces.trace(header, "random")):
            if number == MAX_TRACE_LINES:
                return
            yield jsontext.write(line)

    def run(self, amount: int) -> Counter[str]:
        for kind, share in KINDS.items():
            attack: Callable[[], Any] = getattr(self, f"_{kind}_")
            for number in range(round(amount * share)):
                self._one(kind, number, attack())
                self.counts[kind] += 1
                self.on_done(1)
        return self.counts

    def _one(self, kind: str, number: int, given: tuple[Callable[[], None], Any]) -> None:
        read, data = given
        try:
            read()
        except BadInput as error:
            words = str(error)
            self.counts[f"{kind} refused"] += 1
            wrong = "\n" in words or len(words) > MAX_ERROR_CHARS or not _is_utf8(words)
            what = f"an answer that is not one short line: {words!r}" if wrong else ""
        except Exception as error:  # noqa: BLE001 - any other exception is a bug
            what = f"{type(error).__name__}: {error}"
        else:
            what = ""
        assert not what, f"{what}\n{kind}, seed {self.seed}, number {number}: {data!r}"

    def _editions_(self) -> Any:
        kind = self.rng.choice(self.headers)
        edition = self.mutator.mutate(self._standard(kind))
        played = self.rng.random() < PLAY_OUT_SHARE

        def read() -> None:
            header = Header.create(
                kind.game.name, kind.players, seed="x", edition=edition, options=kind.options
            )
            if played and header.edition is not kind.game.standard:
                self.counts["games with such editions"] += 1
                _play_on(Position(header))

        return read, (kind.game.name, edition)

    def _standard(self, kind: Header) -> bytes:
        return orjson.dumps(kind.game.standard)

    def _positions_(self) -> Any:
        position, document = self.rng.choice(self.corpus)
        if self.rng.random() < 0.15:
            text = self.mutator.text(document.decode())
            return lambda: self._read(text, played=False), text
        mutated = self.mutator.mutate(document)
        if isinstance(mutated, dict) and self.rng.random() < 0.8:  # keep a valid header
            inner = self.mutator.mutate(orjson.dumps(orjson.loads(document)["position"]))
            mutated = position.header.document(inner)
        played = self.rng.random() < PLAY_OUT_SHARE
        return lambda: self._read(mutated, played=played), mutated

    def _read(self, document: Any, *, played: bool) -> None:
        position = Position.from_json(document, seed="x")
        self.counts["positions accepted"] += 1
        written = position.to_json()
        assert Position.from_json(written).to_json() == written, "it is not written as it is read"
        for seat in (WATCHER, *range(position.players)):
            position.view(seat)
        if played:
            self.counts["games from such positions"] += 1
            _play_on(position)

    def _moves_(self) -> Any:
        position, _ = self.rng.choice(self.corpus)
        known, _ = self.rng.choice(self.corpus)
        moves = (position if self.rng.random() < 0.7 else known).legal_moves
        if not moves:
            return lambda: position.copy().push({}), {}
        move = self.rng.choice(moves)
        if self.rng.random() < 0.02:  # by its text: slow to look up
            words = self.mutator.text(move.words(self.rng.choice(("en", "fr", "it"))))
            return lambda: _push(position, words), (position.to_json(), words)
        mutated = self.mutator.mutate(orjson.dumps(move.to_json()), 2)
        return lambda: _push(position, mutated), (position.to_json(), mutated)

    def _traces_(self) -> Any:
        lines = list(self.rng.choice(self.traces))
        at = self.rng.randrange(len(lines))
        if self.rng.random() < 0.5:
            lines[at] = self.mutator.text(lines[at])
        else:
            mutated = self.mutator.mutate(lines[at].encode())
            lines[at] = _written(mutated)
        if self.rng.random() < 0.1:
            lines.insert(at, self.rng.choice((*TEXTS, *lines)))
        return lambda: _replay(lines), lines


def _replay(lines: list[str]) -> None:
    traces.replay(lines)
    raise AssertionError("half a trace was taken for a whole one")


def _push(position: Position, move: Any) -> None:
    """Push a move; check that a refused one changes nothing."""
    tried = position.copy()
    before = tried.table.tobytes()
    try:
        tried.push(move)
    except BadInput:
        assert tried.table.tobytes() == before
        raise


def _play_on(position: Position) -> None:
    """Play at random to the end."""
    rng = random.Random(1)
    for _ in range(position.game.max_game_length + 1):
        if position.is_over():
            break
        position.push(rng.choice(position.legal_moves))
    assert position.is_over(), "the game does not end"
    position.to_json()
    assert position.winners(), "nobody won"


def _written(data: Any) -> str:
    try:
        return jsontext.write(data)
    except ValueError:  # an integer with more digits than Python converts
        return "9" * 5000


def _is_utf8(words: str) -> bool:
    try:
        words.encode()
    except UnicodeEncodeError:
        return False
    return True
