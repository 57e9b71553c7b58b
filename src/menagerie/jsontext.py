"""Parsing untrusted JSON: every error becomes one clear line."""

import json
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, NoReturn, TypeVar

from menagerie.errors import BadInput

Json = dict[str, Any]  # a JSON object

T = TypeVar("T")
MAX_DEPTH = 30  # levels of lists and objects
# Control characters and line separators that JSON does not escape.
_ESCAPES = {code: f"\\u{code:04x}" for code in (*range(0x7F, 0xA0), 0x2028, 0x2029)}


def parse(text: str, what: str) -> Any:
    """Parse JSON strictly: no duplicate keys, no NaN; `what` names the input in errors."""
    try:
        data = json.loads(
            text, object_pairs_hook=_refuse_duplicates, parse_constant=_refuse_constant
        )
    except RecursionError:
        raise BadInput(f"{what} is nested too deeply") from None
    except BadInput as error:
        raise BadInput(f"{what} is invalid: {error}") from None
    except ValueError as error:
        raise BadInput(f"{what} is not JSON: {error}") from None
    check_depth(data, what)
    return data


def check_depth(data: object, what: str) -> None:
    """Refuse deep nesting, on which recursive code would fail later."""
    level = [data]
    for _ in range(MAX_DEPTH):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return
    raise BadInput(f"{what} is nested too deeply")


def _inside(data: object) -> list[Any]:
    if isinstance(data, dict):
        return list(data.values())
    return data if isinstance(data, list) else []


def canonical(data: object) -> str:
    """JSON with sorted keys: equal texts mean equal data, and true is not 1."""
    return json.dumps(data, sort_keys=True)


def strictly_equal(value: object, wanted: object) -> bool:
    """Whether values and types are equal at every level: 2.0 is not 2."""
    if isinstance(value, list) and isinstance(wanted, list) and len(value) == len(wanted):
        return all(strictly_equal(one, other) for one, other in zip(value, wanted, strict=True))
    return type(value) is type(wanted) and value == wanted


def write(data: object) -> str:
    """JSON on one line."""
    return json.dumps(data)


def fields(data: object, needed: Sequence[str], possible: Sequence[str], what: str) -> Json:
    """An object with all needed fields and no unknown ones."""
    if not isinstance(data, dict):
        raise BadInput(f"{what} must be an object, not {abbreviate_json(data)}")
    if missing := [name for name in needed if name not in data]:
        raise BadInput(f"{what} lacks {', '.join(missing)}")
    if unknown := [name for name in data if name not in (*needed, *possible)]:
        name, known = abbreviate_json(unknown[0]), ", ".join((*needed, *possible))
        raise BadInput(f"{what} has an unknown field {name}; the known fields are: {known}")
    return data


def verb(data: object, known: Collection[str]) -> str:
    """The verb of a move in JSON."""
    found = data.get("do") if isinstance(data, dict) else None
    if not isinstance(found, str) or found not in known:
        forms = ", ".join(known)
        raise BadInput(f'a move needs "do" with one of {forms}, not {abbreviate_json(data)}')
    return found


def integer(fields: Json, name: str, allowed: range) -> int:
    """The value of a field: a whole number in a range."""
    value = fields[name]
    if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
        span = f"a number from {allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else allowed[0]
        raise BadInput(f"{name} must be {span}, not {abbreviate_json(value)}")
    return value


def choice(fields: Json, name: str, allowed: Sequence[T]) -> T:
    """The value of a field: one of the allowed ones."""
    for value in allowed:
        if strictly_equal(fields[name], value):
            return value
    choices = ", ".join(map(abbreviate_json, allowed))
    raise BadInput(f"{name} must be one of {choices}, not {abbreviate_json(fields[name])}")


def abbreviate_json(data: object) -> str:
    """A value as JSON, cut to fit into an error message."""
    try:
        text = json.dumps(data, ensure_ascii=False, default=str)
    except (RecursionError, ValueError):  # too deep, or a number with thousands of digits
        return "something too large to show"
    return printable(text if len(text) <= 60 else f"{text[:57]}…")


def printable(text: str) -> str:
    """Escape lone surrogates, which UTF-8 cannot encode, and characters that break a line."""
    return text.encode(errors="backslashreplace").decode().translate(_ESCAPES)


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> Json:
    data = dict(pairs)
    if len(data) < len(pairs):
        [(double, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise BadInput(f"the key {abbreviate_json(double)} appears twice in one object")
    return data


def _refuse_constant(name: str) -> NoReturn:
    raise BadInput(f"{name} is not allowed in JSON")
