"""A shifted system clock: `time.time` of a forked server plus an offset.

Test and server share the offset through a memory-mapped file, so it can change while the server
runs. `time.monotonic` is not patched: setting a system clock does not affect it.
"""

import mmap
import struct
import time
from pathlib import Path

_OFFSET = struct.Struct("d")
_true_time = time.time


class ShiftedClock:
    """Adds the offset in the attached file, if any, to the real time."""

    def __init__(self) -> None:
        self._shared: mmap.mmap | None = None

    def attach(self, file: Path) -> None:
        with file.open("r+b") as opened:
            self._shared = mmap.mmap(opened.fileno(), _OFFSET.size)

    def time(self) -> float:
        offset = 0.0 if self._shared is None else _OFFSET.unpack_from(self._shared)[0]
        return _true_time() + float(offset)


CLOCK = ShiftedClock()


def install() -> None:
    """Patch `time.time`, before other imports can keep a reference to the original."""
    time.time = CLOCK.time


def set_offset(file: Path, seconds: float) -> None:
    """Write in place, because the server maps this file."""
    with file.open("r+b" if file.exists() else "wb") as opened:
        opened.write(_OFFSET.pack(seconds))
