"""The tokens of the advanced game: which can be played now."""

import numpy as np

from menagerie.games.catbox.card_play import any_card, best_cover
from menagerie.games.catbox.cards import any_in_hands, hand_place
from menagerie.games.catbox.layout import (
    card_on,
    column_of,
    is_uncovered,
    part_of,
    row_of,
    square_of,
)
from menagerie.games.catbox.move_numbers import FISH, GUARD
from menagerie.games.catbox.placement import (
    NO_LIFTED_CARD,
    WITH_ATTENTION,
    any_place,
    can_lay,
    in_order,
    list_places,
    most_covered,
)
from menagerie.games.catbox.table import HAND, NONE, SEATS, Table, Token
from menagerie.kernel import Numbers, array_kernel, kernel

MAX_PLACES = 512  # each card adds at most nine places


@kernel
def has_token(table: Table, token: int) -> bool:
    """Whether the player may still use this token: one per turn (CAT-A2)."""
    return not table.token_played and int(table.tokens[table.to_move]) >> token & 1 != 0


@kernel
def spend(table: Table, token: int) -> None:
    table.tokens[table.to_move] -= 1 << token
    table.token_played = 1


@kernel
def can_attend(table: Table) -> bool:
    """Whether a card can be laid with attention (CAT-A5)."""
    ready = has_token(table, Token.ATTENTION) and best_cover(table) > 0
    return ready and can_lay(table, WITH_ATTENTION)


@kernel
def can_fish(table: Table) -> bool:
    return has_token(table, Token.FISH) and any_in_hands(table)


@kernel
def can_use_paw(table: Table) -> bool:
    """Whether a second card can be laid (CAT-A4)."""
    return has_token(table, Token.PAW) and any_card(table)


@kernel
def can_use_mouse(table: Table) -> bool:
    """Whether a mouse can move a card (CAT-A7)."""
    if not has_token(table, Token.MOUSE):
        return False
    for i in range(table.laid):
        if is_movable(table, int(table.stack[i])):
            return True
    return False


@kernel
def any_token(table: Table) -> bool:
    """Whether a token can be played after the card."""
    if table.token_played or table.tokens[table.to_move] == 0:
        return False
    if has_token(table, Token.CATBOX) or can_fish(table) or can_use_paw(table):
        return True
    return can_use_mouse(table)


@kernel
def is_movable(table: Table, card: int) -> bool:
    """Whether a card is uncovered, carries no token, and has another place to go (CAT-A7)."""
    if not is_uncovered(table, card) or is_pinned(table, card):
        return False
    return any_place(table, most_covered(table, card, int(table.side_up[card])), card)


@kernel
def is_pinned(table: Table, card: int) -> bool:
    """Whether a guard lies on a card."""
    for i in range(table.guards):
        square = square_of(int(table.guard_column[i]), int(table.guard_row[i]))
        if part_of(table, card, square) != NONE:
            return True
    return False


@kernel
def list_catches(table: Table, out: Numbers, count: int) -> int:
    """Any card of a hand (CAT-A8)."""
    for place in range(SEATS * HAND):
        if table.card_at[hand_place(0, 0) + place] != NONE:
            out[count] = FISH + place
            count += 1
    return count


@array_kernel
def list_guards(table: Table, before: bool, out: Numbers, count: int) -> int:
    """Any visible square (CAT-A6); before the card, only if that leaves a place for one."""
    places = np.empty(MAX_PLACES, np.int32)
    free = 0
    if before:
        best = best_cover(table)
        free = list_places(table, best, NO_LIFTED_CARD, 0, places) if best > 0 else 0
    for i in range(int(table.bottom) - int(table.top) + 1):
        row = in_order(i, int(table.top), int(table.bottom))
        for j in range(int(table.right) - int(table.left) + 1):
            column = in_order(j, int(table.left), int(table.right))
            square = square_of(column, row)
            if card_on(table, square) == NONE:
                continue
            if not before or leaves_a_place(table, column, row, places, free):
                out[count] = GUARD + square
                count += 1
    return count


@kernel
def leaves_a_place(table: Table, column: int, row: int, places: Numbers, free: int) -> bool:
    """Whether one of these places stays free with a guard on this square."""
    for i in range(free):
        right = column_of(table, int(places[i])) - column
        down = row_of(table, int(places[i])) - row
        if not (-2 <= right <= 1 and -2 <= down <= 1):
            return True
    return False
