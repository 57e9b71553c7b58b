"""What was wrong with a message, as one line that people can read."""

from pydantic import ValidationError
from starlette.responses import JSONResponse
from typing_extensions import TypedDict

from menagerie.jsontext import abbreviate_json, printable

LONGEST = 300


class Problem(TypedDict):
    """Why a request was refused, in one line."""

    error: str


def problem(status: int, words: str) -> JSONResponse:
    answer: Problem = {"error": printable(words)}
    return JSONResponse(answer, status)


def one_line(error: ValidationError) -> str:
    """The first fault: where it is, and what would be right."""
    return told(error.errors(include_url=False, include_context=False))


def told(faults: list[object] | object) -> str:
    first = faults[0] if isinstance(faults, list) and faults else {}
    if not isinstance(first, dict):
        return "the message cannot be read"
    where = ".".join(str(part) for part in first.get("loc", ()) if part != "body")
    more = f" (and {len(faults) - 1} more)" if isinstance(faults, list) and len(faults) > 1 else ""
    given = first.get("input")
    words = f"{where or 'the message'}: {first.get('msg', 'not right')}"
    if not isinstance(given, dict | list):
        words += f", not {abbreviate_json(given)}"
    return (words + more)[:LONGEST]


class TooMany(Exception):  # noqa: N818 - it names what was asked, not what we did
    """More than one visitor may ask for."""


class NotYours(Exception):  # noqa: N818 - likewise
    """Only who has a seat may ask for this."""
