"""Mutations of valid JSON documents, texts and bytes."""

import random
import string
from typing import Any

import orjson

ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 5, 99, 127, 128, 255, 256, -128, 2**31, 2**63, -(2**63)),
    *(0.0, 1.5, -0.0, 1e300, "", " ", "x", "0", "null", "standard", "é", "\u202e", "\x00", "𝔘"),
    *([], {}, [[]], [None], [0], {"": 0}, {"a": {"b": []}}, [[[[[[]]]]]]),
    "x" * 300,
    list(range(100)),
)
EXTREME_VALUES: tuple[Any, ...] = (2**70, -(2**200), 10**400, float("inf"), float("nan"), "\ud800")
MAX_DEPTH = 200  # nesting levels: beyond our limit, below Python's recursion limit
TEXTS = (
    *("[" * 5000, "[" * 150 + "]" * 150, '{"a":' * 1000, "", "null", "1", '"x"', "NaN", "1e400"),
    *("9" * 4000, "\ufeff{}", "{'a': 1}", '{"a": 1, "a": 2}', "{}", "[]", "\x00", '"\\ud800"'),
)
TOKENS: tuple[str, ...] = (*'{}[]:,"\\', "null", "true", "1e400", "-1", '"do"', '"card"', "0")
CHARACTERS = string.ascii_letters + string.digits + "{}[]:,\"' \\\n\t.-_éß漢"


class Mutator:
    """Mutates inputs deterministically for a seed."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def mutate(self, document: bytes, times: int = 3) -> Any:
        """A JSON document with up to `times` random changes."""
        data = [orjson.loads(document)]  # wrapped, so that the root can be replaced too
        for _ in range(self.rng.randint(1, times)):
            self._change(data)
        return data[0]

    def _change(self, data: list[Any]) -> None:
        group, key = self._somewhere(data)
        choice = self.rng.random()
        if choice < 0.5:
            group[key] = self._value(group[key])
        elif choice < 0.65 and group is not data:
            del group[key]
        elif choice < 0.8:
            self._add(group, key)
        else:
            _, other = self._somewhere([group])
            if other in (group if isinstance(group, dict) else range(len(group))):
                group[key], group[other] = group[other], group[key]

    def _somewhere(self, data: list[Any]) -> tuple[Any, Any]:
        """A random location: its container, and its key or index there."""
        group: Any = data
        key: Any = 0
        while self.rng.random() < 0.8:
            inner = group[key]
            if not isinstance(inner, dict | list) or not inner:
                break
            group = inner
            key = self.rng.choice(list(inner)) if isinstance(inner, dict) else self._index(inner)
        return group, key

    def _index(self, items: list[Any]) -> int:
        return self.rng.randrange(len(items))

    def _add(self, group: Any, key: Any) -> None:
        value = self._value(group[key])
        if isinstance(group, dict):
            names = (*group, "", "x", "__class__", "1", "0", "name", str(key) + " ")
            group[self.rng.choice(names)] = value
        else:
            group.insert(key, group[key] if self.rng.random() < 0.5 else value)

    def _value(self, given: Any) -> Any:
        """Another value, similar or unrelated to the given one."""
        choice = self.rng.random()
        if choice < 0.4 and type(given) is int:
            return given + self.rng.choice((-1, 1, 2, -2, 10, 100))
        if choice < 0.3 and isinstance(given, str):
            return self.text(given)[:400]
        if choice < 0.5 and isinstance(given, list):
            return self.rng.sample(given, self.rng.randint(0, len(given)))
        if choice < 0.55:
            return [given] if self.rng.random() < 0.5 else {"value": given}
        if choice < 0.58:
            return _nested(self.rng.randint(1, MAX_DEPTH))
        return self.rng.choice(EXTREME_VALUES if choice < 0.65 else ODD_VALUES)

    def text(self, given: str) -> str:
        """A mutated text; sometimes an unrelated one."""
        choice = self.rng.random()
        if choice < 0.05:
            return self.rng.choice(TEXTS)
        at = self.rng.randint(0, len(given))
        end = min(len(given), at + int(self.rng.expovariate(0.2)))
        if choice < 0.3:
            return given[:at] + given[end:]
        if choice < 0.5:
            return given[:at] + given[at:end] * 2 + given[end:]
        if choice < 0.75:
            return given[:at] + self.rng.choice(TOKENS) + given[end:]
        return given[:at] + self.rng.choice(CHARACTERS) + given[at + 1 :]

    def data(self, given: bytes) -> bytes:
        """Mutated bytes."""
        found = bytearray(given or b"\0")
        for _ in range(self.rng.randint(1, 4)):
            at = self.rng.randrange(len(found))
            choice = self.rng.random()
            if choice < 0.4:
                found[at] ^= 1 << self.rng.randrange(8)
            elif choice < 0.6:
                found[at:at] = self.rng.randbytes(self.rng.randint(1, 9))
            elif choice < 0.8 and len(found) > 9:
                del found[at : at + self.rng.randint(1, 8)]
            elif choice < 0.9:
                found[at:at] = self.rng.choice((b"\r\n", b"\r\n\r\n", b"\0", b": ", b" ", b"\n"))
            else:
                found[at : at + 1] = bytes(found[at : at + 20]) * 2
        return bytes(found)


def _nested(depth: int) -> Any:
    found: Any = 0
    for level in range(depth):
        found = [found] if level % 2 else {"a": found}
    return found
