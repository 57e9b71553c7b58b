"""An edition with another value in one of its fields."""

import copy
from typing import Any


def spoil(edition: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """A field is named by its path, `eggs.0.cards.0.fire`."""
    spoilt = copy.deepcopy(edition)
    *groups, name = path.split(".")
    group: Any = spoilt
    for part in groups:
        group = group[int(part)] if isinstance(group, list) else group[part]
    group[int(name) if isinstance(group, list) else name] = value
    return spoilt
