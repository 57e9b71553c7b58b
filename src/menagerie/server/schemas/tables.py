"""Tables as everybody may see them, and the log of a finished game."""

from typing_extensions import TypedDict

from menagerie.log_entry import By, Kind
from menagerie.server.schemas.common import Clock, Json, State


class SeatInfo(TypedDict):
    """A seat as everybody sees it."""

    seat: int
    name: str | None  # None where nobody sits
    bot: str | None  # its level, where a bot sits
    here: bool  # whether its player is connected; always true for a bot
    played_by_bot: bool  # until its owner returns
    added: bool  # whether they contributed entropy to the deal


class Deal(TypedDict):
    """What proves that the deal was fair; the secret and the entropy follow after the game."""

    commitment: str  # the SHA-256 of the secret, from the beginning
    secret: str | None
    entropy: list[str] | None


class TableInfo(TypedDict):
    """A table as everybody sees it."""

    id: str
    code: str | None  # six letters to join by; None once the game is over
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
    """Where you sit; the token that proves it is in a cookie."""

    table: TableInfo
    seat: int


class LogEntryInfo(TypedDict):
    """One decision: a move, or an undo."""

    kind: Kind
    seat: int
    by: By  # clock: a bot, because time was up
    move: Json | None  # None for an undo


class TableLog(TypedDict):
    """A finished game: enough to replay it, and to check its deal."""

    header: Json
    lines: list[LogEntryInfo]
    deal: Deal
