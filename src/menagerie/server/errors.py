"""Every error that a client may see, with its HTTP status and its WebSocket error code.

A refused request changes nothing. The response is one line that says what was wrong.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pydantic import ValidationError
from pydantic_core import ErrorDetails
from starlette.responses import JSONResponse
from typing_extensions import TypedDict

from menagerie.errors import BadInput, IllegalMove
from menagerie.jsontext import abbreviate_json, printable
from menagerie.server.ops.logs import log
from menagerie.server.schemas.replies import SocketErrorCode
from menagerie.store import Conflict, Missing, StoreError

MAX_ERROR_LENGTH = 300
# What is wrong with a value, by the type of pydantic's error. `{given}` is the value, `{length}`
# the length of a text; the other names come from pydantic.
MESSAGES = {
    "missing": "is missing",
    "extra_forbidden": "is not known",
    "json_invalid": "is not valid JSON: {error}",
    "dict_type": "must be an object, not {given}",
    "model_attributes_type": "must be an object, not {given}",
    "int_type": "must be a whole number, not {given}",
    "bool_type": "must be true or false, not {given}",
    "string_type": "must be a string, not {given}",
    "string_unicode": "contains an invalid Unicode character",
    "string_too_short": "must have {min_length} or more characters, not {length}",
    "string_too_long": "must have {max_length} or fewer characters, not {length}",
    "string_pattern_mismatch": "must match {pattern}, not {given}",
    "greater_than_equal": "must be {ge} or more, not {given}",
    "less_than_equal": "must be {le} or less, not {given}",
    "literal_error": "must be {expected}, not {given}",
    "union_tag_invalid": "its type must be one of {expected_tags}, not {tag!r}",
    "union_tag_not_found": "has no type",
}
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
    """The first error that pydantic found: where it is, and what would be right."""
    return describe_errors(error.errors(include_url=False))


def describe_errors(found: Sequence[ErrorDetails]) -> str:
    """One line about pydantic's errors: the first one, and how many others there are."""
    first = found[0]
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return f"{_where(first)}: {_words(first)}{more}"[:MAX_ERROR_LENGTH]


def _where(error: ErrorDetails) -> str:
    """The path of a field; the body of a request, and a key as opposed to its value, have none."""
    path = [str(part) for part in error["loc"] if part not in ("body", "[key]")]
    return ".".join(path) if path and error["type"] != "json_invalid" else "the message"


def _words(error: ErrorDetails) -> str:
    words, given = MESSAGES.get(error["type"]), error["input"]
    if words is None:
        return error["msg"]
    length = len(given) if isinstance(given, str) else 0
    context = {"given": abbreviate_json(given), "length": length, **error.get("ctx", {})}
    return words.format_map(context)
