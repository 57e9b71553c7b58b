"""The score in detail, and the replay and review of a finished game."""

from typing import Literal

from typing_extensions import TypedDict

from menagerie.log_entry import By, Kind
from menagerie.server.schemas.common import Json


class SheetPart(TypedDict):
    """Points from one source."""

    name: str  # the same in every language
    label: str
    points: int


class SheetSeat(TypedDict):
    """What a seat has."""

    total: int | None  # None where that is hidden from you
    parts: list[SheetPart] | None  # None where hidden; they add up to the total


class ScoreSheet(TypedDict):
    """Everybody's score as if the game ended now, in detail, as far as you may know it."""

    number: int  # of the view
    seats: list[SheetSeat]


class ReplayStep(TypedDict):
    """The table after one log entry; the first step is the deal."""

    number: int  # how many entries came before
    seat: int | None  # who decided; None in the first step
    by: By | None
    kind: Kind | None
    move: Json | None  # made or taken back
    words: list[str]
    view: Json  # a position document with nothing hidden
    turn: int | None  # None at the end
    points: list[int]
    winners: list[int]  # seats, tie-breaks counted; empty before the end


class Replay(TypedDict):
    """A finished game, open to everybody."""

    frames: list[ReplayStep]


class TurningPoint(TypedDict):
    """A move at which the game turned, by a choice or by chance."""

    number: int  # of the step that it led to
    seat: int
    words: list[str]  # the move; then what was better, and what chance did


class ReviewBegun(TypedDict):
    """The coach is still reviewing the game."""

    done: Literal[False]
    progress: float  # from 0 to 1


class Review(TypedDict):
    """What the coach thinks of a finished game."""

    done: Literal[True]
    chances: list[list[float]]  # everybody's chance to win at each step; at the end, who won
    turning_points: list[TurningPoint]
    luck: list[float]  # by seat: wins that chance gave, or took
    lost: list[float]  # by seat: wins that were given away
