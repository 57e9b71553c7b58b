"""Editions with one invalid field."""

import copy
from typing import Any


def replace_field(edition: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """Replace the field at a path such as `eggs.0.cards.0.fire`."""
    edited = copy.deepcopy(edition)
    *groups, name = path.split(".")
    group: Any = edited
    for part in groups:
        group = group[int(part)] if isinstance(group, list) else group[part]
    group[int(name) if isinstance(group, list) else name] = value
    return edited
