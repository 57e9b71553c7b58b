"""The layout: a stack of cards on a board that wraps around."""

from menagerie.games.catbox.table import BITS, CARDS, NONE, SQUARES, WRAP, Table
from menagerie.kernel import kernel

NEAR = 7  # the margin around the largest layout that fits on the board


@kernel
def square_of(column: int, row: int) -> int:
    """The number of a square of the board."""
    return ((row & WRAP) << BITS) | (column & WRAP)


@kernel
def column_of(table: Table, square: int) -> int:
    """The column of a square, counted from the first card; it lies in or near the layout."""
    first = int(table.left) - NEAR
    return first + (((square & WRAP) - first) & WRAP)


@kernel
def row_of(table: Table, square: int) -> int:
    first = int(table.top) - NEAR
    return first + (((square >> BITS) - first) & WRAP)


@kernel
def card_on(table: Table, square: int) -> int:
    """The visible card at a square, or NONE."""
    return int(table.board[square]) - 1


@kernel
def corner(table: Table, card: int, part: int) -> int:
    """The board's square under one of the four squares of a card that lies there."""
    return square_of(int(table.column[card]) + (part & 1), int(table.row[card]) + (part >> 1))


@kernel
def part_of(table: Table, card: int, square: int) -> int:
    """Which of its four squares a card has on a square of the board, or NONE."""
    right = ((square & WRAP) - int(table.column[card])) & WRAP
    down = ((square >> BITS) - int(table.row[card])) & WRAP
    return (down << 1) | right if right < 2 and down < 2 else NONE


@kernel
def lay(table: Table, card: int, side: int, column: int, row: int) -> None:
    """Lay a card on top."""
    table.stack[table.laid] = card
    table.laid += 1
    table.side_up[card] = side
    table.column[card] = column
    table.row[card] = row
    for part in range(SQUARES):
        table.board[corner(table, card, part)] = card + 1
    widen(table, card)


@kernel
def widen(table: Table, card: int) -> None:
    """Widen the bounds of the layout so that they include a card."""
    table.left = min(int(table.left), int(table.column[card]))
    table.right = max(int(table.right), int(table.column[card]) + 1)
    table.top = min(int(table.top), int(table.row[card]))
    table.bottom = max(int(table.bottom), int(table.row[card]) + 1)


@kernel
def measure(table: Table) -> None:
    """The bounds of the layout; its first card lies at column 0, row 0, and never moves."""
    table.left = 0
    table.right = 1
    table.top = 0
    table.bottom = 1
    for i in range(table.laid):
        widen(table, int(table.stack[i]))


@kernel
def under(table: Table, lifted: int, square: int) -> int:
    """The top card at a square, ignoring `lifted`."""
    for i in range(int(table.laid) - 1, -1, -1):
        card = int(table.stack[i])
        if card != lifted and part_of(table, card, square) != NONE:
            return card
    return NONE


@kernel
def lift(table: Table, lifted: int) -> None:
    """Take a card that nothing covers off the table (CAT-A7)."""
    for part in range(SQUARES):
        square = corner(table, lifted, part)
        table.board[square] = under(table, lifted, square) + 1
    at = 0
    while table.stack[at] != lifted:
        at += 1
    table.laid -= 1
    for i in range(at, int(table.laid)):
        table.stack[i] = table.stack[i + 1]
    table.stack[table.laid] = 0
    table.side_up[lifted] = 0
    table.column[lifted] = 0
    table.row[lifted] = 0
    measure(table)


@kernel
def is_laid(table: Table, card: int) -> bool:
    for i in range(table.laid):
        if table.stack[i] == card:
            return True
    return False


@kernel
def is_uncovered(table: Table, card: int) -> bool:
    """Whether nothing covers a card, not even in part."""
    for part in range(SQUARES):
        if card_on(table, corner(table, card, part)) != card:
            return False
    return True


@kernel
def clear_layout(table: Table) -> None:
    table.laid = 0
    table.board[:] = 0
    for card in range(CARDS):
        table.stack[card] = 0
        table.side_up[card] = 0
        table.column[card] = 0
        table.row[card] = 0
    measure(table)
