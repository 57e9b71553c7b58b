"""The course of a game as OpenSpiel walks through it: chance first, then the moves.

Chance chooses a few numbers at the start; the seed follows from them, and all the rest from the
seed. A course may also begin at a table that a seat imagines: then nothing is known of its past but
what that seat remembers.
"""

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from menagerie.encoding import NUMBER
from menagerie.game import Game, Table, words_of
from menagerie.header import Header, derive_key
from menagerie.kernel import Numbers, TableView, copy
from menagerie.match import read_header
from menagerie.research import rewards, stepping
from menagerie.research.remembering import Memory, last, seen_row
from menagerie.research.stepping import OVER

CHOICES, OUTCOMES = 4, 256  # how often chance chooses, and between how many: 2^32 seeds

Written = tuple[bytes, int, list[tuple[bytes, int]]]  # a table, a seat, what it saw and did


@dataclass(frozen=True)
class Imagined:
    """Where a course began that a seat imagines."""

    tables: Any
    seat: int
    memory: Memory | None

    def write(self, game: Game) -> Written:
        past = [(memory.row(game).tobytes(), memory.move) for memory in last(self.memory)]
        return self.tables.tobytes(), self.seat, past[::-1]

    @classmethod
    def read(cls, game: Game, written: Written) -> Self:
        table, seat, past = written
        memory: Memory | None = None
        for row, move in past:
            memory = Memory.of_row(memory, np.frombuffer(row, NUMBER), seat, move)
        return cls(np.frombuffer(bytearray(table), game.table.dtype), seat, memory)


class Course:
    """What has happened so far. Copies share their past."""

    def __init__(self, header: Header, blank: Table) -> None:
        self.header = header
        self.blank = blank
        self.chances: tuple[int, ...] = ()
        self.origin: Imagined | None = None
        self.moves: list[int] = []
        self.memories: list[Memory | None] = [None] * header.players
        self._tables: Any = None
        self._turn: int | None = None

    def __deepcopy__(self, _memo: object) -> "Course":
        twin = object.__new__(Course)
        twin.__dict__.update(self.__dict__)
        twin.moves = list(self.moves)
        twin.memories = list(self.memories)
        return twin

    def __reduce__(self) -> Any:
        """As a header and moves; of a course that is imagined, with where it began."""
        origin = self.origin and self.origin.write(self.header.game)
        return restore, (self.header.to_json(), self.chances, self.moves, origin)

    @property
    def dealt(self) -> bool:
        return len(self.chances) == CHOICES

    @property
    def seed(self) -> str:
        """From what chance chose; `menagerie.new` takes it too."""
        return "spiel-" + bytes(self.chances).hex()

    @property
    def tables(self) -> Any:
        """The table, secrets and all, as an array of one."""
        if self._tables is None:
            header = replace(self.header, seed=self.seed)
            tables = copy(self.blank.array)
            header.game.set_up(tables[0], header.players, header.options, header.key)
            self._tables = tables
        return self._tables

    @property
    def turn(self) -> int:
        """The seat that is to move, or OVER."""
        if self._turn is None:
            tables = self.tables
            over = self.header.game.is_over(TableView(tables))
            self._turn = OVER if over else int(tables["to_move"][0])
        return self._turn

    def choose(self, chance: int) -> None:
        """Let chance choose."""
        self.chances = (*self.chances, chance)

    def push(self, move: int) -> None:
        before, seat = self.tables, self.turn
        self.memories[seat] = Memory(self.memories[seat], before, seat, move)
        self._tables = self.header.game.play(TableView(before), move).array
        self.moves.append(move)
        self._turn = None

    def legal(self) -> list[int]:
        return self.header.game.legal_moves(TableView(self.tables))

    def observe(self, seat: int) -> Table:
        """What a seat knows."""
        return self.header.game.observe(TableView(self.tables), seat)

    def row(self, seat: int) -> Numbers:
        """What a seat knows, as a row of numbers."""
        return seen_row(self.header.game, self.tables, seat)

    def returns(self) -> list[float]:
        players = self.header.players
        return rewards.balanced(self.tables, players) if self.turn == OVER else [0.0] * players

    def imagine(self, other: "Course", seat: int) -> None:
        """Go on from where another course stands as a seat knows it, by the choices of chance."""
        tables = copy(other.tables)
        stepping.dream(tables, seat, words_of(derive_key(self.seed, "imagine")))
        for memory in last(other.memories[seat]):
            memory.row(self.header.game)  # what it saw, and no longer what lay there
        self.begin_at(Imagined(tables, seat, other.memories[seat]))

    def begin_at(self, origin: Imagined) -> None:
        self.origin = origin
        self._tables, self._turn = origin.tables, None
        self.memories[origin.seat] = origin.memory


def restore(
    header: dict[str, Any], chances: tuple[int, ...], moves: list[int], origin: Written | None
) -> Course:
    """A course that was written down."""
    read = read_header(header)
    course = Course(read, read.game.blank(read.edition))
    course.chances = chances
    if origin is not None:
        course.begin_at(Imagined.read(read.game, origin))
    for move in moves:
        course.push(move)
    return course
