"""Determinisation: samples the hidden part of a table, consistent with what a seat knows."""

import numpy as np

from menagerie.contract import Seat
from menagerie.games.catbox.cards import put
from menagerie.games.catbox.setup import fill_deck, identities_in_play
from menagerie.games.catbox.table import (
    CARDS,
    HIDDEN,
    IDENTITIES,
    NONE,
    PICTURE_ONLY,
    PLACES,
    SIDES,
    Phase,
    Table,
)
from menagerie.kernel import Numbers, array_kernel, draw_below, kernel, shuffle


@array_kernel
def imagine(table: Table, seat: Seat, key: Numbers) -> None:  # noqa: ARG001 - the masks say what the seat does not know
    """Replace the masks of an observed table by a random sample that fits what was seen."""
    table.key[0] = key[0]
    table.key[1] = key[1]
    table.counter = 0
    used = np.zeros(CARDS, np.bool_)
    mark_known(table, used)
    deal_pictures(table, used)
    deal_deck(table, used)
    if table.phase != Phase.OVER:
        deal_hidden_identities(table)


@kernel
def mark_known(table: Table, used: Numbers) -> None:
    """Mark the cards that are visible, or identified by their public side."""
    for i in range(table.laid):
        used[table.stack[i]] = True
    for place in range(PLACES):
        if table.card_at[place] >= 0:
            used[table.card_at[place]] = True


@array_kernel
def deal_deck(table: Table, used: Numbers) -> None:
    """All other cards, in any order and with any side up; the deck's top card is known."""
    below = int(table.deck_size) - 1
    if below <= 0:
        return
    cards = np.empty(CARDS, np.int8)
    count = 0
    for card in range(CARDS):
        if not used[card]:
            cards[count] = card
            count += 1
    shuffle(table, cards, count, count)
    fill_deck(table, cards, below)
    table.deck_size = below + 1


@array_kernel
def deal_hidden_identities(table: Table) -> None:
    """Deal the identities that are not known to the other seats."""
    unseen = np.empty(IDENTITIES, np.int8)
    count = 0
    for identity in range(identities_in_play(table)):
        if not is_dealt(table, identity):
            unseen[count] = identity
            count += 1
    shuffle(table, unseen, count, count)
    for seat in range(table.players):
        if table.identity[seat] == HIDDEN:
            count -= 1
            table.identity[seat] = unseen[count]


@kernel
def is_dealt(table: Table, identity: int) -> bool:
    for seat in range(table.players):
        if table.identity[seat] == identity:
            return True
    return False


@kernel
def deal_pictures(table: Table, used: Numbers) -> None:
    """Draw a card for each card known only by its picture; every assignment is equally likely."""
    while not try_pictures(table, used):
        pass


@array_kernel
def try_pictures(table: Table, used: Numbers) -> bool:
    """Draw a card for each picture in turn; False, with nothing changed, if a draw fails.

    This is rejection sampling: a draw fails if it hits a card that another picture took. Then the
    whole deal is thrown away, so that all deals are equally likely.
    """
    taken = used.copy()
    drawn = np.full(PLACES, NONE, np.int16)
    for place in range(PLACES):
        if table.card_at[place] <= PICTURE_ONLY:
            code = PICTURE_ONLY - int(table.card_at[place])
            side = draw_side(table, place, code, used, taken)
            if side == NONE:
                return False
            taken[side // SIDES] = True
            drawn[place] = side
    for place in range(PLACES):
        if drawn[place] != NONE:
            put(table, place, int(drawn[place]) // SIDES, int(drawn[place]) % SIDES)
    used[:] = taken
    return True


@array_kernel
def draw_side(table: Table, place: int, code: int, used: Numbers, taken: Numbers) -> int:
    """A side that shows a picture (2 times the card, plus the side), or NONE if the draw fails."""
    sides = np.empty(CARDS * SIDES, np.int16)
    left = 0
    capacity = 0
    for side in range(CARDS * SIDES):
        if table.twin[side // SIDES, side % SIDES] == code:
            capacity += int(not used[side // SIDES])
            if not taken[side // SIDES]:
                sides[left] = side
                left += 1
    for earlier in range(place):  # each of them has taken one
        capacity -= int(table.card_at[earlier] == PICTURE_ONLY - code)
    at = draw_below(table, max(capacity, left))
    return int(sides[at]) if at < left else NONE
