"""Readable JSON: values that fit on one line stay on it, and lists of short items fill lines."""

import json
import textwrap
from typing import Any

WIDTH = 96
ELLIPSIS = "…"  # marks what an example does not show


def pretty(value: Any, indent: str = "", before: str = "", after: str = "") -> list[str]:
    """The lines of a value; `before` and `after` are put around them on the first and last line."""
    line = f"{indent}{before}{_short(value)}{after}"
    if len(line) <= WIDTH or not isinstance(value, dict | list) or not value:
        return [line]
    inner = f"{indent}  "
    opening, closing = ("{", "}") if isinstance(value, dict) else ("[", "]")
    items = _items(value)
    lines = [f"{indent}{before}{opening}"]
    if isinstance(value, list) and not any(_is_long(item) for item in value):
        filled = ", ".join(_short(item) for item in value)
        lines += textwrap.wrap(filled, WIDTH, initial_indent=inner, subsequent_indent=inner)
    else:
        for number, (name, item) in enumerate(items, 1):
            lines += pretty(item, inner, name, "," if number < len(items) else "")
    return [*lines, f"{indent}{closing}{after}"]


def _is_long(item: Any) -> bool:
    """Whether an item needs a line of its own: an object, a list, or a sentence (never split)."""
    return isinstance(item, dict | list) or (isinstance(item, str) and " " in item)


def _items(value: dict[str, Any] | list[Any]) -> list[tuple[str, Any]]:
    if isinstance(value, list):
        return [("", item) for item in value]
    return [("" if name == ELLIPSIS else f"{json.dumps(name)}: ", value[name]) for name in value]


def _short(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}{_short(item)}" for name, item in _items(value)) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_short(item) for item in value) + "]"
    return ELLIPSIS if value == ELLIPSIS else json.dumps(value, ensure_ascii=False)
