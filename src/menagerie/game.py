"""`Game`: the modules of a game, and methods that work on any of its tables.

The contract that the modules fulfil is in `contract.py`. Tables are passed as records or as
`TableView`s; what comes back is a view.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeGuard

import numpy as np

from menagerie import editions, generic
from menagerie.contract import (
    Document,
    Edition,
    Item,
    MoveCodec,
    MoveNumber,
    Part,
    Rules,
    ScoreSheet,
    Scoring,
    Screen,
    Seat,
    Secrets,
    Sheet,
    Study,
    Table,
)
from menagerie.errors import BadInput
from menagerie.jsontext import Json, abbreviate_json
from menagerie.kernel import Numbers, Record, TableView, blank, copy, copy_as_view, progress
from menagerie.kernel.constants import UNKNOWN, WATCHER
from menagerie.texts import Text, catalogue

__all__ = [
    "UNKNOWN",
    "WATCHER",
    "Game",
    "Item",
    "MoveNumber",
    "Option",
    "Part",
    "Seat",
    "Sheet",
    "Table",
    "Value",
    "check_seat",
    "is_integer",
    "key_as_uint64",
]
Value = bool | int | str


@dataclass(frozen=True)
class Option:
    """A setting of a game. The default may depend on the number of players."""

    name: str
    allowed: tuple[Value, ...]
    default: Callable[[int], Value]

    def encode(self, value: Value) -> int:
        """The number by which the compiled rules know a value."""
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
    """A game: its sizes, its options and its modules."""

    name: str
    version: int  # of its rules; raised when the same header and moves no longer give the same game
    folder: Path
    table: type[Record]
    players: range
    options: tuple[Option, ...]
    move_count: int  # every move is a number below this
    max_legal_moves: int  # upper bound for any position
    max_game_length: int  # upper bound, in moves
    minutes: int  # how long people play, roughly
    rules: Rules[Any]
    scoring: Scoring[Any]
    secrets: Secrets[Any]
    move_codec: MoveCodec[Any]
    document: Document[Any]
    edition: Edition[Any]
    screen: Screen[Any]
    score_sheet: ScoreSheet[Any]
    study: Study[Any]
    rollout_length: int = 0  # moves of a rollout before its points are counted; 0: until the end
    rollout_candidates: int = 1  # moves that a rollout compares at each step; 1: it plays at random

    @cached_property
    def standard(self) -> Json:
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
        """All options, with defaults for those that were not given."""
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

    def check_edition(self, edition: object) -> Json:
        if not isinstance(edition, dict):
            raise BadInput(f"an edition must be an object, not {abbreviate_json(edition)}")
        if faults := self.edition.check(edition):
            more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
            raise BadInput(f"the edition is not valid: {faults[0]}{more}")
        return edition

    def blank(self, edition: Json) -> Any:
        """A new record with nothing but the edition. Compiles the rules if necessary."""
        _compile_rules(self)
        return copy(self._standard_table) if edition == self.standard else _lay_out(self, edition)

    @cached_property
    def _standard_table(self) -> Any:
        return _lay_out(self, self.standard)

    def set_up(self, table: Table, players: int, options: Mapping[str, Value], key: bytes) -> None:
        self.rules.setup(table.record, players, self.encode(options), key_as_uint64(key))

    def encode(self, options: Mapping[str, Value]) -> Numbers:
        """Options in the form that the compiled rules take."""
        return np.array([o.encode(options[o.name]) for o in self.options], np.int64)

    def legal_moves(self, table: Table) -> list[MoveNumber]:
        """The legal moves, ascending. On an observed table the observer must be to move."""
        out = np.empty(self.max_legal_moves, np.int32)
        moves: list[MoveNumber] = out[: generic.legal_entry(table.array, 0, out)].tolist()
        return moves

    def play(self, table: Table, move: MoveNumber) -> TableView:
        """The table after a legal move; the given one stays as it is."""
        after = copy_as_view(table.array)
        generic.apply_entry(after.array, 0, move)
        return after

    def is_over(self, table: Table) -> bool:
        return bool(generic.is_over_entry(table.array, 0))

    def observe(self, table: Table, seat: Seat) -> TableView:
        """A copy in which everything is masked that the seat does not know."""
        observed = copy_as_view(table.array)
        generic.observe_entry(observed.array, 0, seat)
        observed.raw = observed.array.tobytes()  # computed later, it would take three times as long
        return observed

    def observe_during(self, table: Table, move: MoveNumber, seat: Seat) -> TableView:
        """What the seat saw while a move was played: the table before it, with what it reveals."""
        observed = copy_as_view(table.array)
        generic.reveal_entry(observed.array, 0, move)
        generic.observe_entry(observed.array, 0, seat)
        observed.raw = observed.array.tobytes()  # computed later, it would take three times as long
        return observed

    def imagine(self, table: Table, seat: Seat, key: bytes) -> TableView:
        """A random complete table that fits everything the seat knows."""
        sample = self.observe(table, seat)
        self.secrets.imagine(sample.record, seat, key_as_uint64(key))
        return sample

    def reveals_information(self, before: Table, after: Table) -> bool:
        """Whether a move revealed anything hidden to any seat, or had a random outcome."""
        return bool(generic.reveals_information_entry(before.array, after.array, 0))

    def tell(
        self, before: Table, move: MoveNumber, after: Table, seat: Seat, text: Text
    ) -> list[str]:
        """What a seat saw happen when a move was played, one sentence per event."""
        seen = self.observe_during(before, move, seat)
        return self.screen.tell(seen, move, self.observe(after, seat), text)

    def points(self, table: Table) -> list[int | None]:
        """Every seat's score as if the game ended now; None where the observer cannot know it."""
        out = np.zeros(int(table.players), np.int32)
        generic.points_entry(table.array, 0, out)
        return [None if value == UNKNOWN else value for value in out.tolist()]

    def winners(self, table: Table) -> list[Seat]:
        """The seats that won a finished game."""
        mask = self.scoring.winners(table.record)
        return [seat for seat in range(int(table.players)) if mask >> seat & 1]

    def precompile_entry_points(self, array: Numbers) -> None:
        """Compile what the methods above call, with a progress bar, unless it is cached.

        `array` is any table of the game, as an array of one.
        """
        array = copy(array)
        out = np.empty(self.max_legal_moves, np.int32)
        scores = np.empty(self.players[-1], np.int32)
        jobs: list[progress.Job] = [
            ("legal", lambda: generic.legal_entry(array, 0, out)),
            ("apply", lambda: generic.apply_entry(array, 0, int(out[0]))),
            ("is_over", lambda: generic.is_over_entry(array, 0)),
            ("points", lambda: generic.points_entry(array, 0, scores)),
            ("reveal", lambda: generic.reveal_entry(array, 0, int(out[0]))),
            ("reveals_information", lambda: generic.reveals_information_entry(array, array, 0)),
            ("observe", lambda: generic.observe_entry(array, 0, 0)),
        ]
        progress.once(f"{self.name} for Python", jobs)


def key_as_uint64(key: bytes) -> Numbers:
    """A 128-bit key as the two 64-bit integers that the dice take."""
    return np.frombuffer(key, "<u8").astype(np.uint64)


def is_integer(value: object) -> TypeGuard[int]:
    """Whether a value is an integer of Python or of NumPy; `True` and `False` are not."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def check_seat(seat: object, players: int) -> Seat:
    """Accept a seat at a table with this number of players, or WATCHER."""
    if is_integer(seat):
        if WATCHER <= seat < players:
            return int(seat)
        seat = int(seat)
    raise BadInput(f"there is no seat {abbreviate_json(seat)}; the seats are 0 to {players - 1}")


def _lay_out(game: Game, edition: Json) -> Any:
    """A new record with nothing but the edition."""
    table = blank(game.table.dtype)
    game.edition.lay_out(edition, table)
    return table


@cache
def _compile_rules(game: Game) -> None:
    """Compile the rules, with a progress bar, unless they are cached; once per process."""
    table = _lay_out(game, game.standard)
    key = key_as_uint64(bytes(16))
    players = game.players[0]
    chosen = game.check_options({}, players)
    out = np.empty(game.max_legal_moves, np.int32)
    scores = np.empty(game.players[-1], np.int32)
    had = np.empty((game.players[-1], game.study.THINGS), np.int32)
    jobs: list[progress.Job] = [
        ("setup", lambda: game.set_up(table, players, chosen, bytes(16))),
        ("legal", lambda: game.rules.legal(table, out)),
        ("apply", lambda: game.rules.apply(table, int(out[0]))),
        ("is_over", lambda: game.rules.is_over(table)),
        ("points", lambda: game.scoring.points(table, scores)),
        ("winners", lambda: game.scoring.winners(table)),
        ("count", lambda: game.study.count(table, int(out[0]), table, had)),
        ("observe", lambda: game.secrets.observe(table, 0)),
        ("reveal", lambda: game.secrets.reveal(table, int(out[0]))),
        ("reveals_information", lambda: game.secrets.reveals_information(table, table)),
        ("imagine", lambda: game.secrets.imagine(table, 0, key)),
    ]
    progress.once(game.name, jobs)
