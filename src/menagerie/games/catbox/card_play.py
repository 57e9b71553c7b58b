"""Which cards a player may play now (CAT-T1), and how much they may cover."""

from menagerie.contract import MoveNumber
from menagerie.games.catbox.cards import fish_place, hand_place, side_played
from menagerie.games.catbox.move_numbers import CARD, HELD
from menagerie.games.catbox.placement import can_lay, most_covered
from menagerie.games.catbox.table import HAND, NONE, Table
from menagerie.kernel import Numbers, kernel


@kernel
def place_chosen(table: Table, move: MoveNumber) -> int:
    """The place of the card that a move from CARD to HELD names."""
    return fish_place(int(table.to_move)) if move == HELD else hand_place(0, 0) + move - CARD


@kernel
def side_chosen(table: Table, move: MoveNumber) -> int:
    """The side that would be up (CAT-T1, CAT-A8)."""
    place = place_chosen(table, move)
    if move == HELD:
        return int(table.side_at[place])
    return side_played(table, int(table.to_move), (move - CARD) // HAND, place)


@kernel
def cover_of(table: Table, move: MoveNumber) -> int:
    """How many squares the card that a move names may cover; 0 if no card is there."""
    card = int(table.card_at[place_chosen(table, move)])
    return 0 if card == NONE else most_covered(table, card, side_chosen(table, move))


@kernel
def best_cover(table: Table) -> int:
    """The most squares that any playable card can cover; 0 if there is no such card."""
    best = 0
    for move in range(CARD, HELD + 1):
        best = max(best, cover_of(table, move))
    return best


@kernel
def any_card(table: Table) -> bool:
    """Whether a card can be laid."""
    best = best_cover(table)
    return best > 0 and can_lay(table, best)


@kernel
def list_cards(table: Table, out: Numbers) -> int:
    """Write the moves that choose a card with a place, and return how many there are."""
    count = 0
    for move in range(CARD, HELD + 1):
        most = cover_of(table, move)
        if most > 0 and can_lay(table, most):
            out[count] = move
            count += 1
    return count
