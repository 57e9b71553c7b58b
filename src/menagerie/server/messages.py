"""Every message on the wire, typed: what is asked for, and what is answered.

What comes in is checked to the letter. What goes out is a plain dictionary, whose type is here.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from typing_extensions import TypedDict

from menagerie import fairness
from menagerie.bots import LEVELS
from menagerie.server.names import LONGEST_NAME

Clock = Literal["none", "30s", "2m", "1d"]
State = Literal["waiting", "playing", "over"]
Language = Literal["en", "fr", "it"]
Reaction = Literal["hello", "bravo", "thanks", "oops", "wow", "laugh", "thinking", "hurry"]
Level = Literal[LEVELS]  # type: ignore[valid-type]

Name = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME)]
Entropy = Annotated[str, StringConstraints(max_length=fairness.MAX_ENTROPY_LENGTH)]
Number = Annotated[int, Field(ge=0, le=1_000_000)]
Json = dict[str, Any]


class Asked(BaseModel):
    """What is asked for: nothing else may be in it, and no text counts as a number."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewTable(Asked):
    """A table to be made. Whoever makes it takes the first seat that no bot has."""

    game: Annotated[str, StringConstraints(max_length=40)]  # its name, as the list of games has it
    players: Annotated[int, Field(ge=2, le=10)]
    name: Name
    options: dict[str, bool | int | str] = {}  # of the game; the others are at their defaults
    edition: Json | None = None  # components of your own; None is the standard edition
    bots: dict[Annotated[str, StringConstraints(pattern=r"^[0-9]$")], Level] = {}  # by seat
    open: bool = False  # listed for everybody, or by invitation
    clock: Clock = "none"  # how long a decision may take
    hints: bool = True  # whether pages may give advice at this table


class Words(Asked):
    """What a player adds to the deal, having seen the hash of our secret."""

    entropy: Entropy


class NewSeat(Asked):
    """Somebody sits down, at a seat of their choice or at the first free one."""

    name: Name
    seat: Annotated[int, Field(ge=0, le=9)] | None = None
    entropy: Entropy = ""


class Forget(Asked):
    """Your token is to be worthless: on a lent computer, or if somebody else may have it."""

    keep: bool = False  # whether a new token, in the cookie, keeps your seats


class MoveAsked(Asked):
    """A move, in answer to the view with that number."""

    type: Literal["move"]
    number: Number
    move: Json


class UndoAsked(Asked):
    """To take one's last decision back."""

    type: Literal["undo"]
    number: Number


class AgainAsked(Asked):
    """Everything after the view with that number, once more."""

    type: Literal["again"]
    since: Number


class ReactionAsked(Asked):
    """A reaction from the fixed set, for all at the table to see."""

    type: Literal["react"]
    reaction: Reaction


class PreviewAsked(Asked):
    """What one's points would be right after each legal move of the view with that number."""

    type: Literal["preview"]
    number: Number


class HintAsked(Asked):
    """What the coach would play, in answer to the view with that number."""

    type: Literal["hint"]
    number: Number


SocketAsked = Annotated[
    MoveAsked | UndoAsked | AgainAsked | ReactionAsked | PreviewAsked | HintAsked,
    Field(discriminator="type"),
]


class SeatInfo(TypedDict):
    """A seat as everybody sees it."""

    seat: int
    name: str | None  # None where nobody sits
    bot: str | None  # its level, where a bot sits
    here: bool  # whether somebody is connected
    played_by_bot: bool  # until its owner returns
    added: bool  # whether they added to the deal


class Deal(TypedDict):
    """What proves that the deal was fair; the secret and all words come after the game."""

    commitment: str  # the SHA-256 of the secret, from the beginning
    secret: str | None
    entropy: list[str] | None


class TableInfo(TypedDict):
    """A table as everybody sees it."""

    id: str
    code: str | None  # six letters, to be told to friends; None once the game is over
    game: str
    players: int
    options: dict[str, bool | int | str]
    state: State
    open: bool
    clock: Clock
    hints: bool
    seats: list[SeatInfo]
    deal: Deal
    next: str | None  # the table of the rematch
    created: float  # seconds since 1970


class Seated(TypedDict):
    """Where you sit now; the token that proves it is in a cookie."""

    table: TableInfo
    seat: int


class LogLine(TypedDict):
    """One decision: a move, or that one was taken back."""

    kind: Literal["move", "undo"]
    seat: int
    by: Literal["player", "bot", "clock"]  # clock: a bot, since the time was up
    move: Json | None  # None where a decision was taken back


class TableLog(TypedDict):
    """A finished game: enough to play it again, and to check its deal."""

    header: Json
    lines: list[LogLine]
    deal: Deal


class LegalMove(TypedDict):
    """A move that may be made now."""

    move: Json
    words: str


class Event(TypedDict):
    """What happened: who did what, and a line of words for each thing that was seen."""

    kind: Literal["move", "undo"]
    seat: int
    by: Literal["player", "bot", "clock"]  # clock: a bot, since the time was up
    move: Json  # made or taken back, as far as you may see it
    words: list[str]


class Sight(TypedDict):
    """All that a seat, or a watcher, may know at one moment."""

    number: int  # how many lines the log has
    view: Json  # a position document, null for what is hidden
    turn: int | None  # the seat that is to decide; None when the game is over
    question: str  # what is asked of it, in words
    legal: list[LegalMove]  # yours, when it is your turn; else empty
    may_undo: bool  # whether you can take your last decision back
    points: list[int | None]  # as if the game ended now; None where that is hidden
    over: bool
    winners: list[int]  # seats; empty before the end
    deadline: float | None  # when a bot moves for whoever is to move; seconds since 1970


class Welcome(TypedDict):
    """The first message of a socket: where you are, and the whole view if the game is on."""

    type: Literal["welcome"]
    seat: int | None  # None for a watcher
    table: TableInfo
    sight: Sight | None  # None before the deal
    now: float  # the clock of the server, to compare deadlines with


class Update(TypedDict):
    """One line of the log, as a seat sees it."""

    type: Literal["update"]
    events: list[Event]
    sight: Sight


class TableChanged(TypedDict):
    """Somebody came, went, sat down; or the game began, or is over."""

    type: Literal["table"]
    table: TableInfo


class Reacted(TypedDict):
    """A reaction of somebody at the table, oneself included."""

    type: Literal["reaction"]
    seat: int | None
    reaction: Reaction


class Accepted(TypedDict):
    """A move that had been played already: it was sent twice, and counted once."""

    type: Literal["accepted"]
    number: int  # of the view that came after it


class Previewed(TypedDict):
    """Your points right after each of your legal moves, in the order of the sight."""

    type: Literal["previewed"]
    number: int  # of the view
    points: list[int | None]  # None where it depends on chance, or on what you may not know


class AdvisedMove(TypedDict):
    """What the coach thinks of a move. It knows what you know."""

    move: Json
    words: str
    win: float  # the chance to win, from 0 to 1; a tie is shared
    unsure: float  # half of the 95% interval around it
    points: float  # your points in the end, on average


class Advised(TypedDict):
    """What the coach would play."""

    type: Literal["advice"]
    number: int  # of the view
    moves: list[AdvisedMove]  # the best first
    line: list[str]  # the best move, and yours after it until chance has a say; in words


class Refused(TypedDict):
    """What was wrong, and what is allowed; nothing was changed."""

    type: Literal["error"]
    code: Literal["bad", "illegal", "late", "watcher", "slow_down", "state", "unavailable"]
    message: str
    rule: str | None  # its number, where a rule of the game forbids it
    number: int | None  # the view that counts now


SocketAnswer = Annotated[
    Welcome | Update | TableChanged | Reacted | Accepted | Previewed | Advised | Refused,
    Field(discriminator="type"),
]
