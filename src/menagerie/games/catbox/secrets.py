"""What a seat knows. Every observation is made here.

Everybody has seen the public side of each card that was on top of the deck. If only one card of the
edition has that side, the card is known; otherwise only its picture is.
"""

from menagerie.contract import MoveNumber, Seat
from menagerie.games.catbox.cards import fish_place, hand_place, put
from menagerie.games.catbox.sampling import imagine
from menagerie.games.catbox.table import (
    HAND,
    HIDDEN,
    IN_DECK,
    NONE,
    PICTURE_ONLY,
    TAKEN_OFF,
    Phase,
    Table,
)
from menagerie.kernel import kernel

__all__ = ["imagine", "observe", "reveal", "reveals_information"]


@kernel
def observe(table: Table, seat: Seat) -> None:
    """Mask in place what `seat` does not know; WATCHER sees only what every seat knows."""
    table.key[0] = 0
    table.key[1] = 0
    table.counter = 0
    mask_deck(table)
    for i in range(table.removed_size):
        mask_card(table, TAKEN_OFF + i)
    everybody = (1 << int(table.players)) - 1
    observers = everybody if seat < 0 else 1 << seat
    for other in range(table.players):
        if table.held_known[other] & observers != observers:
            mask_card(table, fish_place(other))
        if other == seat:
            continue
        for slot in range(HAND):
            mask_card(table, hand_place(other, slot))
        if table.phase != Phase.OVER:  # CAT-E1: then they are revealed
            table.identity[other] = HIDDEN


@kernel
def mask_deck(table: Table) -> None:
    """Only the public side of its top card is seen (CAT-S4)."""
    for i in range(int(table.deck_size) - 1):
        put(table, IN_DECK + i, HIDDEN, 0)
    if table.deck_size > 0:
        mask_card(table, IN_DECK + int(table.deck_size) - 1)


@kernel
def mask_card(table: Table, place: int) -> None:
    """Mask a card down to what its public side reveals: the card itself, or just the picture."""
    card = int(table.card_at[place])
    if card <= PICTURE_ONLY or card == NONE:
        return
    twin = int(table.twin[card, table.side_at[place]])
    if twin != NONE:
        put(table, place, PICTURE_ONLY - twin, 0)


@kernel
def reveal(table: Table, move: MoveNumber) -> None:
    """Nothing to do: everything that a move shows stays visible."""


@kernel
def reveals_information(before: Table, after: Table) -> bool:
    """Whether a card was drawn or turned up, or identities were revealed."""
    if before.deck_size != after.deck_size or after.phase == Phase.OVER:
        return True
    for seat in range(before.players):
        card = int(after.card_at[fish_place(seat)])
        if card >= 0 and before.card_at[fish_place(seat)] != card and has_twin(before, card):
            return True
    if after.laid > before.laid:
        card = int(after.stack[int(after.laid) - 1])
        return has_twin(before, card)
    return False


@kernel
def has_twin(table: Table, card: int) -> bool:
    """Whether a side of this card may not identify it, so that showing the other one may."""
    return bool(table.twin[card, 0] != NONE or table.twin[card, 1] != NONE)
