"""Writes a position from JSON to a table, after checking its components."""

from collections import Counter

from menagerie import validation
from menagerie.games.cubosaurs import document_checks, names
from menagerie.games.cubosaurs.schemas import Position
from menagerie.games.cubosaurs.table import KINDS, NOBODY, At, Table


def lay_position(table: Table, data: object) -> None:
    """Lay a position onto a table that was set up with its edition, players and options."""
    position = validation.read(Position, data, "the position", table)
    document_checks.check_components(table, position)
    _lay_progress(table, position)
    _lay_cards(table, position)
    _lay_tokens(table, position)
    _lay_tiles(table, position)
    document_checks.check_phase(table, position)


def _lay_progress(table: Table, position: Position) -> None:
    table.phase = names.PHASE_NAMES.index(position.phase)
    table.to_move = NOBODY if position.to_move is None else position.to_move
    table.turn = position.turn
    table.round_number = position.round
    table.starter = position.starter
    table.direction = position.direction
    table.bought = position.bought
    table.round_scores[:] = 0
    for number, scores in enumerate(position.round_scores):
        table.round_scores[number, : len(scores)] = scores


def _lay_cards(table: Table, position: Position) -> None:
    deck, hand = position.deck, position.hand
    table.deck[:] = 0
    table.deck[: len(deck)] = deck[::-1]
    table.deck_size = len(deck)
    table.hand[:] = 0
    table.hand[: len(hand)] = hand
    table.hand_size = len(hand)
    table.hand_known[:] = 0
    for i, seats in enumerate(position.hand_known_to):
        table.hand_known[i] = sum(1 << seat for seat in seats)
    table.destroyed[:] = _count_by_kind(position.destroyed)
    table.collection[:] = 0
    table.holds[:] = 0
    for seat, cards in enumerate(position.collections):
        table.collection[seat] = _count_by_kind(cards)
        table.holds[seat] = sum(1 << kind for kind in set(cards))


def _count_by_kind(cards: list[int]) -> list[int]:
    counts = Counter(cards)
    return [counts[kind] for kind in range(KINDS)]


def _lay_tokens(table: Table, position: Position) -> None:
    table.dna[:] = 0
    table.dna[: len(position.dna)] = position.dna
    table.supply = position.supply
    table.owed[:] = 0
    for seat in position.owed:
        table.owed[seat] += 1


def _lay_tiles(table: Table, position: Position) -> None:
    table.tile_at[:] = At.OUT
    table.tile_rank[:] = 0
    places = [(At.MARKET, position.market), (At.PILE, position.pile), *enumerate(position.tiles)]
    for place, tiles in places:
        for rank, tile in enumerate(tiles):
            table.tile_at[tile] = place
            table.tile_rank[tile] = rank
    pending = position.pending
    table.pending_seat = pending.seat if pending else 0
    table.pending_kind = pending.card if pending else 0
