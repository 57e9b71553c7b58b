"""Writes a position from JSON to a table, after checking its components."""

from menagerie import validation
from menagerie.errors import BadInput
from menagerie.games.catbox import document_checks, names
from menagerie.games.catbox.cards import fish_place, hand_place, put
from menagerie.games.catbox.edition import IDENTITY_NAMES, SIDE_NAMES, TOKEN_NAMES
from menagerie.games.catbox.layout import card_on, lay, square_of
from menagerie.games.catbox.moves import decode
from menagerie.games.catbox.moves import from_json as move_from_json
from menagerie.games.catbox.schemas import Position
from menagerie.games.catbox.setup import clear_table
from menagerie.games.catbox.table import (
    IN_DECK,
    NOBODY,
    NONE,
    SQUARES,
    TAKEN_OFF,
    Table,
)


def lay_position(table: Table, data: object) -> None:
    """Lay a position onto a table that was set up with its edition, players and options."""
    position = validation.read(Position, data, "the position", table)
    document_checks.check_components(table, position)
    clear_table(table)
    _lay_progress(table, position)
    _lay_layout(table, position)
    _lay_hands(table, position)
    _lay_held(table, position)
    _lay_packs(table, position)
    _lay_tokens(table, position)
    _lay_turn(table, position)
    document_checks.check_phase(table)


def _lay_progress(table: Table, position: Position) -> None:
    table.phase = names.PHASE_NAMES.index(position.phase)
    table.to_move = NOBODY if position.to_move is None else position.to_move
    table.turn = position.turn
    for seat, name in enumerate(position.identities):
        table.identity[seat] = IDENTITY_NAMES.index(name)


def _lay_layout(table: Table, position: Position) -> None:
    """From the bottom to the top; each card but the first lies on others."""
    for laid in position.layout:
        column, row = laid.at
        if not table.laid and (column, row) != (0, 0):
            raise BadInput("the layout's first card must be at [0, 0]")
        if table.laid and not _touches(table, column, row):
            card = f"the card {laid.card}"
            raise BadInput(f"{card} must cover a square of the cards below it (CAT-T3)")
        lay(table, laid.card, SIDE_NAMES.index(laid.side), column, row)


def _touches(table: Table, column: int, row: int) -> bool:
    squares = [square_of(column + (part & 1), row + (part >> 1)) for part in range(SQUARES)]
    near = table.left - 1 <= column <= table.right and table.top - 1 <= row <= table.bottom
    return bool(near) and any(card_on(table, square) != NONE for square in squares)


def _lay_hands(table: Table, position: Position) -> None:
    for seat, hand in enumerate(position.hands):
        for slot, held in enumerate(hand):
            put(table, hand_place(seat, slot), held.card, SIDE_NAMES.index(held.public))
        table.hand_size[seat] = len(hand)


def _lay_held(table: Table, position: Position) -> None:
    """The cards under fishes; `held_known` has a bit for each seat that knows the card."""
    for seat, cards in enumerate(position.held):
        for held in cards:
            side = SIDE_NAMES.index(held.plays)
            if held.known_to and table.twin[held.card, side] == NONE:
                raise BadInput(
                    "known_to is only for a card that its visible side does not identify"
                )
            put(table, fish_place(seat), held.card, side)
            table.held_known[seat] = sum(1 << other for other in set(held.known_to))


def _lay_packs(table: Table, position: Position) -> None:
    """The deck, top first, and the cards taken off it."""
    packs = ((TAKEN_OFF, position.removed), (IN_DECK, position.deck[::-1]))
    for first, pack in packs:
        for place, held in enumerate(pack, first):
            put(table, place, held.card, SIDE_NAMES.index(held.up))
    table.removed_size = len(position.removed)
    table.deck_size = len(position.deck)


def _lay_tokens(table: Table, position: Position) -> None:
    for seat, tokens in enumerate(position.tokens):
        table.tokens[seat] = sum(1 << TOKEN_NAMES.index(name) for name in tokens)
    for i, guard in enumerate(position.guards):
        table.guard_seat[i] = guard.seat
        table.guard_column[i], table.guard_row[i] = guard.at
    table.guards = len(position.guards)


def _lay_turn(table: Table, position: Position) -> None:
    table.token_played = position.token_played
    table.attention = position.attention
    table.cards_played = position.cards_played
    table.refill[: len(position.to_refill)] = position.to_refill
    table.refills = len(position.to_refill)
    table.chosen = NONE
    if position.chosen is not None:
        table.chosen = move_from_json(table, position.chosen)
        if decode(int(table.chosen)).verb not in ("card", "held", "lift"):
            raise BadInput("chosen must be the move that chose a card, or null")
