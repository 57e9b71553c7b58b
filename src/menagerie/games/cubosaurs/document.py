"""The table ⇄ JSON. What a seat does not know is null."""

from typing import Any

from menagerie.games.cubosaurs import names
from menagerie.games.cubosaurs.edition import TILE_NAMES
from menagerie.games.cubosaurs.reading import from_json
from menagerie.games.cubosaurs.seats import turn_order
from menagerie.games.cubosaurs.table import HIDDEN, At, Phase, Table
from menagerie.kernel import plain

__all__ = ["from_json", "to_json"]


def to_json(table: Table) -> dict[str, Any]:
    table = plain(table)
    players = range(table.players)
    hand = table.hand[: table.hand_size].tolist()
    hand_known = table.hand_known[: table.hand_size].tolist()
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
    there = counts.tolist()
    held = [(name, there[kind]) for name, kind in names.sorted_names(table) if there[kind]]
    return [name for name, count in held for _ in range(count)]


def aside(table: Table) -> list[str | None]:
    """The cards out of this round: those that are nowhere else, and those destroyed."""
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


def tiles_at(table: Table, place: int) -> list[str | None]:
    """The tiles in a place, in their order; null where the order is hidden."""
    ranks = table.tile_rank.tolist()
    here = [(ranks[tile], tile) for tile, at in enumerate(table.tile_at.tolist()) if at == place]
    if any(rank == HIDDEN for rank, _ in here):
        return [None] * len(here)
    return [TILE_NAMES[tile] for _, tile in sorted(here)]


def owed(table: Table) -> list[int]:
    """A seat for each token owed, in the order of settling (CUB-A4)."""
    return [seat for seat in turn_order(table) for _ in range(table.owed[seat])]


def _cards(table: Table, kinds: list[int]) -> list[str | None]:
    of_kind = names.card_names(table)
    return [None if kind == HIDDEN else of_kind[kind] for kind in kinds]


def _pending(table: Table) -> dict[str, Any] | None:
    if table.phase != Phase.SWAP_GIVE:
        return None
    card = names.card_name(table, int(table.pending_kind))
    return {"seat": int(table.pending_seat), "card": card}
