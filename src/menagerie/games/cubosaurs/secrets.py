"""What a seat knows. Every observation is made here."""

from menagerie.contract import MoveNumber, Seat
from menagerie.games.cubosaurs.move_numbers import KEEP
from menagerie.games.cubosaurs.sampling import imagine as imagine  # noqa: PLC0414 - part of the contract
from menagerie.games.cubosaurs.table import HIDDEN, TILES, At, Table
from menagerie.kernel import kernel


@kernel
def observe(table: Table, seat: Seat) -> None:
    """Mask in place what `seat` does not know; WATCHER sees only what every seat knows."""
    table.observed = 1
    table.key[0] = 0
    table.key[1] = 0
    table.counter = 0
    for i in range(table.deck_size):
        table.deck[i] = HIDDEN
    everyone = (1 << int(table.players)) - 1
    observers = everyone if seat < 0 else 1 << seat
    for i in range(table.hand_size):
        if table.hand_known[i] & observers != observers:  # CUB-T9
            table.hand[i] = HIDDEN
    for tile in range(TILES):
        if table.tile_at[tile] == At.PILE:
            table.tile_rank[tile] = HIDDEN


@kernel
def reveal(table: Table, move: MoveNumber) -> None:
    """Make public what a move shows: cards that are kept lie face up (CUB-T3)."""
    if move == KEEP:
        for i in range(table.hand_size):
            table.hand_known[i] = (1 << int(table.players)) - 1


@kernel
def reveals_information(before: Table, after: Table) -> bool:
    """Whether a card or a tile was drawn, or a seat saw a card of the Hand for the first time."""
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
