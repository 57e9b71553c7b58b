"""Reading editions, and checking them field by field. What must hold is each game's own matter."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from menagerie.errors import BadInput
from menagerie.jsontext import abbreviate_json, check_depth, strictly_equal

MISSING = object()


class Checker:
    """Collects what is wrong with an edition; a field is named by its path, `dna.tokens`."""

    def __init__(self, edition: dict[str, Any]) -> None:
        self.edition = edition
        self.faults: list[str] = []

    def fault(self, path: str, message: str) -> None:
        self.faults.append(f"{path or 'edition'}: {message}")

    def get(self, path: str) -> Any:
        """What stands at a path; a fault that was reported already is not reported again."""
        value: Any = self.edition
        for part in path.split(".") if path else ():
            if isinstance(value, list) and part.isdigit() and int(part) < len(value):
                value = value[int(part)]
            elif isinstance(value, dict) and part in value:
                value = value[part]
            else:
                return MISSING
        return value

    def fields(self, path: str, needed: Sequence[str], possible: Sequence[str] = ()) -> None:
        """A group that has all that is needed, and nothing unknown."""
        group = self.get(path)
        if group is MISSING:
            return
        known = ", ".join((*needed, *possible))
        if not isinstance(group, dict):
            self.fault(path, f"must be a group with the fields {known}")
            return
        for name in needed:
            if name not in group:
                self.fault(_join(path, name), "is missing")
        for name in group:
            if name not in (*needed, *possible):
                self.fault(_join(path, name), f"is not known; known are {known}")

    def text(self, path: str) -> None:
        value = self.get(path)
        if value is not MISSING and not (isinstance(value, str) and value.strip()):
            self.fault(path, f"must be a text, not {abbreviate_json(value)}")

    def flag(self, path: str) -> None:
        value = self.get(path)
        if value is not MISSING and not isinstance(value, bool):
            self.fault(path, f"must be true or false, not {abbreviate_json(value)}")

    def number(self, path: str, allowed: range) -> None:
        value = self.get(path)
        if value is not MISSING and not _is_in(value, allowed):
            self.fault(
                path, f"must be a number from {_span(allowed)}, not {abbreviate_json(value)}"
            )

    def numbers(self, path: str, allowed: range, count: int) -> None:
        """A list of so many numbers."""
        value = self.get(path)
        if value is MISSING:
            return
        fits = isinstance(value, list) and len(value) == count
        if not fits or not all(_is_in(item, allowed) for item in value):
            self.fault(
                path, f"must be {count} numbers from {_span(allowed)}, not {abbreviate_json(value)}"
            )

    def one_of(self, path: str, allowed: Sequence[str]) -> None:
        value = self.get(path)
        if value is not MISSING and not any(strictly_equal(value, known) for known in allowed):
            self.fault(path, f"must be one of {', '.join(allowed)}, not {abbreviate_json(value)}")

    def some(self, path: str) -> list[Any]:
        """A list of any length but none, to be checked one by one."""
        value = self.get(path)
        if value is MISSING:
            return []
        if isinstance(value, list) and value:
            return value
        self.fault(path, f"must be a list of entries, not {abbreviate_json(value)}")
        return []

    def items(self, path: str, count: int) -> list[Any]:
        """A list of so many entries, to be checked one by one."""
        value = self.get(path)
        if value is MISSING:
            return []
        if isinstance(value, list) and len(value) == count:
            return value
        found = f"{len(value)} entries" if isinstance(value, list) else abbreviate_json(value)
        self.fault(path, f"must have {count} entries, not {found}")
        return []

    def chosen(self, path: str, allowed: Sequence[object]) -> None:
        """A list of some of the allowed values, none twice."""
        value = self.get(path)
        if value is MISSING:
            return
        names = ", ".join(map(str, allowed))
        if not isinstance(value, list) or any(_twice_or_unknown(value, allowed)):
            self.fault(path, f"must list some of {names}, none twice, not {abbreviate_json(value)}")

    def equal(self, path: str, wanted: object, rule: str) -> None:
        """A value that a rule leaves no choice about."""
        value = self.get(path)
        if value is not MISSING and not strictly_equal(value, wanted):
            self.fault(
                path, f"must be {abbreviate_json(wanted)} ({rule}), not {abbreviate_json(value)}"
            )


def read(path: Path) -> dict[str, Any]:
    """An edition as it stands in a TOML file."""
    try:
        edition = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise BadInput(f"{path} is not TOML: {_one_line(error)}") from None
    except RecursionError:
        raise BadInput(f"{path} is nested too deeply") from None
    check_depth(edition, str(path))
    return edition


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _span(allowed: range) -> str:
    return f"{allowed[0]} to {allowed[-1]}"


def _is_in(value: object, allowed: range) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in allowed


def _twice_or_unknown(values: list[Any], allowed: Sequence[object]) -> list[bool]:
    return [
        not any(strictly_equal(value, known) for known in allowed) or values.count(value) > 1
        for value in values
    ]
