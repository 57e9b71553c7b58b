"""`@kernel`: a rule written in Python, compiled."""

import functools
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np
from numba import types

from menagerie.kernel import cache

P = ParamSpec("P")
R = TypeVar("R")

COMPILED = not numba.config.DISABLE_JIT


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function`: cached on disk, and run without the interpreter lock.

    It may use arrays, but neither make nor return one: nobody counts who holds them (see
    `array_kernel`). With NUMBA_DISABLE_JIT=1 it stays plain Python, for debugging and for coverage.
    """
    return _compile(function, counts_holders=False)


def array_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel that makes arrays, to use them itself.

    Numba counts who holds an array, to know when it can go. To count up and down takes 10 ns at
    each call that passes one on, and has threads wait for each other; so other kernels do not.
    """
    return _compile(function, counts_holders=True)


def _compile(function: Callable[P, R], *, counts_holders: bool) -> Callable[P, R]:
    if not COMPILED:
        return _plain(function)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache.folder())
    how = {"nogil": True, "error_model": "numpy", "_nrt": counts_holders}
    try:
        compiled: Any = numba.njit(**how, no_cfunc_wrapper=True)(function)  # C never calls it
        compiled._cache = cache.Kept(function)  # noqa: SLF001 - as Numba's own does
    finally:
        numba.config.CACHE_DIR = before
    _compile_once_for_all_numbers(compiled)
    return cast("Callable[P, R]", compiled)


def interpreted(function: Callable[P, R]) -> Callable[P, R]:
    """The same rule as Python runs it: for one small call quicker than the way into compiled code.

    It takes a `TableView` (see `record.py`), if it calls no other rule with it.
    """
    return cast("Callable[P, R]", getattr(function, "py_func", function))


def _compile_once_for_all_numbers(compiled: Any) -> None:
    """Let every call from another kernel use the code for 64-bit numbers.

    Numba would compile a function anew for each constant and each size of number that it is
    called with, half as many functions again; what gains by it is inlined anyway.
    """
    general = compiled.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        widened = {name: _widen(kind) for name, kind in kws.items()}
        return general(tuple(_widen(kind) for kind in args), widened)

    compiled.get_call_template = get_call_template


def _widen(kind: Any) -> Any:
    kind = types.unliteral(kind)
    if isinstance(kind, types.IntEnumMember):
        return types.int64
    if isinstance(kind, types.Integer) and kind != types.uint64:
        return types.int64
    return kind


def _plain(function: Callable[P, R]) -> Callable[P, R]:
    """The function as it stands; machine words may wrap round, as they do when compiled."""

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        with np.errstate(over="ignore"):
            return function(*args, **kwargs)

    return run
