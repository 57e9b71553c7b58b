"""Which kernels may allocate arrays, and that a prefetch changes nothing."""

import numpy as np
import pytest
from numba.core.errors import TypingError

from menagerie.kernel import Numbers, array_kernel, kernel
from menagerie.kernel.compiler import COMPILED
from menagerie.kernel.intrinsics import prefetch


def sum_below(count: int) -> int:
    numbers = np.arange(count)
    return int(numbers.sum())


def sum_of_zeros(count: int) -> int:
    numbers = np.zeros(count, np.int64)
    return int(numbers.sum())


def fetch_and_sum(array: Numbers) -> int:
    total = 0
    for row in range(len(array)):
        prefetch(array, row + 1, 0)
        total += array[row, 0]
    return total


def test_an_array_kernel_may_allocate_arrays() -> None:
    assert array_kernel(sum_below)(5) == 10


@pytest.mark.skipif(not COMPILED, reason="interpreted code may allocate arrays anywhere")
def test_other_kernels_may_not_allocate_arrays() -> None:
    with pytest.raises(TypingError, match="No implementation of function"):
        kernel(sum_of_zeros)(5)


def test_a_prefetch_changes_nothing() -> None:
    array = np.arange(12).reshape(4, 3)
    assert kernel(fetch_and_sum)(array) == 0 + 3 + 6 + 9
    assert (array == np.arange(12).reshape(4, 3)).all()
