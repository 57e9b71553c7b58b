"""Zones: squares of one cat joined edge to edge (CAT-E3), counted all at once."""

import numpy as np

from menagerie.games.catbox.layout import card_on, corner
from menagerie.games.catbox.table import BITS, BOARD, BOX, CARDS, CATS, SQUARES, WRAP, Table
from menagerie.kernel import Numbers, array_kernel, kernel

# What a tally holds: squares of each cat, the largest zone of each, zones of three, empty boxes.
SQUARES_OF = 0
LARGEST_OF = SQUARES_OF + CATS
TRIOS = LARGEST_OF + CATS
BOXES = TRIOS + 1
TALLY = BOXES + 1

MAX_SQUARES = CARDS * SQUARES
NOTHING_SHOWN = -1
TRIO = 3


@array_kernel
def tally_layout(table: Table, tally: Numbers) -> None:
    """Count what is seen on the table."""
    shown = np.empty(BOARD, np.int8)
    squares = np.empty(MAX_SQUARES, np.int16)
    shown[:] = NOTHING_SHOWN
    count = list_squares(table, shown, squares)
    tally_squares(shown, squares, count, tally)


@kernel
def list_squares(table: Table, shown: Numbers, squares: Numbers) -> int:
    """Write what each square shows, and the squares that show something.

    Return how many of these there are.
    """
    count = 0
    for i in range(table.laid):
        card = int(table.stack[i])
        for part in range(SQUARES):
            square = corner(table, card, part)
            if card_on(table, square) == card:
                shown[square] = table.pictures[card, table.side_up[card], part]
                squares[count] = square
                count += 1
    return count


@array_kernel
def tally_squares(shown: Numbers, squares: Numbers, count: int, tally: Numbers) -> None:
    """Count squares and zones; clears `shown` on the way."""
    for i in range(TALLY):
        tally[i] = 0
    waiting = np.empty(MAX_SQUARES, np.int16)
    for i in range(count):
        kind = int(shown[squares[i]])
        if kind == BOX:
            tally[BOXES] += 1
        elif kind > BOX:
            size = measure_zone(shown, int(squares[i]), kind, waiting)
            cat = kind - 1
            tally[SQUARES_OF + cat] += size
            tally[LARGEST_OF + cat] = max(int(tally[LARGEST_OF + cat]), size)
            if size == TRIO:
                tally[TRIOS] += 1


@kernel
def measure_zone(shown: Numbers, start: int, kind: int, waiting: Numbers) -> int:
    """Clear the zone of a square in `shown`, and return its size."""
    shown[start] = NOTHING_SHOWN
    waiting[0] = start
    found = 1
    done = 0
    while done < found:
        square = int(waiting[done])
        done += 1
        for direction in range(4):
            beside = neighbour(square, direction)
            if shown[beside] == kind:
                shown[beside] = NOTHING_SHOWN
                waiting[found] = beside
                found += 1
    return found


@kernel
def neighbour(square: int, direction: int) -> int:
    """The square to the left, to the right, above or below."""
    column = square & WRAP
    row = square >> BITS
    if direction < 2:
        return (row << BITS) | ((column + 2 * direction - 1) & WRAP)
    return (((row + 2 * direction - 5) & WRAP) << BITS) | column
