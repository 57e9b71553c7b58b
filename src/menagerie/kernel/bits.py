"""Sets of small numbers as bits of a word."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from menagerie.kernel.compiler import COMPILED, kernel


@intrinsic  # type: ignore[untyped-decorator] # Numba has no types
def _count_trailing_zeros(_context: Any, _word: Any) -> Any:
    """One instruction of the processor."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


@kernel
def _lowest_compiled(members: int) -> Any:
    return _count_trailing_zeros(members)


def _lowest_in_python(members: int) -> int:
    word = int(members)
    return (word & -word).bit_length() - 1


# The smallest number in a set of numbers below 64 that is not empty.
lowest = _lowest_compiled if COMPILED else _lowest_in_python
