"""Where a batch lies in memory."""

from typing import Any

import numpy as np

from menagerie.encoding import Layout
from menagerie.kernel import Numbers

ALIGNED = 64  # bytes: each array, and what is observed at a table, begins on a line of the cache


def lay_out(*wanted: tuple[Any, ...]) -> list[Numbers]:
    """Arrays of zeros, each given by its dtype and shape, in one piece of memory.

    For a large piece NumPy asks the system for large pages: to find a place in many small ones
    takes a tenth of a step.
    """
    sizes = [dtype.itemsize * int(np.prod(shape)) for dtype, *shape in wanted]
    starts = np.cumsum([0, *(-(-size // ALIGNED) * ALIGNED for size in sizes)])
    memory = np.zeros(int(starts[-1]) + ALIGNED, np.uint8)
    memory = memory[-memory.ctypes.data % ALIGNED :]
    return [
        memory[start : start + size].view(dtype).reshape(shape)
        for start, size, (dtype, *shape) in zip(starts, sizes, wanted, strict=False)
    ]


def sheet_size(layout: Layout) -> int:
    """How long a row is, with what lies before it if it is a part of a table."""
    start = _start(layout)
    return layout.size if start is None else -(-(start + layout.size) // ALIGNED) * ALIGNED


def part(layout: Layout, sheets: Numbers) -> tuple[Numbers, Numbers]:
    """The tables that are observed, and the rows in them.

    Where all that a row keeps is the last part of a table, the row is that part and what comes
    after it: nothing needs to be copied. In any other layout rows stand alone, without tables.
    """
    dtype, start = layout.game.table.dtype, _start(layout)
    if start is None:
        return np.zeros(0, dtype), sheets
    seen = np.ndarray(len(sheets), dtype, sheets, strides=sheets.strides[:1])
    return seen, sheets[:, start : start + layout.size]


def _start(layout: Layout) -> int | None:
    """Where a row begins in a table, if it is the table's last part."""
    (start, size), *more = layout.runs.tolist()
    whole = not more and start + size >= layout.game.table.dtype.itemsize
    return int(start) if whole else None
