"""The table ⇄ JSON. What a seat does not know is null."""

from typing import Any

from menagerie.games.cubosaurs import names
from menagerie.games.cubosaurs.edition import TILE_NAMES
from menagerie.games.cubosaurs.reading import from_json
from menagerie.games.cubosaurs.seats import turn_order
from menagerie.games.cubosaurs.table import HIDDEN, KINDS, TILES, At, Phase, Table

__all__ = ["from_json", "to_json"]


def to_json(table: Table) -> dict[str, Any]:
    players = range(table.players)
    everything = {
        "phase": names.PHASE_NAMES[table.phase],
        "to_move": None if table.phase == Phase.OVER else int(table.to_move),
        "turn": int(table.turn),
        "round": int(table.round_number),
        "rounds": int(table.rounds),
        "starter": int(table.starter),
        "direction": int(table.direction),
        "deck": [_card(table, kind) for kind in table.deck[: table.deck_size][::-1]],
        "aside": aside(table),
        "destroyed": pack(table, table.destroyed),
        "hand": [_card(table, kind) for kind in table.hand[: table.hand_size]],
        "hand_known_to": [
            [seat for seat in players if known >> seat & 1]
            for known in table.hand_known[: table.hand_size]
        ],
        "collections": [pack(table, table.collection[seat]) for seat in players],
        "round_scores": [
            [int(table.round_scores[number, seat]) for seat in players]
            for number in range(finished_rounds(table))
        ],
    }
    return everything | {
        "dna": [int(table.dna[seat]) for seat in players],
        "supply": int(table.supply),
        "market": tiles_at(table, At.MARKET),
        "pile": tiles_at(table, At.PILE),
        "tiles": [tiles_at(table, seat) for seat in players],
        "bought": bool(table.bought),
        "owed": owed(table),
        "pending": _pending(table),
    }


def finished_rounds(table: Table) -> int:
    return int(table.round_number) if table.phase == Phase.OVER else int(table.round_number) - 1


def pack(table: Table, counts: Any) -> list[str]:
    """Cards that are counted by kind, as a sorted list of names."""
    of_kind = names.card_names(table)
    there = counts.tolist()
    return sorted(of_kind[kind] for kind in range(KINDS) for _ in range(there[kind]))


def aside(table: Table) -> list[str | None]:
    """The cards out of this round: those that are nowhere else, and those destroyed."""
    deck, hand = table.deck[: table.deck_size], table.hand[: table.hand_size]
    left = table.copies - table.collection[: table.players].sum(axis=0)
    if table.observed:
        unseen = int(left.sum()) - len(deck) - len(hand) - int(table.destroyed.sum())
        return [*pack(table, table.destroyed), *[None] * unseen]
    for kind in (*deck, *hand):
        left[kind] -= 1
    return [*pack(table, left)]


def tiles_at(table: Table, place: int) -> list[str | None]:
    """The tiles in a place, in their order; null where the order is hidden."""
    tiles = [tile for tile in range(TILES) if table.tile_at[tile] == place]
    if any(table.tile_rank[tile] == HIDDEN for tile in tiles):
        return [None] * len(tiles)
    return [TILE_NAMES[tile] for tile in sorted(tiles, key=lambda tile: int(table.tile_rank[tile]))]


def owed(table: Table) -> list[int]:
    """A seat for each token owed, in the order of settling (CUB-A4)."""
    return [seat for seat in turn_order(table) for _ in range(table.owed[seat])]


def _card(table: Table, kind: int) -> str | None:
    return None if kind == HIDDEN else names.card_name(table, int(kind))


def _pending(table: Table) -> dict[str, Any] | None:
    if table.phase != Phase.SWAP_GIVE:
        return None
    card = names.card_name(table, int(table.pending_kind))
    return {"seat": int(table.pending_seat), "card": card}
