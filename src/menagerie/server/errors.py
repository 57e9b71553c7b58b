"""Every error that a client may see, with its HTTP status and its WebSocket error code.

A refused request changes nothing. The response is one line that says what was wrong.
"""

from typing import Any, NamedTuple

from pydantic import ValidationError
from starlette.responses import JSONResponse
from typing_extensions import TypedDict

from menagerie.errors import BadInput, IllegalMove
from menagerie.jsontext import abbreviate_json, printable
from menagerie.server.ops.logs import log
from menagerie.server.schemas.replies import SocketErrorCode
from menagerie.store import Conflict, Missing, StoreError

MAX_ERROR_LENGTH = 300
NO_SUCH_TABLE = "this table is no longer in the database; please make a new one"
DATABASE_DOWN = "the database does not answer; try again"
DATABASE_DOWN_FOR_MESSAGE = "the database does not answer; send this again"


class StaleRequest(BadInput):
    """The request answers a view that is no longer the latest one."""


class WrongState(BadInput):
    """The request does not fit the state of the table: waiting, playing or over."""


class RateLimited(Exception):  # noqa: N818 - it says what happened, not that our code failed
    """A client has reached one of its limits."""


class NoFreeCode(Exception):  # noqa: N818 - it says what happened, not that our code failed
    """A new table found no join code that no other table has."""


class NotSeated(Exception):  # noqa: N818 - it says what happened, not that our code failed
    """Only a player with a seat at the table may ask for this."""


class ErrorCodes(NamedTuple):
    status: int  # HTTP
    code: SocketErrorCode | None  # WebSocket; None: it cannot happen there


# The first matching class counts, so subclasses come first.
ERRORS: dict[type[Exception], ErrorCodes] = {
    StaleRequest: ErrorCodes(400, "late"),
    IllegalMove: ErrorCodes(400, "illegal"),
    WrongState: ErrorCodes(409, "state"),
    BadInput: ErrorCodes(400, "bad"),
    Missing: ErrorCodes(404, "state"),
    Conflict: ErrorCodes(409, None),
    NotSeated: ErrorCodes(403, None),
    NoFreeCode: ErrorCodes(503, None),
    RateLimited: ErrorCodes(429, "slow_down"),
    StoreError: ErrorCodes(503, "unavailable"),
}
SOCKET_ERRORS = tuple(kind for kind, codes in ERRORS.items() if codes.code is not None)


class ErrorBody(TypedDict):
    """Why a request was refused, in one line."""

    error: str


class SocketError(NamedTuple):
    """Why a message was refused."""

    code: SocketErrorCode
    message: str
    rule: str | None = None


def codes_of(error: Exception) -> ErrorCodes:
    return next(codes for kind, codes in ERRORS.items() if isinstance(error, kind))


def error_response(status: int, message: str) -> JSONResponse:
    body: ErrorBody = {"error": printable(message)}
    return JSONResponse(body, status)


def refuse_request(error: Exception) -> JSONResponse:
    """The HTTP response to a request that raised one of `ERRORS`."""
    status = codes_of(error).status
    if isinstance(error, StoreError):
        log.error("store", error=str(error))
        return error_response(status, DATABASE_DOWN)
    return error_response(status, str(error))


def refuse_message(error: Exception, table_id: str) -> SocketError:
    """The reply to a WebSocket message that raised one of `SOCKET_ERRORS`."""
    code = codes_of(error).code or "bad"
    if isinstance(error, StoreError):
        log.error("store", table=table_id, error=str(error))
        return SocketError(code, DATABASE_DOWN_FOR_MESSAGE)
    if isinstance(error, Missing):
        return SocketError(code, NO_SUCH_TABLE)
    return SocketError(code, str(error), getattr(error, "rule", None))


def first_error_line(error: ValidationError) -> str:
    """The first fault that pydantic found: where it is, and what would be right."""
    return describe_faults(error.errors(include_url=False, include_context=False))


def describe_faults(faults: Any) -> str:
    """One line about a list of pydantic's error dictionaries."""
    first = faults[0] if isinstance(faults, list) and faults else {}
    if not isinstance(first, dict):
        return "the message cannot be read"
    where = ".".join(str(part) for part in first.get("loc", ()) if part != "body")
    more = f" (and {len(faults) - 1} more)" if isinstance(faults, list) and len(faults) > 1 else ""
    given = first.get("input")
    text = f"{where or 'the message'}: {first.get('msg', 'not right')}"
    if not isinstance(given, dict | list):
        text += f", not {abbreviate_json(given)}"
    return (text + more)[:MAX_ERROR_LENGTH]
