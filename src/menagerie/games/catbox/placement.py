"""Where a card may lie: covering (CAT-T3 to CAT-T5), attention (CAT-A5) and guards (CAT-A6)."""

from menagerie.games.catbox.cards import has_box
from menagerie.games.catbox.layout import card_on, part_of, square_of, under
from menagerie.games.catbox.table import BOX, NONE, SQUARES, WRAP, Table
from menagerie.kernel import Numbers, kernel

WITH_BOX = 2  # how many squares a card may cover at most
WITHOUT_BOX = 1
WITH_ATTENTION = 4
MAX_CATS = 3  # of those covered with attention
NO_LIFTED_CARD = -2


@kernel
def most_covered(table: Table, card: int, side: int) -> int:
    """How many squares a side may cover (CAT-T4, CAT-A5)."""
    if table.attention:
        return WITH_ATTENTION
    return WITH_BOX if has_box(table, card, side) else WITHOUT_BOX


@kernel
def is_guarded(table: Table, column: int, row: int) -> bool:
    """Whether a card here would touch a guard's nine squares (CAT-A6)."""
    for i in range(table.guards):
        right = column - int(table.guard_column[i])
        down = row - int(table.guard_row[i])
        if -2 <= right <= 1 and -2 <= down <= 1:
            return True
    return False


@kernel
def fits(table: Table, column: int, row: int, most: int, lifted: int) -> bool:
    """Whether a card that covers at most `most` squares may lie here.

    A lifted card is ignored.
    """
    covered = 0
    cats = 0
    below = NONE
    for part in range(SQUARES):
        square = square_of(column + (part & 1), row + (part >> 1))
        card = card_on(table, square)
        if card == lifted:
            card = under(table, lifted, square)
        if card == NONE:
            continue
        covered += 1
        several = below != NONE and below != card  # noqa: PLR1714 - Numba does not compile the other form
        if covered > most or (several and not table.overlap):
            return False  # CAT-T4, CAT-T5
        below = card
        if table.pictures[card, table.side_up[card], part_of(table, card, square)] != BOX:
            cats += 1
    return covered > 0 and cats <= MAX_CATS and not is_guarded(table, column, row)


@kernel
def in_order(i: int, first: int, last: int) -> int:
    """The i-th of 0 to `last`, then `first` (not above 0) to -1: the order of the squares."""
    return i if i <= last else i - last - 1 + first


@kernel
def list_places(table: Table, most: int, lifted: int, first: int, out: Numbers) -> int:
    """Write a move for each place where a card may lie; `first` is the number of square 0.

    Returns the number of moves.
    """
    count = 0
    plain = lifted == NO_LIFTED_CARD and most <= WITH_BOX
    top, left, right = int(table.top) - 1, int(table.left) - 1, int(table.right)
    for i in range(int(table.bottom) - top + 1):
        row = in_order(i, top, int(table.bottom))
        if plain:
            count = list_row(table, row, 0, right, most, first, out, count)
            count = list_row(table, row, left, -1, most, first, out, count)
            continue
        for j in range(right - left + 1):
            column = in_order(j, left, right)
            if fits(table, column, row, most, lifted) and not lies_at(table, lifted, column, row):
                out[count] = first + square_of(column, row)
                count += 1
    return count


@kernel
def list_row(
    table: Table, row: int, start: int, end: int, most: int, first: int, out: Numbers, count: int
) -> int:
    """Do the same for some columns of one row, if at most two squares may be covered.

    The result is that of `fits`; this is faster because neighbouring places share two squares.
    """
    upper = square_of(0, row)
    lower = square_of(0, row + 1)
    a = int(table.board[upper | (start & WRAP)])
    b = int(table.board[lower | (start & WRAP)])
    for column in range(start, end + 1):
        c = int(table.board[upper | ((column + 1) & WRAP)])
        d = int(table.board[lower | ((column + 1) & WRAP)])
        covered = int(a > 0) + int(b > 0) + int(c > 0) + int(d > 0)
        if covered == 2:
            one_card = a + b + c + d == 2 * max(a, b, c, d)
            covered = 2 if one_card or table.overlap else WITH_ATTENTION
        if 0 < covered <= most and not is_guarded(table, column, row):
            out[count] = first + (upper | (column & WRAP))
            count += 1
        a = c
        b = d
    return count


@kernel
def any_place(table: Table, most: int, lifted: int) -> bool:
    """Whether there is a place for a card."""
    for row in range(int(table.top) - 1, int(table.bottom) + 1):
        for column in range(int(table.left) - 1, int(table.right) + 1):
            if fits(table, column, row, most, lifted) and not lies_at(table, lifted, column, row):
                return True
    return False


@kernel
def lies_at(table: Table, card: int, column: int, row: int) -> bool:
    """Whether a lifted card came from here: it must go elsewhere (CAT-A7)."""
    return card >= 0 and table.column[card] == column and table.row[card] == row


@kernel
def can_lay(table: Table, most: int) -> bool:
    """Whether a card that covers at most `most` squares has a place; without guards it has."""
    return table.guards == 0 or any_place(table, most, NO_LIFTED_CARD)
