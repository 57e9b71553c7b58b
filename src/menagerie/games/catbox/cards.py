"""Cards in hands, in the deck and under fishes, and what their sides show."""

from menagerie.contract import Seat
from menagerie.games.catbox.table import (
    BOX,
    HAND,
    IN_DECK,
    IN_HANDS,
    NONE,
    PICTURE_ONLY,
    SQUARES,
    UNDER_FISH,
    Table,
)
from menagerie.kernel import kernel


@kernel
def hand_place(seat: Seat, slot: int) -> int:
    return IN_HANDS + seat * HAND + slot


@kernel
def fish_place(seat: Seat) -> int:
    return UNDER_FISH + seat


@kernel
def shows(table: Table, card: int, side: int, square: int) -> int:
    """What a square of a side shows: BOX, or a cat's number plus 1."""
    if card <= PICTURE_ONLY:  # only this picture is known, whichever card it is
        code = PICTURE_ONLY - card
        return int(table.pictures[code >> 1, code & 1, square])
    return int(table.pictures[card, side, square])


@kernel
def has_box(table: Table, card: int, side: int) -> bool:
    for square in range(SQUARES):
        if shows(table, card, side, square) == BOX:
            return True
    return False


@kernel
def side_played(table: Table, seat: Seat, owner: Seat, place: int) -> int:
    """The secret side of a card from your own hand, the public side of another's (CAT-T1)."""
    side = int(table.side_at[place])
    return 1 - side if owner == seat else side


@kernel
def put(table: Table, place: int, card: int, side: int) -> None:
    table.card_at[place] = card
    table.side_at[place] = side


@kernel
def clear(table: Table, place: int) -> None:
    put(table, place, NONE, 0)


@kernel
def take_from_hand(table: Table, seat: Seat, slot: int) -> None:
    """Take a card and close the gap; the hand is refilled at the end of the turn (CAT-T6)."""
    for i in range(slot, int(table.hand_size[seat]) - 1):
        after = hand_place(seat, i + 1)
        put(table, hand_place(seat, i), int(table.card_at[after]), int(table.side_at[after]))
    table.hand_size[seat] -= 1
    clear(table, hand_place(seat, int(table.hand_size[seat])))
    for i in range(table.refills):
        if table.refill[i] == seat:
            return
    table.refill[table.refills] = seat
    table.refills += 1


@kernel
def fill_hand(table: Table, seat: Seat) -> None:
    """Draw up to the hand's size; the side that was up in the deck is public (CAT-S4, CAT-T6)."""
    while table.deck_size > 0 and table.hand_size[seat] < table.hand_for[table.players]:
        table.deck_size -= 1
        drawn = IN_DECK + int(table.deck_size)
        to = hand_place(seat, int(table.hand_size[seat]))
        put(table, to, int(table.card_at[drawn]), int(table.side_at[drawn]))
        clear(table, drawn)
        table.hand_size[seat] += 1


@kernel
def any_in_hands(table: Table) -> bool:
    """Whether a hand has a card."""
    for seat in range(table.players):
        if table.hand_size[seat] > 0:
            return True
    return False


@kernel
def any_left(table: Table) -> bool:
    """Whether a hand has a card, counting cards under a fish (CAT-E1, CAT-A9)."""
    for seat in range(table.players):
        if table.card_at[fish_place(seat)] != NONE:
            return True
    return any_in_hands(table)
