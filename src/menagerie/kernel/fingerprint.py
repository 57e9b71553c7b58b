"""A hash of everything that the machine code of a kernel depends on.

Numba bakes the values of globals and the code of callees into a kernel. Its own cache only looks at
the file of the kernel itself, so a change in a callee's file would leave stale machine code behind.
A fingerprint covers the bytecode of a kernel, the values of the globals that it reads, and the same
of everything it calls. Comments, docstrings, line numbers and paths do not matter.
"""

import dis
import enum
import hashlib
import sys
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType, ModuleType
from types import FunctionType as Function
from typing import Any, NamedTuple

import numpy as np
from numba import types

from menagerie.kernel.diagnostics import records

# Functions and classes of these libraries are hashed by name only; the versions of the libraries
# are part of the machine's fingerprint (see `cache.py`).
LIBRARIES = sys.stdlib_module_names | {"llvmlite", "numba", "numpy"}
CONSTANTS = (bool, int, float, complex, str, bytes, type(None), type(...))

Resolve = Callable[[types.Record], Any]  # the kernel for a type of table
_resolvers: dict[Function, Resolve] = {}


class _Described(NamedTuple):
    text: str  # the function itself, and the names of what it calls
    calls: tuple[Function, ...]


def register_dispatch(function: Callable[..., Any], resolve: Resolve) -> None:
    """Declare that kernels call `resolve(type of the table)` where they name `function`.

    `resolve` raises TypeError for a table of no known game.
    """
    assert isinstance(function, Function)  # noqa: S101 - for the type checker
    _resolvers[function] = resolve


def fingerprint(function: Function, argument_types: tuple[Any, ...]) -> str:
    """A hash of everything that a function's machine code depends on, for these argument types.

    Functions are identified by their module, name, code and constants.
    """
    described = {f"called with {[_describe_type(one) for one in argument_types]}"}
    described |= {_describe(found).text for found in reachable(function, argument_types)}
    return hashlib.sha256("\n".join(sorted(described)).encode()).hexdigest()


def reachable(function: Function, argument_types: tuple[Any, ...]) -> set[Function]:
    """The function and everything it calls, directly or not; dispatch by type is resolved."""
    tables = list(records(argument_types))
    found = set()
    passed = [one.dispatcher.py_func for one in argument_types if isinstance(one, types.Dispatcher)]
    left = [function, *passed]
    while left:
        current = left.pop()
        if current in found:
            continue
        if current in _resolvers:
            left += _resolve(current, tables)
        else:
            found.add(current)
            left += _describe(current).calls
    return found


def _resolve(function: Function, tables: list[Any]) -> Iterator[Function]:
    resolved = []
    for table in tables:
        try:
            resolved.append(_python_function(_resolvers[function](table)))
        except TypeError:  # a record that is not a table
            continue
    if not resolved:
        raise TypeError(f"{_name(function)} depends on the game, but no argument is a table")
    yield from resolved


def _describe_type(argument_type: Any) -> str:
    """A type in full; the type name of a named tuple does not include its fields."""
    is_tuple = isinstance(argument_type, types.BaseTuple)
    inner = [_describe_type(part) for part in argument_type] if is_tuple else []
    return f"{argument_type!r} {getattr(argument_type, 'fields', '')} {inner}"


@cache
def _describe(function: Function) -> _Described:
    """The code of one function, and the values of the globals that it may read.

    `co_names` holds the names of attributes too. A global with the name of an attribute is
    described as well, which does no harm.
    """
    code = function.__code__
    names = set(_names(code))
    calls: list[Function] = []
    parts = [_name(function), _describe_code(code, function.__doc__)]
    defaults = (function.__defaults__, *sorted((function.__kwdefaults__ or {}).items()))
    parts.append(f"defaults {_describe_value(defaults, names, calls)}")
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        parts.append(f"{name} = {_describe_value(cell.cell_contents, names, calls)}")
    for name in sorted(names & function.__globals__.keys()):
        try:
            value = _describe_value(function.__globals__[name], names, calls)
        except TypeError as error:
            if name in _globals_read(code):
                raise TypeError(f"{_name(function)} reads the global {name}: {error}") from None
            continue  # an attribute of that name is read
        parts.append(f"{name} = {value}")
    return _Described("\n".join(parts), tuple(calls))


def _describe_code(code: CodeType, doc: str | None) -> str:
    constants = [
        _describe_code(constant, None)
        if isinstance(constant, CodeType)
        else _describe_value(constant, set(), [])
        for constant in code.co_consts
        if doc is None or constant != doc
    ]
    layout = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    return f"{code.co_code.hex()} {constants} {layout} {counts} {code.co_exceptiontable.hex()}"


def _describe_value(value: Any, names: set[str], calls: list[Function]) -> str:
    """A value as it is compiled into a kernel; functions in it are added to `calls`."""
    if isinstance(value, CONSTANTS):
        return f"{type(value).__name__} {value!r}"
    if isinstance(value, np.ndarray | np.generic):
        return f"{value.dtype.descr} {value.shape} {value.tobytes().hex()}"
    if isinstance(value, tuple | frozenset):
        inner = [_describe_value(part, names, calls) for part in value]
        return f"{type(value).__name__} {sorted(inner) if isinstance(value, frozenset) else inner}"
    if isinstance(value, ModuleType):
        return _describe_module(value, names, calls)
    if isinstance(value, enum.EnumType):
        members: dict[str, Any] = {name: value[name].value for name in value.__members__}
        return f"{_name(value)} {members}"
    if isinstance(value, np.dtype | np.ufunc | types.Type):
        return f"{value!r}"
    if hasattr(value, "__qualname__") and _top(value) in LIBRARIES:
        return _name(value)
    if isinstance(value, type) and hasattr(value, "_fields"):  # a named tuple
        return f"{_name(value)} {value._fields}"
    if isinstance(function := _python_function(value), Function):
        calls.append(function)
        return f"{_name(value)} {describe_options(value)}"
    raise TypeError(f"the cache cannot tell whether a {type(value).__name__} has changed")


def _describe_module(module: ModuleType, names: set[str], calls: list[Function]) -> str:
    """What a function may read of a module."""
    if module.__name__.partition(".")[0] in LIBRARIES:
        return module.__name__
    used = sorted(names & vars(module).keys())
    values = [(name, _describe_value(vars(module)[name], names, calls)) for name in used]
    return f"{module.__name__} {values}"


def describe_options(kernel: Any) -> str:
    """How a kernel is compiled."""
    return str(sorted(getattr(kernel, "targetoptions", {}).items()))


def _python_function(value: Any) -> Any:
    """The Python function behind a kernel (`py_func`) or an intrinsic (`__wrapped__`)."""
    if isinstance(value, Function):
        return value
    return getattr(value, "py_func", getattr(value, "__wrapped__", None))


def _top(value: Any) -> str:
    """The package that a function or a class comes from."""
    return str(value.__module__).partition(".")[0]


def _name(value: Any) -> str:
    return f"{value.__module__}.{value.__qualname__}"


def _names(code: CodeType) -> Iterator[str]:
    """The names of globals and attributes in a function and in those defined within it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _globals_read(code: CodeType) -> set[str]:
    """The names of globals alone. Disassembling is slow, so this is for error messages."""
    found = {step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= _globals_read(constant)
    return found
