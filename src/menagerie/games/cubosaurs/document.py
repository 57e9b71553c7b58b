"""The table ⇄ JSON. What a seat does not know is null."""

from menagerie.contract import Seat
from menagerie.games.cubosaurs import names
from menagerie.games.cubosaurs.edition import TILE_NAMES
from menagerie.games.cubosaurs.seats import turn_order
from menagerie.games.cubosaurs.table import HIDDEN, At, Phase, Table
from menagerie.jsontext import Json
from menagerie.kernel import Numbers, as_view


def from_json(table: Table, data: object) -> None:
    """Lay a position onto a table that was set up with its edition, players and options."""
    from menagerie.games.cubosaurs.document_reader import lay_position

    lay_position(table, data)


def to_json(table: Table) -> Json:
    table = as_view(table)
    players = range(table.players)
    hand = table.hand[: table.hand_size].tolist()
    hand_known = table.hand_known[: table.hand_size].tolist()
    tiles = tiles_by_place(table)
    everything = {
        "phase": names.PHASE_NAMES[table.phase],
        "to_move": None if table.phase == Phase.OVER else int(table.to_move),
        "turn": int(table.turn),
        "round": int(table.round_number),
        "rounds": int(table.rounds),
        "starter": int(table.starter),
        "direction": int(table.direction),
        "deck": _cards(table, table.deck[: table.deck_size][::-1].tolist()),
        "aside": aside(table),
        "destroyed": pack(table, table.destroyed),
        "hand": _cards(table, hand),
        "hand_known_to": [[seat for seat in players if known >> seat & 1] for known in hand_known],
        "collections": [pack(table, table.collection[seat]) for seat in players],
        "round_scores": table.round_scores[: finished_rounds(table), : table.players].tolist(),
    }
    return everything | {
        "dna": table.dna[: table.players].tolist(),
        "supply": int(table.supply),
        "market": tiles[At.MARKET],
        "pile": tiles[At.PILE],
        "tiles": [tiles[seat] for seat in players],
        "bought": bool(table.bought),
        "owed": owed(table),
        "pending": _pending(table),
    }


def finished_rounds(table: Table) -> int:
    return int(table.round_number) if table.phase == Phase.OVER else int(table.round_number) - 1


def pack(table: Table, counts: Numbers) -> list[str]:
    """Cards that are counted by kind, as a sorted list of names."""
    by_kind = counts.tolist()
    if not any(by_kind):
        return []
    return [name for name, kind in names.sorted_names(table) for _ in range(by_kind[kind])]


def aside(table: Table) -> list[str | None]:
    """The cards out of this round: those in no other place, and those destroyed."""
    if table.observed:
        destroyed = pack(table, table.destroyed)
        lying = sum(table.collection[: table.players].ravel().tolist())
        unseen = sum(table.copies.tolist()) - lying - table.deck_size - table.hand_size
        return [*destroyed, *[None] * (unseen - len(destroyed))]
    deck, hand = table.deck[: table.deck_size], table.hand[: table.hand_size]
    left = table.copies - table.collection[: table.players].sum(axis=0)
    for kind in (*deck, *hand):
        left[kind] -= 1
    return [*pack(table, left)]


def tiles_by_place(table: Table) -> list[list[str | None]]:
    """The tiles in each place, in their order."""
    places: list[list[tuple[int, int]]] = [[] for _ in range(At.OUT + 1)]
    for tile, (rank, place) in enumerate(
        zip(table.tile_rank.tolist(), table.tile_at.tolist(), strict=True)
    ):
        places[place].append((rank, tile))
    return [_in_order(tiles) for tiles in places]


def _in_order(tiles: list[tuple[int, int]]) -> list[str | None]:
    """Tiles with their ranks; null where the order is hidden."""
    tiles.sort()
    if tiles and tiles[0][0] == HIDDEN:
        return [None] * len(tiles)
    return [TILE_NAMES[tile] for _, tile in tiles]


def owed(table: Table) -> list[Seat]:
    """A seat for each token owed, in the order of settling (CUB-A4)."""
    return [seat for seat in turn_order(table) for _ in range(table.owed[seat])]


def _cards(table: Table, kinds: list[int]) -> list[str | None]:
    of_kind = names.card_names(table)
    return [None if kind == HIDDEN else of_kind[kind] for kind in kinds]


def _pending(table: Table) -> Json | None:
    if table.phase != Phase.SWAP_GIVE:
        return None
    card = names.card_name(table, int(table.pending_kind))
    return {"seat": int(table.pending_seat), "card": card}
