"""Setting up the table for a game."""

from menagerie.games.cubosaurs.cards import clear_hand
from menagerie.games.cubosaurs.market import put_tiles_out, set_up_tiles
from menagerie.games.cubosaurs.rounds import deal
from menagerie.games.cubosaurs.table import ROUNDS, SEATS, Table
from menagerie.kernel import Numbers, draw_below, kernel


@kernel
def setup(table: Table, players: int, options: Numbers, key: Numbers) -> None:
    """Start a game on a table that already has its edition."""
    clear(table)
    table.key[0] = key[0]
    table.key[1] = key[1]
    table.players = players
    table.advanced = options[0]
    table.interaction = options[1]
    table.open_hands = options[2]
    table.rounds = options[3]
    table.round_number = 1
    table.direction = 1
    table.starter = draw_below(table, players)  # CUB-S3
    if table.advanced:
        table.supply = table.tokens  # CUB-A1
        set_up_tiles(table)
    deal(table)


@kernel
def clear(table: Table) -> None:
    """Remove everything that an earlier game left on the table."""
    table.observed = 0
    table.counter = 0
    table.supply = 0
    table.pending_seat = 0
    table.pending_kind = 0
    clear_hand(table)
    put_tiles_out(table)
    for seat in range(SEATS):
        table.dna[seat] = 0
        table.owed[seat] = 0
        for number in range(ROUNDS):
            table.round_scores[number, seat] = 0
