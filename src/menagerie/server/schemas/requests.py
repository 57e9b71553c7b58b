"""What clients send: bodies of HTTP requests, and messages on a WebSocket. Validated strictly."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from menagerie import fairness
from menagerie.bots import LEVELS
from menagerie.server.schemas.common import Clock, Json, Reaction

MAX_NAME_LENGTH = 20
Level = Literal[LEVELS]  # type: ignore[valid-type]
Name = Annotated[str, StringConstraints(min_length=1, max_length=MAX_NAME_LENGTH)]
Entropy = Annotated[str, StringConstraints(max_length=fairness.MAX_ENTROPY_LENGTH)]
Number = Annotated[int, Field(ge=0, le=1_000_000)]


class Request(BaseModel):
    """Validated strictly: no extra fields, and no text where a number belongs."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewTable(Request):
    """A table to be created. Its creator takes the first seat that no bot has."""

    game: Annotated[str, StringConstraints(max_length=40)]  # its name, as the list of games has it
    players: Annotated[int, Field(ge=2, le=10)]
    name: Name
    options: dict[str, bool | int | str] = {}  # of the game; the others have their defaults
    edition: Json | None = None  # components of your own; None is the standard edition
    bots: dict[Annotated[str, StringConstraints(pattern=r"^[0-9]$")], Level] = {}  # by seat
    open: bool = False  # listed for everybody, or by invitation only
    clock: Clock = "none"  # how long a decision may take
    hints: bool = True  # whether pages may give advice at this table


class EntropyRequest(Request):
    """A player's contribution to the deal, made after seeing the hash of the server's secret."""

    entropy: Entropy


class NewSeat(Request):
    """A player sits down, at a chosen seat or at the first free one."""

    name: Name
    seat: Annotated[int, Field(ge=0, le=9)] | None = None
    entropy: Entropy = ""


class ForgetRequest(Request):
    """Revoke your token: on a borrowed computer, or if somebody else may have it."""

    keep: bool = False  # whether a new token, in the cookie, keeps your seats


class MoveRequest(Request):
    """A move, in answer to the view with that number."""

    type: Literal["move"]
    number: Number
    move: Json


class UndoRequest(Request):
    """Take your last decision back."""

    type: Literal["undo"]
    number: Number


class ResumeRequest(Request):
    """Send everything after the view with that number again."""

    type: Literal["again"]
    since: Number


class ReactionRequest(Request):
    """A reaction from a fixed set, shown to everybody at the table."""

    type: Literal["react"]
    reaction: Reaction


class PreviewRequest(Request):
    """Ask what your points would be right after each legal move of the view with that number."""

    type: Literal["preview"]
    number: Number


class HintRequest(Request):
    """Ask what the coach would play, in answer to the view with that number."""

    type: Literal["hint"]
    number: Number


SocketRequest = Annotated[
    MoveRequest | UndoRequest | ResumeRequest | ReactionRequest | PreviewRequest | HintRequest,
    Field(discriminator="type"),
]
