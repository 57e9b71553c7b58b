"""`@kernel`: a rule written in Python, compiled by Numba."""

import functools
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np
from numba import types
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature

from menagerie.kernel.cache import SignatureCache
from menagerie.kernel.diagnostics import KernelError, explain

P = ParamSpec("P")
R = TypeVar("R")

COMPILED = not numba.config.DISABLE_JIT

# Without the GIL, without exceptions for division by zero, and without a wrapper for callers in C,
# which takes as long to compile as a small kernel.
OPTIONS = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
    "boundscheck": None,  # as NUMBA_BOUNDSCHECK says
}


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function`; the machine code is cached on disk and releases the GIL.

    It is compiled without reference counting (NRT), so it may use arrays, but neither create nor
    return one (see `array_kernel`). With NUMBA_DISABLE_JIT=1 it stays plain Python, for debugging
    and for coverage.
    """
    return _compile(function, reference_counted=False)


def array_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel that creates arrays for its own use.

    Numba counts the references to an array to know when to free it. That takes 10 ns at each call
    that passes an array on, and makes threads wait for each other; so other kernels do without.
    """
    return _compile(function, reference_counted=True)


def _compile(function: Callable[P, R], *, reference_counted: bool) -> Callable[P, R]:
    if not COMPILED:
        return _interpret(function)
    compiled = KernelDispatcher(function, targetoptions=OPTIONS | {"_nrt": reference_counted})
    compiled.enable_caching()
    return cast("Callable[P, R]", compiled)


class KernelDispatcher(CPUDispatcher):  # type: ignore[misc] # Numba publishes no types
    """Numba's dispatcher of `@njit`, with our cache, and one overload for integers of any size."""

    def enable_caching(self) -> None:
        self._cache = SignatureCache(self)

    def compile(self, sig: Any) -> Any:
        """Compile or load an overload; a mistake in the kernel is explained in one line.

        A kernel is compiled while its caller is compiled. Each level raises a new error, to keep
        Numba's frames out of the traceback.
        """
        try:
            return super().compile(sig)
        except KernelError as error:
            raise KernelError(*error.args) from error.__cause__
        except Exception as error:
            argument_types, _ = normalize_signature(sig)
            explained = explain(error, self.py_func, argument_types)
            if explained is None:
                raise
            cause = error if numba.config.FULL_TRACEBACKS else None
            raise KernelError(explained) from cause

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Let every call from another kernel use the code for 64-bit integers.

        Numba would compile a function again for each literal and each size of integer, which makes
        about 50% more functions. Functions that would gain from it are inlined anyway.
        """
        widened = {name: _widen(argument_type) for name, argument_type in kws.items()}
        return super().get_call_template(tuple(map(_widen, args)), widened)


def interpreted(function: Callable[P, R]) -> Callable[P, R]:
    """The Python function of a kernel: for a small call faster than crossing into compiled code.

    It accepts a `TableView` (see `record.py`) if it does not pass it to another kernel.
    """
    return cast("Callable[P, R]", getattr(function, "py_func", function))


def _widen(argument_type: Any) -> Any:
    plain = types.unliteral(argument_type)
    if isinstance(plain, types.IntEnumMember):
        return types.int64
    if isinstance(plain, types.Integer) and plain != types.uint64:
        return types.int64
    return plain


def _interpret(function: Callable[P, R]) -> Callable[P, R]:
    """The function itself; integers may overflow silently, as they do in compiled code."""

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        with np.errstate(over="ignore"):
            return function(*args, **kwargs)

    return run
