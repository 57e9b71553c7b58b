"""What a WebSocket receives: the view of its seat, updates, and replies to its messages."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from menagerie.log_entry import By, Kind
from menagerie.server.schemas.common import Json, Reaction
from menagerie.server.schemas.tables import TableInfo

SocketErrorCode = Literal["bad", "illegal", "late", "watcher", "slow_down", "state", "unavailable"]


class LegalMove(TypedDict):
    """A move that may be made now."""

    move: Json
    words: str


class GameEvent(TypedDict):
    """What happened: who did what, and a line of text for each thing that was seen."""

    kind: Kind
    seat: int
    by: By  # clock: a bot, because time was up
    move: Json  # made or taken back, as far as you may see it
    words: list[str]


class SeatView(TypedDict):
    """All that a seat, or a watcher, may know at one moment."""

    number: int  # how many entries the log has
    view: Json  # a position document, null for what is hidden
    turn: int | None  # the seat that is to decide; None when the game is over
    question: str  # what is asked of it, in words
    legal: list[LegalMove]  # yours, when it is your turn; else empty
    may_undo: bool  # whether you can take your last decision back
    points: list[int | None]  # as if the game ended now; None where that is hidden
    over: bool
    winners: list[int]  # seats; empty before the end
    deadline: float | None  # when a bot moves for the player to move; seconds since 1970


class Welcome(TypedDict):
    """The first message of a socket: where you are, and the whole view if the game is on."""

    type: Literal["welcome"]
    seat: int | None  # None for a watcher
    table: TableInfo
    sight: SeatView | None  # None before the deal
    now: float  # the clock of the server, to compare deadlines with


class GameUpdate(TypedDict):
    """One log entry, as a seat sees it."""

    type: Literal["update"]
    events: list[GameEvent]
    sight: SeatView


class TableUpdate(TypedDict):
    """The table's seats, connections or state changed.

    Somebody took or left a seat, connected, disconnected or added entropy; a bot took over; the
    game is over; or there is a rematch (`next`).
    """

    type: Literal["table"]
    table: TableInfo


class ReactionEvent(TypedDict):
    """A reaction of a player, including your own."""

    type: Literal["reaction"]
    seat: int | None
    reaction: Reaction


class AcceptedReply(TypedDict):
    """A move that was already played: it was sent twice and counts once (idempotent)."""

    type: Literal["accepted"]
    number: int  # of the view that came after it


class PreviewReply(TypedDict):
    """Your points right after each of your legal moves, in the order of `legal`."""

    type: Literal["previewed"]
    number: int  # of the view
    points: list[int | None]  # None where it depends on chance, or on what you may not know


class HintMove(TypedDict):
    """What the coach thinks of a move. It knows what you know."""

    move: Json
    words: str
    win: float  # the chance to win, from 0 to 1; a tie is shared
    unsure: float  # half of the 95% interval around it
    points: float  # your points in the end, on average


class HintReply(TypedDict):
    """What the coach would play."""

    type: Literal["advice"]
    number: int  # of the view
    moves: list[HintMove]  # the best first
    line: list[str]  # the best move, and your moves after it until chance decides; in words


class ErrorReply(TypedDict):
    """What was wrong, and what is allowed; nothing was changed."""

    type: Literal["error"]
    code: SocketErrorCode
    message: str
    rule: str | None  # its number, if a rule of the game forbids it
    number: int | None  # the latest view


SocketReply = Annotated[
    Welcome
    | GameUpdate
    | TableUpdate
    | ReactionEvent
    | AcceptedReply
    | PreviewReply
    | HintReply
    | ErrorReply,
    Field(discriminator="type"),
]
