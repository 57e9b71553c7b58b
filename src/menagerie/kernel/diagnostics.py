"""Compile errors of kernels in one line: the place, the mistake, and the most similar valid name.

Numba reports a misspelt field as a bare KeyError, and other mistakes in pages about its internals.
"""

import builtins
import dis
import os
import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from numba import types

ATTRIBUTE_INSTRUCTIONS = ("LOAD_ATTR", "LOAD_METHOD", "STORE_ATTR")

# Messages of Numba that we can shorten.
UNKNOWN_NAME = re.compile(r"NameError: (?:global )?name '(\w+)' is not defined")
UNKNOWN_ATTRIBUTE = re.compile(r"Unknown attribute '(\w+)' of type (\w+)")
WRONG_ARGUMENTS = re.compile(r"Cannot bind .* due to \"TypeError: (.*?)\"", re.DOTALL)
CALLEE = re.compile(r"<function (\w+) at ")


class KernelError(Exception):
    """A kernel does not compile. NUMBA_FULL_TRACEBACKS=1 shows Numba's own error, too."""


def explain(error: Exception, function: FunctionType, argument_types: Iterable[Any]) -> str | None:
    """Explain a compile error of a function with these argument types; None if it is unknown."""
    text = str(error)
    if isinstance(error, KeyError) and error.args:
        return _explain_field(str(error.args[0]), function, argument_types)
    if isinstance(error, AttributeError) and error.name:
        owner = getattr(error.obj, "__name__", type(error.obj).__name__)
        place = _place_of_attribute(function, error.name)
        return (
            place and f"{place}: {owner} has no {error.name!r}{_hint(error.name, dir(error.obj))}"
        )
    place = _place(function, getattr(getattr(error, "loc", None), "line", None))
    if found := UNKNOWN_NAME.search(text):
        known = [*function.__globals__, *dir(builtins), *function.__code__.co_varnames]
        return f"{place}: there is no {found[1]!r} here{_hint(found[1], known)}"
    if found := UNKNOWN_ATTRIBUTE.search(text):
        known = [name for one in argument_types for name in getattr(one, "fields", ())]
        return f"{place}: {found[2]} has no attribute {found[1]!r}{_hint(found[1], known)}"
    if (found := WRONG_ARGUMENTS.search(text)) and (callee := CALLEE.search(text)):
        return f"{place}: wrong call of {callee[1]}: {found[1]}"
    return None


def _explain_field(name: str, function: FunctionType, argument_types: Iterable[Any]) -> str | None:
    fields = [field for table in records(argument_types) for field in table.fields]
    place = _place_of_attribute(function, name)
    if place is None or not fields or name in fields:
        return None
    return f"{place}: tables have no field {name!r}{_hint(name, fields)}"


def records(argument_types: Iterable[Any]) -> Iterator[Any]:
    """The record types within argument types: alone, in arrays and in tuples."""
    for argument_type in argument_types:
        if isinstance(argument_type, types.Record):
            yield argument_type
        elif isinstance(argument_type, types.Array):
            yield from records([argument_type.dtype])
        elif isinstance(argument_type, types.BaseTuple):
            yield from records(argument_type)


def _hint(name: str, known: Iterable[str]) -> str:
    nearest = get_close_matches(name, list(known), 1)
    return f"; did you mean {nearest[0]!r}?" if nearest else ""


def _place_of_attribute(function: FunctionType, name: str) -> str | None:
    """Where a function first uses an attribute of that name."""
    for step in _instructions(function.__code__):
        if step.opname in ATTRIBUTE_INSTRUCTIONS and step.argval == name and step.positions:
            return _place(function, step.positions.lineno)
    return None


def _instructions(code: CodeType) -> Iterator[dis.Instruction]:
    yield from dis.get_instructions(code)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _instructions(constant)


def _place(function: FunctionType, line: int | None) -> str:
    """`path:line`, with a relative path for files below the current directory."""
    path = function.__code__.co_filename
    short = os.path.relpath(path) if Path(path).is_relative_to(Path.cwd()) else path
    return f"{short}:{line or function.__code__.co_firstlineno}"
