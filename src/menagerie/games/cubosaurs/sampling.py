"""Determinisation: samples the hidden part of a table, consistent with what a seat knows."""

from menagerie.contract import Seat
from menagerie.games.cubosaurs.market import shuffle_pile
from menagerie.games.cubosaurs.table import CARDS, HIDDEN, KINDS, TYPE_OF, At, Table, Tile
from menagerie.kernel import Numbers, draw_below, kernel, shuffle


@kernel
def imagine(table: Table, seat: Seat, key: Numbers) -> None:  # noqa: ARG001 - the masks say what the seat does not know
    """Replace the masks of an observed table by a random sample that fits what was seen."""
    table.observed = 0
    table.key[0] = key[0]
    table.key[1] = key[1]
    table.counter = 0
    count = gather_unseen(table, table.deck)
    count = imagine_hand(table, table.deck, count)
    shuffle(table, table.deck, count, int(table.deck_size))
    for i in range(table.deck_size, CARDS):
        table.deck[i] = 0  # these are set aside
    if table.advanced:
        shuffle_pile(table)


@kernel
def gather_unseen(table: Table, unseen: Numbers) -> int:
    """Write the cards that are not visible, and return how many there are."""
    count = 0
    for kind in range(KINDS):
        left = int(table.copies[kind]) - int(table.destroyed[kind])
        for seat in range(table.players):
            left -= int(table.collection[seat, kind])
        for i in range(table.hand_size):
            if table.hand[i] == kind:
                left -= 1
        for _ in range(left):
            unseen[count] = kind
            count += 1
    return count


@kernel
def imagine_hand(table: Table, unseen: Numbers, count: int) -> int:
    """Deal the hidden cards of the Hand out of `unseen`, and return how many are left in it."""
    barred = barred_types(table)
    for i in range(table.hand_size):
        if table.hand[i] == HIDDEN:
            fitting = count_fitting(unseen, count, barred)
            which = draw_below(table, max(fitting, 1))
            at = pick_fitting(unseen, barred if fitting > 0 else 0, which)
            table.hand[i] = unseen[at]
            count -= 1
            unseen[at] = unseen[count]
    return count


@kernel
def count_fitting(unseen: Numbers, count: int, barred: int) -> int:
    """How many of the cards have a type that is not barred."""
    fitting = 0
    for i in range(count):
        fitting += 1 - (barred >> int(TYPE_OF[unseen[i]]) & 1)
    return fitting


@kernel
def pick_fitting(unseen: Numbers, barred: int, number: int) -> int:
    """The index of the `number`-th card whose type is not barred."""
    at = -1
    while number >= 0:
        at += 1
        number -= 1 - (barred >> int(TYPE_OF[unseen[at]]) & 1)
    return at


@kernel
def barred_types(table: Table) -> int:
    """Types that a hidden card of the Hand cannot have.

    Every card seen in the Hand was added by a refusal, so its type was new (CUB-T5); unless the
    tiles that break this rule were bought in this round.
    """
    if table.tile_at[Tile.DRAW] < At.MARKET or table.tile_at[Tile.FORBIDDEN] < At.MARKET:
        return 0
    barred = 0
    for i in range(table.hand_size):
        if table.hand[i] != HIDDEN:
            barred |= 1 << int(TYPE_OF[table.hand[i]])
    return barred
