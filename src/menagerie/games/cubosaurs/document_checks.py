"""Checks across fields that a position is possible; the schema only checks single fields.

Compiled code does not validate tables.
"""

from collections import Counter

from menagerie.contract import Seat
from menagerie.errors import BadInput
from menagerie.games.cubosaurs import names
from menagerie.games.cubosaurs.edition import TILE_NAMES
from menagerie.games.cubosaurs.market import ASKS, is_possible
from menagerie.games.cubosaurs.schemas import Position
from menagerie.games.cubosaurs.seats import turn_order
from menagerie.games.cubosaurs.table import HAND, TILES, TYPE_OF, TYPES, Phase, Table, Tile
from menagerie.validation import check_to_move, times

TILE_PHASES = {int(asks): tile for tile, asks in enumerate(ASKS) if asks != Phase.CHOOSE} | {
    int(Phase.SWAP_GIVE): int(Tile.SWAP)
}


def check_components(table: Table, position: Position) -> None:
    """Check that every card, token and tile appears exactly once.

    Called before the position is written to the table.
    """
    _check_progress(table, position)
    _check_cards(table, position)
    _check_hand(table, position)
    _check_tokens(table, position)
    _check_tiles(table, position)
    _check_pending(position)


def _check_progress(table: Table, position: Position) -> None:
    check_to_move(position.phase, position.to_move)
    if position.rounds != table.rounds:
        raise BadInput(f"rounds must be {table.rounds}, as in options, not {position.rounds}")
    if position.round not in range(1, position.rounds + 1):
        raise BadInput(f"round must be 1 to {position.rounds}, not {position.round}")
    is_over = position.phase == "over"
    if is_over and (position.round != position.rounds or position.bought):
        raise BadInput("phase over requires that the last round is played and bought is false")
    finished = position.round if is_over else position.round - 1
    if (found := len(position.round_scores)) != finished:
        raise BadInput(f"round_scores must have {finished} entries here, not {found}")


def _check_cards(table: Table, position: Position) -> None:
    """Every card, each exactly once."""
    aside, destroyed = Counter(position.aside), Counter(position.destroyed)
    total = Counter(position.deck) + Counter(position.hand) + aside
    for cards in position.collections:
        total += Counter(cards)
    for kind, copies in enumerate(table.copies.tolist()):
        if total[kind] != copies:
            raise BadInput(
                f"the card {names.card_name(table, kind)} appears {times(total[kind])}; "
                f"the edition has {copies} (CUB-C1)"
            )
    if destroyed and not table.advanced:
        raise BadInput("destroyed must be empty in the basic game (CUB-A13)")
    if missing := destroyed - aside:
        card = names.card_name(table, next(iter(missing)))
        raise BadInput(f"destroyed has {card}, which is not in aside")


def _check_hand(table: Table, position: Position) -> None:
    """The Hand fits on the table, and its holder knows every card (CUB-T9)."""
    hand = position.hand
    if len(hand) + TYPES - len({int(TYPE_OF[kind]) for kind in hand}) + 2 > HAND:
        raise BadInput("hand has more cards of the same types than a Hand can collect")
    if len(position.hand_known_to) != len(hand):
        found = len(position.hand_known_to)
        raise BadInput(f"hand_known_to must have {len(hand)} entries here, not {found}")
    for seats in position.hand_known_to:
        if table.open_hands and len(seats) != table.players:
            raise BadInput("hand_known_to must hold all seats with open_hands (CUB-T9)")
        if position.turn not in seats:
            raise BadInput(f"hand_known_to lacks seat {position.turn}, who holds the Hand (CUB-T9)")


def _check_tokens(table: Table, position: Position) -> None:
    tokens = int(table.tokens) if table.advanced else 0
    if (total := sum(position.dna) + position.supply) != tokens:
        raise BadInput(f"dna and supply have {total} tokens; the game has {tokens} (CUB-A1)")


def _check_tiles(table: Table, position: Position) -> None:
    """Every tile of this game, each exactly once."""
    rows = (position.market, position.pile, *position.tiles)
    seen = Counter(tile for row in rows for tile in row)
    for tile in range(TILES):
        wanted = int(_takes_part(table, tile))
        if seen[tile] != wanted:
            raise BadInput(
                f"the tile {TILE_NAMES[tile]} appears {times(seen[tile])}; "
                f"a game with these options has {wanted} (CUB-A1, CUB-A2)"
            )


def _takes_part(table: Table, tile: int) -> bool:
    barred = not table.interaction and int(table.interaction_tiles) >> tile & 1
    return bool(table.advanced) and not barred


def _check_pending(position: Position) -> None:
    pending = position.pending
    if (pending is not None) != (position.phase == "swap_give"):
        raise BadInput("pending must name a seat and a card in phase swap_give; otherwise be null")
    if pending is None:
        return
    if pending.seat == position.turn or pending.card not in position.collections[pending.seat]:
        raise BadInput("pending must name a card that an opponent has (CUB-A17)")


def check_phase(table: Table, position: Position) -> None:
    """Check that the phase is possible with what now lies on the table."""
    phase, name = Phase(table.phase), position.phase
    if phase not in (Phase.CHOOSE, Phase.OVER) and not table.advanced:
        raise BadInput(f"the basic game has no phase {name}")
    if table.bought and not table.advanced:
        raise BadInput("bought must be false in the basic game (CUB-A5)")
    if phase == Phase.OVER and (table.hand_size or table.deck_size):
        raise BadInput("deck and hand must be empty in phase over (CUB-E1)")
    _check_owed(table, position.owed, phase)
    if phase not in (Phase.ROB, Phase.OVER):
        if table.to_move != table.turn:
            raise BadInput(f"to_move must be {table.turn}, whose turn it is, in phase {name}")
        if not table.hand_size:
            raise BadInput(f"hand must not be empty in phase {name} (CUB-T1)")
    if phase in TILE_PHASES:
        _check_tile_phase(table, phase)


def _check_owed(table: Table, owed: list[Seat], phase: Phase) -> None:
    """A token is owed where the gainer must choose whom to rob (CUB-A4)."""
    if (phase == Phase.ROB) != bool(owed):
        raise BadInput("owed must list tokens in phase rob, and be empty in all others")
    if owed != sorted(owed, key=turn_order(table).index):
        raise BadInput("owed must be in turn order from the seat whose turn it is (CUB-A4)")
    if not owed:
        return
    gainer = owed[0]
    victims = [seat for seat in range(table.players) if seat != gainer and table.dna[seat]]
    if table.to_move != gainer or table.supply or len(victims) < 2:
        raise BadInput(
            "phase rob requires that the supply is empty, that to_move gains the first token owed, "
            "and that two opponents or more have tokens (CUB-A4)"
        )


def _check_tile_phase(table: Table, phase: Phase) -> None:
    name = names.PHASE_NAMES[phase]
    if not table.bought:
        raise BadInput(f"bought must be true in phase {name}: a tile asks this (CUB-A5)")
    if not is_possible(table, int(table.turn), TILE_PHASES[phase]):
        raise BadInput(f"in phase {name} there must be a card to choose (CUB-A6)")
