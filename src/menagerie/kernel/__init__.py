"""The kernel: compilation and its cache, the dice, and tables as records. It knows no game."""

from menagerie.kernel import bits
from menagerie.kernel.compiler import array_kernel, kernel, uncompiled
from menagerie.kernel.dice import draw_below, roll, shuffle
from menagerie.kernel.record import (
    Numbers,
    Record,
    blank,
    copy,
    number,
    numbers,
    plain,
    record_of,
    tables_of,
)

__all__ = [
    "Numbers",
    "Record",
    "array_kernel",
    "bits",
    "blank",
    "copy",
    "draw_below",
    "kernel",
    "number",
    "numbers",
    "plain",
    "record_of",
    "roll",
    "shuffle",
    "tables_of",
    "uncompiled",
]
