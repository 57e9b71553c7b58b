"""Why a move is not legal: the reason in words and the number of the rule."""

from menagerie.contract import MoveNumber, Reason
from menagerie.games.cubosaurs.move_numbers import BUY, DESTROY, KEEP, REFUSE, ROB
from menagerie.games.cubosaurs.table import At, Phase, Table, Tile

# While a tile is being applied: what the player must do, and the rule.
ASKED = {
    Phase.FORBIDDEN: ("the Hand must be refused with a card of a type that is in it", "CUB-A12"),
    Phase.DESTROY_OWN: ("a card of your own collection must be destroyed", "CUB-A13"),
    Phase.DESTROY_OTHER: ("a card of an opponent's collection must be destroyed", "CUB-A14"),
    Phase.STEAL: ("a card of an opponent's collection must be stolen", "CUB-A15"),
    Phase.GIVE: ("a card of your own must be given to an opponent", "CUB-A16"),
    Phase.SWAP_TAKE: ("a card of an opponent's collection must be chosen", "CUB-A17"),
    Phase.SWAP_GIVE: (
        "a card of your own must be given to the one whose card was chosen",
        "CUB-A17",
    ),
    Phase.ROB: ("a token must be taken from an opponent who has one", "CUB-A4"),
    Phase.OVER: ("the game is over", "CUB-R4"),
}
IMPOSSIBLE = {
    Tile.DRAW: ("the deck is empty", "CUB-A10"),
    Tile.FORBIDDEN: ("you have no card of a type that is in the Hand", "CUB-A12"),
}


def why_illegal(table: Table, move: MoveNumber) -> Reason:
    """Why this move is not legal now."""
    table = table.record  # compiled rules take the record
    phase = Phase(table.phase)
    if move == KEEP and phase == Phase.FORBIDDEN:
        return "the tile that was bought commits you to refuse the Hand", "CUB-A12"
    if REFUSE <= move < BUY and phase in (Phase.CHOOSE, Phase.FORBIDDEN):
        return _why_no_refusal(table, move - REFUSE)
    if phase != Phase.CHOOSE:
        return ASKED[phase]
    if move < DESTROY:
        return _why_not_for_sale(table, move - BUY)
    if move >= ROB:
        return "no token is owed", "CUB-A4"
    return "no tile that asks for this is being applied", "CUB-A5"


def _why_no_refusal(table: Table, kind: int) -> Reason:
    if table.collection[table.turn, kind] == 0:
        return "the card is not in your collection", "CUB-T4"
    if table.phase == Phase.FORBIDDEN:
        return "its type is not in the Hand", "CUB-A12"
    return "a card of its type is in the Hand already", "CUB-T5"


def _why_not_for_sale(table: Table, tile: int) -> Reason:
    if not table.advanced:
        return "the basic game has no tiles", "CUB-A1"
    if table.bought:
        return "a tile was bought in this turn already", "CUB-A5"
    if table.tile_at[tile] == At.OUT:
        return "the tile was taken out of the game", "CUB-A2"
    if table.tile_at[tile] != At.MARKET:
        return "the tile is not in the market", "CUB-A5"
    cost, dna = int(table.tile_cost[tile]), int(table.dna[table.turn])
    if cost > dna:
        return f"the tile costs {cost} DNA and you have {dna}", "CUB-A5"
    return IMPOSSIBLE.get(Tile(tile), ("its effect is not possible now", "CUB-A6"))
