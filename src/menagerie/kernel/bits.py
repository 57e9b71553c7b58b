"""Sets of small numbers as bits of a word."""

from typing import Any

import numpy as np

from menagerie.kernel.compiler import kernel

# A word in which every run of five bits is another one: it tells which bit was alone.
DE_BRUIJN = 0x077CB531
PLACES = np.zeros(32, np.int64)
for _place in range(32):
    PLACES[((DE_BRUIJN << _place) & 0xFFFFFFFF) >> 27] = _place


@kernel
def lowest(members: int) -> Any:
    """The smallest number in a set of numbers below 32 that is not empty."""
    alone = int(members & -members)
    return PLACES[((alone * DE_BRUIJN) & 0xFFFFFFFF) >> 27]
