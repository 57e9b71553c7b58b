"""The contract of a game: the functions that its nine modules provide, one protocol per module.

`Rules`, `Scoring`, `Secrets` and `Study.count` are compiled, and take NumPy records. All other
functions are interpreted, and take a record or a `TableView` (see `kernel/record.py`), of the whole
table or of an observed one.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from rich.console import RenderableType

from menagerie.identifiers import MoveNumber as MoveNumber  # noqa: PLC0414 - games import it here
from menagerie.identifiers import Seat as Seat  # noqa: PLC0414 - games import it here
from menagerie.jsontext import Json
from menagerie.kernel import Numbers
from menagerie.texts import Text

MoveKind: TypeAlias = int  # an index into `Study.kinds`
Reason: TypeAlias = tuple[str, str]  # why a move is illegal, and the number of the rule


class Table(Protocol):
    """What the tables of all games have, records and views alike."""

    @property
    def key(self) -> Numbers: ...
    @property
    def counter(self) -> int: ...
    @property
    def players(self) -> int: ...
    @property
    def to_move(self) -> Seat: ...
    @property
    def record(self) -> Any:
        """The NumPy record, for compiled code."""

    @property
    def array(self) -> Numbers:
        """The record as an array of one table, in the same memory."""

    @property
    def raw(self) -> bytes:
        """All bytes of the table."""


T_contra = TypeVar("T_contra", contravariant=True)  # the game's own `Table`


class Rules(Protocol[T_contra]):
    """rules.py: the setup, which moves are legal, and what they do."""

    def setup(self, table: T_contra, players: int, options: Numbers, key: Numbers) -> None:
        """Start a game on a table that has its edition already."""

    def legal(self, table: T_contra, out: Numbers) -> int:
        """Write the legal moves to `out` in ascending order, and return how many there are.

        On an observed table this works for the seat that is to move.
        """

    def apply(self, table: T_contra, move: MoveNumber) -> None:
        """Play a legal move, and everything that follows without a decision."""

    def is_over(self, table: T_contra) -> bool: ...


class Scoring(Protocol[T_contra]):
    """scoring.py: what things are worth, and who wins."""

    def points(self, table: T_contra, out: Numbers) -> None:
        """Write every seat's score as if the game ended now, or UNKNOWN."""

    def winners(self, table: T_contra) -> int:
        """The winners of a finished game, as a bit mask of seats."""


class Secrets(Protocol[T_contra]):
    """secrets.py: what a seat knows. All but `reveals_information` change the table in place."""

    def observe(self, table: T_contra, seat: Seat) -> None:
        """Mask everything that a seat (or a WATCHER) does not know."""

    def reveal(self, table: T_contra, move: MoveNumber) -> None:
        """Make public what a move will reveal; called before the move is applied."""

    def reveals_information(self, before: T_contra, after: T_contra) -> bool:
        """Whether a move revealed anything hidden to any seat, or had a random outcome."""

    def imagine(self, table: T_contra, seat: Seat, key: Numbers) -> None:
        """Fill the masked parts of an observed table with a sample that fits what was seen."""


class MoveCodec(Protocol[T_contra]):
    """moves.py: converts a move's number to JSON and to words, and explains illegal moves."""

    def to_json(self, table: T_contra, move: MoveNumber) -> Json: ...
    def from_json(self, table: T_contra, data: Json) -> MoveNumber: ...
    def to_words(self, table: T_contra, move: MoveNumber, text: Text) -> str: ...
    def why_illegal(self, table: T_contra, move: MoveNumber) -> Reason: ...


class Document(Protocol[T_contra]):
    """document.py: converts a table to JSON and back, in the format of docs/formats.md."""

    def to_json(self, table: T_contra) -> Json: ...
    def from_json(self, table: T_contra, data: Json) -> None:
        """Write a position to a table that was set up with its edition and options."""


class Edition(Protocol[T_contra]):
    """edition.py: what is printed on the components."""

    def check(self, edition: Json) -> list[str]:
        """List the errors, field by field."""

    def lay_out(self, edition: Json, table: T_contra) -> None: ...


class Screen(Protocol[T_contra]):
    """screen.py: the table in a terminal, and what happened, in words."""

    def show(self, table: T_contra, text: Text) -> RenderableType: ...
    def ask(self, table: T_contra, text: Text) -> str:
        """The question to the player who is to move."""

    def tell(self, before: T_contra, move: MoveNumber, after: T_contra, text: Text) -> list[str]:
        """What a seat saw happen, one sentence per event; the seat observed both tables."""


class ScoreSheet(Protocol[T_contra]):
    """score_sheet.py: the score sheet for people at a real table."""

    def score(self, data: object, blank: T_contra, text: Text) -> "Sheet":
        """Score what lies on a real table; `blank` is a table with the edition."""

    def points_by_source(self, table: T_contra, text: Text) -> "list[list[Part] | None]":
        """Each seat's points by source; None where they are hidden from the observer."""


class Study(Protocol[T_contra]):
    """study.py: what a simulation counts for game designers. `count` is compiled."""

    THINGS: int  # how many things `count` counts

    def count(self, before: T_contra, move: MoveNumber, after: T_contra, out: Numbers) -> bool:
        """If a move led to a scoring, write how much of each thing each seat had in it.

        `out` has a row for each seat. A scoring takes place at the end of a game, and at the end of
        each part of it that is scored separately. What was played until then is in both tables,
        unless the game discards it.
        """

    def things(self, table: T_contra, text: Text) -> "list[Item | None]":
        """What a player may own or use, by its number; None where the edition has no such thing."""

    def kinds(self, table: T_contra, text: Text) -> "list[Item]":
        """The kinds of moves."""

    def kind_of(self, move: MoveNumber) -> MoveKind: ...
    def source_words(self, name: str, text: Text) -> str:
        """The label of a `Part` of the score, independent of the seat."""


class Item(NamedTuple):
    """Something that a simulation counts: a name for files, a label for people."""

    name: str
    label: str


class Part(NamedTuple):
    """Points from one source: a name for files, a label for people."""

    name: str
    label: str
    points: int


@dataclass(frozen=True)
class Sheet:
    """A score sheet: each player's points by source.

    The sheet of a finished game also has the tie-breaks, the most important one first.
    """

    scores: list[int]
    breakdown: list[dict[str, int]]
    labels: list[dict[str, str]]  # of the sources and of the tie-breaks
    tie_breaks: list[dict[str, int]] | None = None

    @property
    def ranking(self) -> list[list[Seat]]:
        """The seats by rank, the winners first; seats that tie share a rank."""
        if self.tie_breaks is None:
            return []
        worth = [
            (total, *breaks.values())
            for total, breaks in zip(self.scores, self.tie_breaks, strict=True)
        ]
        seats = range(len(worth))
        ranks = sorted(set(worth), reverse=True)
        return [[seat for seat in seats if worth[seat] == rank] for rank in ranks]
