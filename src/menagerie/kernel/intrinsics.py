"""LLVM intrinsics: prefetch, and atomic load, store and add on int64.

`atomic_store` releases and `atomic_load` acquires: a thread that loads a stored value also sees
everything that was written before it, on processors that reorder writes too.
"""

import threading
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from menagerie.kernel.compiler import COMPILED, kernel
from menagerie.kernel.record import Numbers

READ, KEEP_IN_ALL_CACHES, DATA_CACHE = 0, 3, 1  # arguments of llvm.prefetch
INT64_BYTES = 8
_ADD_LOCK = threading.Lock()  # for interpreted code


@intrinsic  # type: ignore[untyped-decorator] # Numba has no types
def _prefetch(_context: Any, array: Any, _row: Any, _column: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = context.make_array(signature.args[0])(context, builder, args[0])
        offsets = [
            builder.mul(args[1 + axis], builder.extract_value(found.strides, axis))
            for axis in (0, 1)
        ]
        pointer = ir.IntType(8).as_pointer()
        address = builder.gep(builder.bitcast(found.data, pointer), [builder.add(*offsets)])
        int32 = ir.IntType(32)
        function_type = ir.FunctionType(ir.VoidType(), [pointer, int32, int32, int32])
        hint = builder.module.declare_intrinsic("llvm.prefetch", [pointer], function_type)
        options = (READ, KEEP_IN_ALL_CACHES, DATA_CACHE)
        builder.call(hint, [address, *(int32(value) for value in options)])
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), generate


@kernel
def _prefetch_compiled(array: Numbers, row: int, column: int) -> None:
    _prefetch(array, row, column)


def _prefetch_in_python(array: Numbers, row: int, column: int) -> None:
    """Does nothing in Python."""


@intrinsic  # type: ignore[untyped-decorator]
def _load(_context: Any, array: Any, _index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        address = _address(context, builder, signature, args)
        return builder.load_atomic(address, "acquire", INT64_BYTES)

    return types.int64(array, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _store(_context: Any, array: Any, _index: Any, _value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        address = _address(context, builder, signature, args)
        builder.store_atomic(args[2], address, "release", INT64_BYTES)
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _add(_context: Any, array: Any, _index: Any, _value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        address = _address(context, builder, signature, args)
        return builder.atomic_rmw("add", address, args[2], "acq_rel")

    return types.int64(array, types.int64, types.int64), generate


def _address(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    found = context.make_array(signature.args[0])(context, builder, args[0])
    return builder.gep(found.data, [args[1]])


@kernel
def _load_compiled(words: Numbers, index: int) -> Any:
    return _load(words, index)


def _load_in_python(words: Numbers, index: int) -> Any:
    return words[index]


@kernel
def _store_compiled(words: Numbers, index: int, value: int) -> None:
    _store(words, index, value)


def _store_in_python(words: Numbers, index: int, value: int) -> None:
    words[index] = value


@kernel
def _add_compiled(words: Numbers, index: int, value: int) -> Any:
    return _add(words, index, value)


def _add_in_python(words: Numbers, index: int, value: int) -> Any:
    with _ADD_LOCK:
        before = words[index]
        words[index] = before + value
        return before


# On an array of int64; `atomic_add` returns the value before the addition.
atomic_load = _load_compiled if COMPILED else _load_in_python
atomic_store = _store_compiled if COMPILED else _store_in_python
atomic_add = _add_compiled if COMPILED else _add_in_python

# Bring an element of a two-dimensional array into the processor's cache. It reads nothing, so the
# element may even lie outside the array.
prefetch = _prefetch_compiled if COMPILED else _prefetch_in_python
