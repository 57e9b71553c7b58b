"""Which kernels may allocate arrays, that a prefetch changes nothing, and atomic addition."""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError

from menagerie.kernel import Numbers, array_kernel, kernel
from menagerie.kernel.compiler import COMPILED
from menagerie.kernel.intrinsics import _add_in_python, prefetch


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


class SlowWords(list[int]):
    """Words that take a while to read, so that another thread may write to them meanwhile."""

    def __getitem__(self, index: Any) -> Any:
        value = super().__getitem__(index)
        time.sleep(0.002)
        return value


def test_threads_that_add_in_interpreted_code_get_different_numbers() -> None:
    words: Any = SlowWords([0])
    with ThreadPoolExecutor(4) as pool:
        before = list(pool.map(lambda _: _add_in_python(words, 0, 1), range(20)))
    assert sorted(before) == list(range(20))
    assert words == [20]


def test_a_prefetch_changes_nothing() -> None:
    array = np.arange(12).reshape(4, 3)
    assert kernel(fetch_and_sum)(array) == 0 + 3 + 6 + 9
    assert (array == np.arange(12).reshape(4, 3)).all()
