"""How the arrays of a batch are laid out in memory."""

from typing import Any

import numpy as np

from menagerie.encoding import Layout
from menagerie.kernel import Numbers

CACHE_LINE_BYTES = 64  # each array, and each observed table, starts on a cache line


def allocate(*specs: tuple[np.dtype[Any], *tuple[int, ...]]) -> list[Numbers]:
    """Arrays of zeros, each given by its dtype and shape, in one allocation.

    NumPy asks the operating system for huge pages only for a large allocation. TLB misses in small
    pages would take a tenth of a step.
    """
    sizes = [dtype.itemsize * int(np.prod(shape)) for dtype, *shape in specs]
    starts = np.cumsum([0, *(_round_up(size) for size in sizes)])
    memory = np.zeros(int(starts[-1]) + CACHE_LINE_BYTES, np.uint8)
    memory = memory[-memory.ctypes.data % CACHE_LINE_BYTES :]
    return [
        memory[start : start + size].view(dtype).reshape(shape)
        for start, size, (dtype, *shape) in zip(starts, sizes, specs, strict=False)
    ]


def row_stride(layout: Layout) -> int:
    """The bytes from one row to the next, including the table around a row if it is in one."""
    start = _start_in_table(layout)
    return layout.size if start is None else _round_up(start + layout.size)


def split(layout: Layout, buffers: Numbers) -> tuple[Numbers, Numbers]:
    """The observed tables, and the rows inside them.

    If everything in a row is the last part of a table, the row is that part and the bytes after it,
    and nothing needs to be copied. In any other layout the rows are separate, without tables.
    """
    dtype, start = layout.game.table.dtype, _start_in_table(layout)
    if start is None:
        return np.zeros(0, dtype), buffers
    seen = np.ndarray(len(buffers), dtype, buffers, strides=buffers.strides[:1])
    return seen, buffers[:, start : start + layout.size]


def _start_in_table(layout: Layout) -> int | None:
    """Where a row starts in a table, if it is the table's last part."""
    (start, size), *more = layout.runs.tolist()
    is_last_part = not more and start + size >= layout.game.table.dtype.itemsize
    return int(start) if is_last_part else None


def _round_up(size: int) -> int:
    return -(-size // CACHE_LINE_BYTES) * CACHE_LINE_BYTES
