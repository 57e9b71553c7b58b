"""Setting up the table for a game."""

import numpy as np

from menagerie.games.catbox.cards import clear, fill_hand, put
from menagerie.games.catbox.layout import clear_layout, lay
from menagerie.games.catbox.table import (
    CARDS,
    CHIHUAHUA,
    IDENTITIES,
    IN_DECK,
    NONE,
    PLACES,
    SEATS,
    TAKEN_OFF,
    TOKENS,
    Phase,
    Table,
)
from menagerie.games.catbox.turn import clear_turn
from menagerie.kernel import Numbers, array_kernel, draw_below, kernel, roll, shuffle

ONE = np.uint64(1)
MAX_PLAYERS_WITHOUT_CHIHUAHUA = 3
ALL_TOKENS = (1 << TOKENS) - 1


@kernel
def setup(table: Table, players: int, options: Numbers, key: Numbers) -> None:
    """Start a game on a table that already has its edition."""
    table.key[0] = key[0]
    table.key[1] = key[1]
    table.counter = 0
    table.players = players
    table.advanced = options[0]
    table.overlap = options[1]
    table.phase = Phase.PLAY
    table.turn = 1
    clear_table(table)
    deal_identities(table)
    shuffle_deck(table)
    if not table.advanced:  # CAT-A1
        take_off(table, int(table.removed_for[players]))
    for seat in range(players):
        fill_hand(table, seat)  # CAT-S3
    table.deck_size -= 1
    first = IN_DECK + int(table.deck_size)
    lay(table, int(table.card_at[first]), 1 - int(table.side_at[first]), 0, 0)  # CAT-S5
    clear(table, first)
    table.to_move = draw_below(table, players)  # CAT-S6


@kernel
def clear_table(table: Table) -> None:
    """Remove everything that an earlier game left on the table."""
    table.refills = SEATS  # so that all entries are cleared
    clear_turn(table)
    clear_layout(table)
    table.removed_size = 0
    table.deck_size = 0
    table.guards = 0
    for place in range(PLACES):
        clear(table, place)
    for seat in range(SEATS):
        table.identity[seat] = NONE
        table.hand_size[seat] = 0
        table.held_known[seat] = 0
        table.guard_seat[seat] = 0
        table.guard_column[seat] = 0
        table.guard_row[seat] = 0
        table.tokens[seat] = ALL_TOKENS if table.advanced and seat < table.players else 0  # CAT-A2


@kernel
def identities_in_play(table: Table) -> int:
    """With two or three players the Chihuahua is taken out (CAT-S1)."""
    return CHIHUAHUA if table.players <= MAX_PLAYERS_WITHOUT_CHIHUAHUA else IDENTITIES


@array_kernel
def deal_identities(table: Table) -> None:
    dealt = np.empty(IDENTITIES, np.int8)
    count = identities_in_play(table)
    for identity in range(count):
        dealt[identity] = identity
    shuffle(table, dealt, count, int(table.players))
    for seat in range(table.players):
        table.identity[seat] = dealt[seat]


@array_kernel
def shuffle_deck(table: Table) -> None:
    """Shuffle all cards into the deck, each with a random side up (CAT-S2)."""
    cards = np.empty(CARDS, np.int8)
    for card in range(CARDS):
        cards[card] = card
    shuffle(table, cards, CARDS, CARDS)
    fill_deck(table, cards, CARDS)


@kernel
def fill_deck(table: Table, cards: Numbers, count: int) -> None:
    """Lay cards from the bottom of the deck up, each with a random side up."""
    sides = roll(table)
    for i in range(count):
        put(table, IN_DECK + i, int(cards[i]), int(np.int64(sides & ONE)))
        sides >>= ONE
    table.deck_size = count


@kernel
def take_off(table: Table, count: int) -> None:
    """Remove cards from the top of the deck; they are not played with (CAT-S2)."""
    for i in range(count):
        table.deck_size -= 1
        top = IN_DECK + int(table.deck_size)
        put(table, TAKEN_OFF + i, int(table.card_at[top]), int(table.side_at[top]))
        clear(table, top)
    table.removed_size = count
