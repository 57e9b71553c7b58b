"""The DNA Evolution tiles: the market, its pile, and what may be bought."""

import numpy as np

from menagerie.contract import Seat
from menagerie.games.cubosaurs.cards import hand_types, opponent_has_card
from menagerie.games.cubosaurs.table import KINDS_OF_TYPES, TILES, At, Phase, Table, Tile
from menagerie.kernel import array_kernel, kernel, shuffle

# The phase after buying each tile; CHOOSE if the tile needs no decision.
ASKS = np.full(TILES, Phase.CHOOSE, np.int8)
ASKS[Tile.FORBIDDEN] = Phase.FORBIDDEN
ASKS[Tile.DESTROY_OWN] = Phase.DESTROY_OWN
ASKS[Tile.DESTROY_OTHER] = Phase.DESTROY_OTHER
ASKS[Tile.STEAL] = Phase.STEAL
ASKS[Tile.GIVE] = Phase.GIVE
ASKS[Tile.SWAP] = Phase.SWAP_TAKE


@kernel
def count_tiles(table: Table, place: int) -> int:
    """How many tiles lie in a place."""
    count = 0
    for tile in range(TILES):
        if table.tile_at[tile] == place:
            count += 1
    return count


@kernel
def put_tile(table: Table, tile: int, place: int) -> None:
    """Move a tile to the end of a place; those behind it in its old place move up."""
    old_place = int(table.tile_at[tile])
    old_rank = int(table.tile_rank[tile])
    rank = count_tiles(table, place)
    for other in range(TILES):
        if table.tile_at[other] == old_place and table.tile_rank[other] > old_rank:
            table.tile_rank[other] -= 1
    table.tile_at[tile] = place
    table.tile_rank[tile] = rank


@kernel
def next_of_pile(table: Table) -> int:
    for tile in range(TILES):
        if table.tile_at[tile] == At.PILE and table.tile_rank[tile] == 0:
            return tile
    return -1


@kernel
def put_tiles_out(table: Table) -> None:
    """All tiles out of the game, as they are in the basic one."""
    for tile in range(TILES):
        table.tile_at[tile] = At.OUT
        table.tile_rank[tile] = 0


@kernel
def set_up_tiles(table: Table) -> None:
    """Every tile that takes part goes to the pile, and the market is filled (CUB-A1)."""
    for tile in range(TILES):
        if table.interaction or not (table.interaction_tiles >> tile) & 1:  # CUB-A2
            table.tile_at[tile] = At.PILE
    refill_market(table)


@kernel
def refill_market(table: Table) -> None:
    """Shuffle every tile that is not in the market into a new pile, and fill up (CUB-A18)."""
    for tile in range(TILES):
        if table.tile_at[tile] != At.MARKET and table.tile_at[tile] != At.OUT:
            table.tile_at[tile] = At.PILE
    shuffle_pile(table)
    missing = int(table.players) + 1 - count_tiles(table, At.MARKET)
    for _ in range(min(missing, count_tiles(table, At.PILE))):
        put_tile(table, next_of_pile(table), At.MARKET)


@array_kernel
def shuffle_pile(table: Table) -> None:
    """Give the tiles of the pile their ranks, 0 for the next one, at random."""
    size = count_tiles(table, At.PILE)
    ranks = np.arange(size)
    shuffle(table, ranks, size, size)
    dealt = 0
    for tile in range(TILES):
        if table.tile_at[tile] == At.PILE:
            table.tile_rank[tile] = ranks[dealt]
            dealt += 1


@kernel
def is_possible(table: Table, seat: Seat, tile: int) -> bool:
    """Whether a tile's effect can be applied (CUB-A6)."""
    if tile == Tile.DRAW:
        return table.deck_size > 0  # CUB-A10
    if tile == Tile.FORBIDDEN:
        return bool(table.holds[seat] & KINDS_OF_TYPES[hand_types(table)])  # CUB-A12
    if tile in (Tile.DESTROY_OWN, Tile.GIVE):
        return bool(table.holds[seat])
    if tile in (Tile.DESTROY_OTHER, Tile.STEAL):
        return opponent_has_card(table, seat)
    if tile == Tile.SWAP:
        return table.holds[seat] != 0 and opponent_has_card(table, seat)
    return True


@kernel
def is_for_sale(table: Table, seat: Seat, tile: int) -> bool:
    """Whether the seat whose turn it is may buy this tile now (CUB-A5)."""
    return (
        table.tile_at[tile] == At.MARKET
        and table.tile_cost[tile] <= table.dna[seat]
        and is_possible(table, seat, tile)
    )
