"""Reading JSON from outside with care: every fault becomes one clear line."""

import json
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, NoReturn, TypeVar

from menagerie.errors import BadInput

T = TypeVar("T")
DEEPEST = 30  # levels of lists and objects


def parse(text: str, what: str) -> Any:
    """Any JSON text; `what` names it in the error."""
    try:
        data = json.loads(text, object_pairs_hook=_no_doubles, parse_constant=_no_constant)
    except RecursionError:
        raise BadInput(f"{what} is nested too deeply") from None
    except BadInput as error:
        raise BadInput(f"{what} is not usable: {error}") from None
    except ValueError as error:
        raise BadInput(f"{what} is not JSON: {error}") from None
    check_depth(data, what)
    return data


def check_depth(data: object, what: str) -> None:
    """Nothing of ours is nested deeply; what is would be trouble later on."""
    level = [data]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return
    raise BadInput(f"{what} is nested too deeply")


def _inside(data: object) -> list[Any]:
    if isinstance(data, dict):
        return list(data.values())
    return data if isinstance(data, list) else []


def canonical(data: object) -> str:
    """A text that is equal for equal data only: true is not 1."""
    return json.dumps(data, sort_keys=True)


def strictly_equal(value: object, wanted: object) -> bool:
    """Equal, and of the same type all through: 2.0 is not 2."""
    if isinstance(value, list) and isinstance(wanted, list) and len(value) == len(wanted):
        return all(strictly_equal(one, other) for one, other in zip(value, wanted, strict=True))
    return type(value) is type(wanted) and value == wanted


def write(data: object) -> str:
    """One line of JSON."""
    return json.dumps(data)


def fields(
    data: object, needed: Sequence[str], possible: Sequence[str], what: str
) -> dict[str, Any]:
    """An object that has all that is needed, and nothing unknown."""
    if not isinstance(data, dict):
        raise BadInput(f"{what} must be an object, not {abbreviate_json(data)}")
    if missing := [name for name in needed if name not in data]:
        raise BadInput(f"{what} lacks {', '.join(missing)}")
    if unknown := [name for name in data if name not in (*needed, *possible)]:
        known = ", ".join((*needed, *possible))
        raise BadInput(
            f"{what} has an unknown field {abbreviate_json(unknown[0])}; known are: {known}"
        )
    return data


def verb(data: object, known: Collection[str]) -> str:
    """What a move does; a move that does nothing known is none."""
    found = data.get("do") if isinstance(data, dict) else None
    if not isinstance(found, str) or found not in known:
        forms = ", ".join(known)
        raise BadInput(f'a move has "do" with one of {forms}; this is {abbreviate_json(data)}')
    return found


def require_unmasked(value: Any, field: str) -> Any:
    """A value that is not masked."""
    if value is None:
        raise BadInput(f"{field} has null in it: this is one seat's view, not a whole position")
    return value


def abbreviate_json(data: object) -> str:
    """Any value as JSON, short enough for an error."""
    try:
        text = json.dumps(data, ensure_ascii=False, default=str)
    except (RecursionError, ValueError):  # nested too deeply, or a number of thousands of digits
        return "something too large to show"
    return printable(text if len(text) <= 60 else f"{text[:57]}…")


def printable(text: str) -> str:
    """A text that can be written: JSON may have halves of pairs in it, which no UTF-8 has."""
    return text.encode(errors="backslashreplace").decode()


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        [(double, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise BadInput(f"{abbreviate_json(double)} stands twice in one object")
    return data


def _no_constant(name: str) -> NoReturn:
    raise BadInput(f"{name} is not a number")


class Reader:
    """Takes values out of an object's fields, each checked; errors name the field."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.fields = data

    def number(self, field: str, allowed: range) -> int:
        return self.in_range(field, self.fields[field], allowed)

    def asked(self, phases: Sequence[str], players: int) -> tuple[int, int]:
        """The phase and the seat that is asked: nobody (-1) in `over`, the last phase."""
        phase = phases.index(self.one_of("phase", phases))
        if phase < len(phases) - 1:
            return phase, self.number("to_move", range(players))
        if self.fields["to_move"] is not None:
            raise BadInput("to_move must be null in phase over")
        return phase, -1

    def flag(self, field: str) -> bool:
        value = self.fields[field]
        if not isinstance(value, bool):
            raise BadInput(f"{field} must be true or false, not {abbreviate_json(value)}")
        return value

    def one_of(self, field: str, allowed: Sequence[T]) -> T:
        value = self.fields[field]
        for choice in allowed:
            if strictly_equal(value, choice):
                return choice
        choices = ", ".join(abbreviate_json(choice) for choice in allowed)
        raise BadInput(f"{field} must be one of {choices}, not {abbreviate_json(value)}")

    def items(self, field: str, value: object, count: int | None = None) -> list[Any]:
        """A list, of so many entries if that is settled."""
        if not isinstance(value, list):
            raise BadInput(f"{field} must be a list, not {abbreviate_json(value)}")
        if count is not None and len(value) != count:
            raise BadInput(f"{field} must have {count} entries here, not {len(value)}")
        return value

    def in_range(self, field: str, value: object, allowed: range) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
            if len(allowed) == 1:
                raise BadInput(f"{field} must be {allowed[0]}, not {abbreviate_json(value)}")
            span = f"{allowed[0]} to {allowed[-1]}"
            raise BadInput(f"{field} must be a number from {span}, not {abbreviate_json(value)}")
        return value
