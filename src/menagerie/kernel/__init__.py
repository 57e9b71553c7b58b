"""The kernel: compilation and its cache, the dice, and tables as records. It knows no game."""

from menagerie.kernel import bits
from menagerie.kernel.compiler import array_kernel, interpreted, kernel
from menagerie.kernel.dice import draw_below, roll, shuffle
from menagerie.kernel.record import (
    Numbers,
    Record,
    TableView,
    as_view,
    blank,
    copy,
    copy_as_view,
    number,
    numbers,
)

__all__ = [
    "Numbers",
    "Record",
    "TableView",
    "array_kernel",
    "as_view",
    "bits",
    "blank",
    "copy",
    "copy_as_view",
    "draw_below",
    "interpreted",
    "kernel",
    "number",
    "numbers",
    "roll",
    "shuffle",
]
