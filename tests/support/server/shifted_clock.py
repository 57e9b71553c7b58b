"""A system clock that a test can set wrong: `time.time` of a forked server, off by any offset.

The offset is in a file that test and server share, so it can change while the server runs. What
computers promise to hold still, `time.monotonic`, is left alone: setting a clock does not touch it.
"""

import mmap
import struct
import time
from pathlib import Path

_OFFSET = struct.Struct("d")
_true_time = time.time


class ShiftedClock:
    """Adds the offset in a file, if there is one, to the real time."""

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
    """Before anything else is imported that might keep the real function."""
    time.time = CLOCK.time


def set_offset(file: Path, seconds: float) -> None:
    """In place: the server maps this very file."""
    with file.open("r+b" if file.exists() else "wb") as opened:
        opened.write(_OFFSET.pack(seconds))
