"""What Python has no words for: what is needed soon, and what another thread may change."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from menagerie.kernel.compiler import COMPILED, kernel
from menagerie.kernel.record import Numbers

TO_READ, KEEP, DATA = 0, 3, 1  # what LLVM is told about it
WORD = 8  # bytes


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


@intrinsic  # type: ignore[untyped-decorator]
def _load(_context: Any, array: Any, _at: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load_atomic(_place(context, builder, signature, args), "acquire", WORD)

    return types.int64(array, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _store(_context: Any, array: Any, _at: Any, _value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _place(context, builder, signature, args)
        builder.store_atomic(args[2], place, "release", WORD)
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _add(_context: Any, array: Any, _at: Any, _value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _place(context, builder, signature, args)
        return builder.atomic_rmw("add", place, args[2], "acq_rel")

    return types.int64(array, types.int64, types.int64), generate


def _place(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    found = context.make_array(signature.args[0])(context, builder, args[0])
    return builder.gep(found.data, [args[1]])


@kernel
def _load_shared(words: Numbers, at: int) -> Any:
    return _load(words, at)


def _load_in_python(words: Numbers, at: int) -> Any:
    return words[at]


@kernel
def _store_shared(words: Numbers, at: int, value: int) -> None:
    _store(words, at, value)


def _store_in_python(words: Numbers, at: int, value: int) -> None:
    words[at] = value


@kernel
def _add_shared(words: Numbers, at: int, value: int) -> Any:
    return _add(words, at, value)


def _add_in_python(words: Numbers, at: int, value: int) -> Any:
    words[at] += value
    return words[at] - value


# A word of 64 bits that threads use to tell each other something: who finds what was stored finds
# all that was written before it, too. Who adds to it is told what it was before.
load_shared = _load_shared if COMPILED else _load_in_python
store_shared = _store_shared if COMPILED else _store_in_python
add_shared = _add_shared if COMPILED else _add_in_python

# Bring a place of an array with rows into the cache while something else is done. It reads nothing,
# so that the place may even lie outside.
fetch = _fetch if COMPILED else _fetch_nothing
