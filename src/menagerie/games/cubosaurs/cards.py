"""Cards that move between the deck, the Hand and the collections."""

from menagerie.contract import Seat
from menagerie.games.cubosaurs.table import CARDS, KINDS, PER_PLAYER, SEATS, TYPE_OF, Table
from menagerie.games.cubosaurs.tokens import gain_token
from menagerie.kernel import kernel, shuffle


@kernel
def shuffle_deck(table: Table) -> None:
    """Shuffle ten cards per player into a deck; the others are set aside (CUB-S1, CUB-R3)."""
    size = 0
    for kind in range(KINDS):
        for _ in range(table.copies[kind]):
            table.deck[size] = kind
            size += 1
    table.deck_size = PER_PLAYER * int(table.players)
    shuffle(table, table.deck, CARDS, int(table.deck_size))
    for i in range(table.deck_size, CARDS):
        table.deck[i] = 0


@kernel
def draw_card(table: Table) -> int:
    """Take the next card off the deck."""
    table.deck_size -= 1
    kind = int(table.deck[table.deck_size])
    table.deck[table.deck_size] = 0
    return kind


@kernel
def draw_into_hand(table: Table, seat: Seat) -> None:
    """A card joins the Hand; only the holder sees it, unless Hands are open (CUB-T9)."""
    known = (1 << int(table.players)) - 1 if table.open_hands else 1 << seat
    put_into_hand(table, draw_card(table), known)


@kernel
def put_into_hand(table: Table, kind: int, known: int) -> None:
    table.hand[table.hand_size] = kind
    table.hand_known[table.hand_size] = known
    table.hand_size += 1


@kernel
def clear_hand(table: Table) -> None:
    for i in range(table.hand_size):
        table.hand[i] = 0
        table.hand_known[i] = 0
    table.hand_size = 0


@kernel
def hand_types(table: Table) -> int:
    """The types in the Hand, a bit each."""
    types = 0
    for i in range(table.hand_size):
        types |= 1 << int(TYPE_OF[table.hand[i]])
    return types


@kernel
def add_card(table: Table, seat: Seat, kind: int) -> None:
    """Lay a card into a collection."""
    table.collection[seat, kind] += 1
    table.holds[seat] |= 1 << kind
    if table.advanced and (table.dna_icons >> kind) & 1:
        gain_token(table, seat)


@kernel
def remove_card(table: Table, seat: Seat, kind: int) -> None:
    """Take a card out of a collection."""
    table.collection[seat, kind] -= 1
    if table.collection[seat, kind] == 0:
        table.holds[seat] &= ~(1 << kind)


@kernel
def clear_collections(table: Table) -> None:
    for kind in range(KINDS):
        table.destroyed[kind] = 0
    for seat in range(SEATS):
        table.holds[seat] = 0
        for kind in range(KINDS):
            table.collection[seat, kind] = 0


@kernel
def opponent_has_card(table: Table, seat: Seat) -> bool:
    for other in range(table.players):
        if other != seat and table.holds[other] != 0:
            return True
    return False
