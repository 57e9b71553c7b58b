"""The one gate for secrets: what a seat knows, and what else could be behind it."""

from menagerie.games.cubosaurs.market import shuffle_pile
from menagerie.games.cubosaurs.numbering import KEEP
from menagerie.games.cubosaurs.table import CARDS, HIDDEN, KINDS, TILES, TYPE_OF, At, Table, Tile
from menagerie.kernel import Numbers, draw_below, kernel, shuffle


@kernel
def observe(table: Table, seat: int) -> None:
    """Mask, in place, all that `seat` does not know; -1 is a watcher, who knows what all know."""
    table.observed = 1
    table.key[0] = 0
    table.key[1] = 0
    table.counter = 0
    for i in range(table.deck_size):
        table.deck[i] = HIDDEN
    everyone = (1 << int(table.players)) - 1
    eyes = everyone if seat < 0 else 1 << seat
    for i in range(table.hand_size):
        if table.hand_known[i] & eyes != eyes:  # CUB-T9
            table.hand[i] = HIDDEN
    for tile in range(TILES):
        if table.tile_at[tile] == At.PILE:
            table.tile_rank[tile] = HIDDEN


@kernel
def reveal(table: Table, move: int) -> None:
    """Let everybody know what a move lays open: cards that are kept lie face up (CUB-T3)."""
    if move == KEEP:
        for i in range(table.hand_size):
            table.hand_known[i] = (1 << int(table.players)) - 1


@kernel
def reveals_information(before: Table, after: Table) -> bool:
    """A card or a tile was drawn, or somebody saw a card of the Hand that they did not know."""
    if before.counter != after.counter or before.deck_size != after.deck_size:
        return True
    for tile in range(TILES):
        if before.tile_at[tile] == At.PILE and after.tile_at[tile] != At.PILE:
            return True
    everyone = (1 << int(before.players)) - 1
    for i in range(before.hand_size):
        kept = i >= after.hand_size
        if before.hand_known[i] != (everyone if kept else after.hand_known[i]):
            return True
    return False


@kernel
def imagine(table: Table, seat: int, key: Numbers) -> None:  # noqa: ARG001 - the masks tell
    """Fill the masks of an observed table, in place, with a sample that fits what was seen."""
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
    """All cards that do not lie in sight; returns how many."""
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
    """Deal the hidden cards of the Hand out of `unseen`; returns how many are left in it."""
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
    """Where the card with that number lies, of those whose type is not barred."""
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
