"""What a game is: the one contract that every game fulfils, in the same few files.

A *table* is one NumPy record (see `kernel.record`). The first three protocols are compiled, and so
is `Study.count`; the others are plain Python, and work on a whole table as well as on one that a
seat observes. Those that put a table into JSON or into words also take it as `kernel.plain` reads
it, for speed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from rich.console import RenderableType

from menagerie import editions
from menagerie.errors import BadInput
from menagerie.jsontext import abbreviate_json
from menagerie.kernel import Numbers, Record, blank, copy, progress
from menagerie.kernel.constants import UNKNOWN as UNKNOWN  # noqa: PLC0414 - games import it here
from menagerie.kernel.constants import WATCHER as WATCHER  # noqa: PLC0414 - likewise
from menagerie.texts import Text, catalogue

Table = Any  # a record of the game's own dtype
Value = bool | int | str


class Rules(Protocol):
    """rules.py: setting up, which moves are legal, and what they do."""

    def setup(self, table: Any, players: int, options: Numbers, key: Numbers) -> None:
        """Start a game at a table that has its edition already."""

    def legal(self, table: Any, out: Numbers) -> int:
        """Write the legal moves, ascending; of an observed table, if its seat is to move."""

    def apply(self, table: Any, move: int) -> None:
        """Carry out a legal move, and all that follows without a decision."""

    def is_over(self, table: Any) -> bool: ...


class Scoring(Protocol):
    """scoring.py: what things are worth, and who wins."""

    def points(self, table: Any, out: Numbers) -> None:
        """Everybody's score as it would be if the game ended now."""

    def winners(self, table: Any) -> int:
        """The winners of a finished game, a bit for each seat."""


class Secrets(Protocol):
    """secrets.py: what a seat knows. All of it works in place."""

    def observe(self, table: Any, seat: int) -> None:
        """Mask all that a seat (or a WATCHER) does not know."""

    def reveal(self, table: Any, move: int) -> None:
        """Let everybody know what a move lays open, before it is carried out."""

    def came_out(self, before: Any, after: Any) -> bool:
        """Whether a move laid anything open that was hidden from anybody, or was random."""

    def imagine(self, table: Any, seat: int, key: Numbers) -> None:
        """Fill the masks of an observed table with a sample that fits what was seen."""


class Moves(Protocol):
    """moves.py: number ⇄ JSON ⇄ words, and why a move is not legal."""

    def to_json(self, table: Any, move: int) -> dict[str, Any]: ...
    def from_json(self, table: Any, data: dict[str, Any]) -> int: ...
    def to_words(self, table: Any, move: int, text: Text) -> str: ...
    def why_illegal(self, table: Any, move: int) -> tuple[str, str]:
        """The reason, and the number of the rule."""


class Document(Protocol):
    """document.py: the table ⇄ JSON, as docs/formats.md lays it down."""

    def to_json(self, table: Any) -> dict[str, Any]: ...
    def from_json(self, table: Any, data: dict[str, Any]) -> None:
        """Lay a position onto a table that was set up with its edition and options."""


class Edition(Protocol):
    """edition.py: what is printed on the components."""

    def check(self, edition: dict[str, Any]) -> list[str]:
        """What is wrong, field by field."""

    def lay_out(self, edition: dict[str, Any], table: Any) -> None: ...


class Screen(Protocol):
    """screen.py: the table in a terminal, and what happened, in words."""

    def show(self, table: Any, text: Text) -> RenderableType: ...
    def ask(self, table: Any, text: Text) -> str:
        """What the player to move is asked."""

    def tell(self, before: Any, move: int, after: Any, text: Text) -> list[str]:
        """What a seat saw happen, one line an event; both tables are as the seat observed them."""


class Scorer(Protocol):
    """score_sheet.py: the score sheet for people at a real table."""

    def score(self, data: Any, blank: Any, text: Text) -> "Sheet":
        """Score what was laid on a real table; `blank` is a table with the edition."""

    def open_up(self, table: Any, text: Text) -> "list[list[Part] | None]":
        """What each seat's points are made of now; None where that is hidden from the observer."""


class Study(Protocol):
    """study.py: what a simulation counts for those who design games. `count` is compiled."""

    THINGS: int  # how many things `count` counts

    def count(self, before: Any, move: int, after: Any, out: Numbers) -> bool:
        """If a move brought a scoring, write how much of each thing each seat had in it.

        `out` has a row for each seat. A scoring is the end of a game, or of each part of it that is
        scored for itself. What has been played by then is in both tables, as far as it lasts.
        """

    def things(self, table: Any, text: Text) -> "list[Item | None]":
        """What a player may own or use, by its number; None where the edition has no such thing."""

    def kinds(self, table: Any, text: Text) -> "list[Item]":
        """The kinds of moves."""

    def kind_of(self, move: int) -> int: ...
    def source_words(self, name: str, text: Text) -> str:
        """What a `Part` of the score is called, whoever has it."""


class Item(NamedTuple):
    """Something that is counted: a name for files, a label for people."""

    name: str
    label: str


class Part(NamedTuple):
    """Points from one source: a name for files, a label for people."""

    name: str
    label: str
    points: int


@dataclass(frozen=True)
class Sheet:
    """Points of each player by source: a name for files, a label for people.

    A sheet that decides the game also has what counts among equals, the weightiest first.
    """

    scores: list[int]
    breakdown: list[dict[str, int]]
    labels: list[dict[str, str]]  # of the sources, and of what counts among equals
    tie_breaks: list[dict[str, int]] | None = None

    @property
    def ranking(self) -> list[list[int]]:
        """The seats in their places, the winners first; who share a place stand together."""
        if self.tie_breaks is None:
            return []
        worth = [
            (total, *breaks.values())
            for total, breaks in zip(self.scores, self.tie_breaks, strict=True)
        ]
        seats = range(len(worth))
        places = sorted(set(worth), reverse=True)
        return [[seat for seat in seats if worth[seat] == place] for place in places]


@dataclass(frozen=True)
class Option:
    """A setting of a game; its default may depend on the number of players."""

    name: str
    allowed: tuple[Value, ...]
    default: Callable[[int], Value]

    def encode(self, value: Value) -> int:
        """The number that the compiled rules know a value by."""
        return self.allowed.index(value) if isinstance(value, str) else int(value)

    def check(self, value: object) -> Value:
        for allowed in self.allowed:
            if type(value) is type(allowed) and value == allowed:
                return allowed
        choices = ", ".join(abbreviate_json(allowed) for allowed in self.allowed)
        raise BadInput(
            f"option {self.name} cannot be {abbreviate_json(value)}; it can be: {choices}"
        )


@dataclass(frozen=True, eq=False)
class Game:
    """A game: its sizes, its options and its files."""

    name: str
    version: int  # of its rules: raised whenever a header and its moves give another game
    folder: Path
    table: type[Record]
    players: range
    options: tuple[Option, ...]
    moves: int  # every move is a number below this
    most_legal: int  # room that `legal` may need
    longest: int  # no game has more moves
    minutes: int  # that people play, about
    rules: Rules
    scoring: Scoring
    secrets: Secrets
    move: Moves
    document: Document
    edition: Edition
    screen: Screen
    scorer: Scorer
    study: Study
    foresight: int = 0  # moves that bots play on before they count points; 0: to the end
    greed: int = 1  # moves that they compare at each of these; 1: any move

    @cached_property
    def standard(self) -> dict[str, Any]:
        """The edition that comes with the game."""
        return editions.read(self.folder / "edition.toml")

    def text(self, language: str) -> Text:
        if language not in self._texts:
            self._texts[language] = catalogue(self.folder / "text", language)
        return self._texts[language]

    @cached_property
    def _texts(self) -> dict[str, Text]:
        return {}

    def check_players(self, players: object) -> int:
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.players:
            span = f"{self.players[0]} to {self.players[-1]}"
            raise BadInput(f"{self.name} is for {span} players, not {abbreviate_json(players)}")
        return players

    def check_options(self, given: Mapping[str, object], players: int) -> dict[str, Value]:
        """All options, those that were not given with their defaults."""
        known = [option.name for option in self.options]
        for name in given:
            if name not in known:
                options = ", ".join(known) or "none"
                raise BadInput(
                    f"{self.name} has no option {abbreviate_json(name)}; it has: {options}"
                )
        return {
            option.name: option.check(given.get(option.name, option.default(players)))
            for option in self.options
        }

    def check_edition(self, edition: object) -> dict[str, Any]:
        if not isinstance(edition, dict):
            raise BadInput(f"an edition is a group of fields, not {abbreviate_json(edition)}")
        if faults := self.edition.check(edition):
            more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
            raise BadInput(f"the edition is not right: {faults[0]}{more}")
        return edition

    def blank(self, edition: dict[str, Any]) -> Table:
        """A table with nothing on it but the edition; the rules are compiled before, if need be."""
        self._prepared  # noqa: B018 - once
        return copy(self._usual) if edition == self.standard else self._blank(edition)

    @cached_property
    def _usual(self) -> Table:
        return self._blank(self.standard)

    def _blank(self, edition: dict[str, Any]) -> Table:
        table = blank(self.table.dtype)
        self.edition.lay_out(edition, table)
        return table

    def set_up(self, table: Table, players: int, options: Mapping[str, Value], key: bytes) -> None:
        self.rules.setup(table, players, self.encode(options), words_of(key))

    def encode(self, options: Mapping[str, Value]) -> Numbers:
        """Options as the compiled rules take them."""
        return np.array([o.encode(options[o.name]) for o in self.options], np.int64)

    def legal(self, table: Table) -> list[int]:
        out = np.empty(self.most_legal, np.int32)
        count: int = self.rules.legal(table, out)
        moves: list[int] = out[:count].tolist()
        return moves

    def observe(self, table: Table, seat: int) -> Table:
        """A copy with all masked that the seat does not know."""
        seen = copy(table)
        self.secrets.observe(seen, seat)
        return seen

    def tell(self, before: Table, move: int, after: Table, seat: int, text: Text) -> list[str]:
        """What a seat saw happen when a move was made, one line an event."""
        shown = copy(before)
        self.secrets.reveal(shown, move)
        self.secrets.observe(shown, seat)
        return self.screen.tell(shown, move, self.observe(after, seat), text)

    def points(self, table: Table) -> list[int | None]:
        out = np.zeros(int(table.players), np.int32)
        self.scoring.points(table, out)
        return [None if value == UNKNOWN else value for value in out.tolist()]

    @cached_property
    def _prepared(self) -> bool:
        """Compile everything, with a bar to watch, if it was not yet."""
        table = copy(self._usual)
        key = words_of(bytes(16))
        players = self.players[0]
        chosen = self.check_options({}, players)
        out = np.empty(self.most_legal, np.int32)
        scores = np.empty(self.players[-1], np.int32)
        had = np.empty((self.players[-1], self.study.THINGS), np.int32)
        jobs: list[progress.Job] = [
            ("setup", lambda: self.set_up(table, players, chosen, bytes(16))),
            ("legal", lambda: self.rules.legal(table, out)),
            ("apply", lambda: self.rules.apply(table, int(out[0]))),
            ("is_over", lambda: self.rules.is_over(table)),
            ("points", lambda: self.scoring.points(table, scores)),
            ("winners", lambda: self.scoring.winners(table)),
            ("count", lambda: self.study.count(table, int(out[0]), table, had)),
            ("observe", lambda: self.secrets.observe(table, 0)),
            ("reveal", lambda: self.secrets.reveal(table, int(out[0]))),
            ("came_out", lambda: self.secrets.came_out(table, table)),
            ("imagine", lambda: self.secrets.imagine(table, 0, key)),
        ]
        progress.once(self.name, jobs)
        return True


def words_of(key: bytes) -> Numbers:
    """A key of 128 bits as the dice take it."""
    return np.frombuffer(key, "<u8").astype(np.uint64)
