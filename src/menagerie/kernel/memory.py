"""Hints for the processor on what is needed soon."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from menagerie.kernel.compiler import COMPILED, kernel
from menagerie.kernel.record import Numbers

TO_READ, KEEP, DATA = 0, 3, 1  # what LLVM is told about it


@intrinsic  # type: ignore[untyped-decorator] # Numba has no types
def _prefetch(_context: Any, array: Any, _row: Any, _column: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = context.make_array(signature.args[0])(context, builder, args[0])
        places = [
            builder.mul(args[1 + axis], builder.extract_value(found.strides, axis))
            for axis in (0, 1)
        ]
        pointer = ir.IntType(8).as_pointer()
        address = builder.gep(builder.bitcast(found.data, pointer), [builder.add(*places)])
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        hint = builder.module.declare_intrinsic("llvm.prefetch", [pointer], kind)
        builder.call(hint, [address, *(number(value) for value in (TO_READ, KEEP, DATA))])
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), generate


@kernel
def _fetch(array: Numbers, row: int, column: int) -> None:
    _prefetch(array, row, column)


def _fetch_nothing(array: Numbers, row: int, column: int) -> None:
    """In Python there is nothing to win."""


# Bring a place of an array with rows into the cache while something else is done. It reads nothing,
# so that the place may even lie outside.
fetch = _fetch if COMPILED else _fetch_nothing
