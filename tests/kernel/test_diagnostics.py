"""Mistakes in a kernel: one line that names the place and the nearest right name."""

import inspect
import os
import traceback
from collections.abc import Callable
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from numba.core.errors import TypingError

from menagerie import generic
from menagerie.kernel import Numbers, Record, array_kernel, bits, kernel, number, numbers
from menagerie.kernel.compiler import COMPILED
from menagerie.kernel.diagnostics import KernelError

pytestmark = pytest.mark.skipif(not COMPILED, reason="Python reports its own mistakes")

HATCHED = 3


class Toy(Record):
    key: Numbers = numbers("u8", 2)
    counter: int = number("u8")
    collection: Numbers = numbers("i1", 3)


class Scratch(NamedTuple):
    points: Numbers


def field(table: Any) -> Any:
    return table.colection[0]


def stored_field(table: Any) -> None:
    table.conter = 1


def constant(table: Any) -> Any:
    return table.counter + HATCHD  # type: ignore[name-defined] # noqa: F821 - misspelt


def function(table: Any) -> Any:
    return feild(table)  # type: ignore[name-defined] # noqa: F821 - misspelt


def of_a_module(table: Any) -> Any:
    return bits.lowst(table.counter)  # type: ignore[attr-defined] # misspelt


def of_the_contract(table: Any) -> Any:
    return generic.wnners(table)  # type: ignore[attr-defined] # misspelt


@kernel
def add(table: Any, amount: int) -> Any:
    return table.counter + amount


def argument(table: Any) -> Any:
    return add(table)  # type: ignore[call-arg] # the mistake


def of_a_tuple(_table: Any, scratch: Scratch) -> Any:
    return scratch.point[0]  # type: ignore[attr-defined] # misspelt


@pytest.mark.parametrize(
    ("mistaken", "message"),
    [
        (field, "tables have no field 'colection'; did you mean 'collection'?"),
        (stored_field, "tables have no field 'conter'; did you mean 'counter'?"),
        (constant, "there is no 'HATCHD' here; did you mean 'HATCHED'?"),
        (function, "there is no 'feild' here; did you mean 'field'?"),
        (of_a_module, "menagerie.kernel.bits has no 'lowst'; did you mean 'lowest'?"),
        (of_the_contract, "menagerie.generic has no 'wnners'; did you mean 'winners'?"),
        (argument, "wrong call of add: missing a required argument: 'amount'"),
        (of_a_tuple, "Scratch has no attribute 'point'; did you mean 'points'?"),
    ],
)
def test_a_mistake_is_reported_with_its_place_and_the_nearest_name(
    mistaken: Callable[..., Any], message: str
) -> None:
    line = inspect.getsourcelines(mistaken)[1] + 1
    with pytest.raises(KernelError) as caught:
        call(kernel(mistaken))
    assert str(caught.value) == f"{os.path.relpath(__file__)}:{line}: {message}"


def call(compiled: Callable[..., Any]) -> None:
    table = np.zeros(1, Toy.dtype)[0]
    scratch = Scratch(np.zeros(2))
    arguments = (table, scratch)
    compiled(*arguments[: len(inspect.signature(compiled).parameters)])


def test_the_place_is_in_the_kernel_with_the_mistake_not_in_its_caller() -> None:
    inner = kernel(field)
    middle = kernel(lambda table: inner(table))  # noqa: PLW0108 - compiled, it calls the kernel
    outer = kernel(lambda table: middle(table))  # noqa: PLW0108 - as above
    with pytest.raises(KernelError, match="tables have no field 'colection'") as caught:
        call(outer)
    assert len(traceback.extract_tb(caught.value.__traceback__)) < 8  # not all of Numba
    assert caught.value.__cause__ is None


def test_numbas_own_report_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "FULL_TRACEBACKS", 1)
    with pytest.raises(KernelError) as caught:
        call(kernel(constant))
    assert isinstance(caught.value.__cause__, TypingError)


def test_other_mistakes_are_left_to_numba() -> None:
    def text_and_number(table: Any) -> Any:
        return table.counter + "1"

    with pytest.raises(TypingError, match="No implementation of function"):
        call(kernel(text_and_number))


def test_a_right_kernel_works_after_a_mistaken_one() -> None:
    with pytest.raises(KernelError):
        call(array_kernel(field))
    call(kernel(right))


def right(table: Any) -> Any:
    return add(table, 1)
