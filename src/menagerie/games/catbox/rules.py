"""The rules of Cat Box: setting up, which moves are legal, and what they do."""

from menagerie.contract import MoveNumber, Seat
from menagerie.games.catbox.card_play import cover_of, list_cards, place_chosen, side_chosen
from menagerie.games.catbox.cards import clear, fish_place, put, take_from_hand
from menagerie.games.catbox.layout import column_of, is_laid, lay, lift, row_of
from menagerie.games.catbox.move_numbers import (
    ATTENTION,
    CARD,
    END,
    FISH,
    GUARD,
    HELD,
    LIFT,
    MOUSE,
    PASS,
    PAW,
    PLACE,
)
from menagerie.games.catbox.placement import NO_LIFTED_CARD, list_places, most_covered
from menagerie.games.catbox.setup import setup
from menagerie.games.catbox.table import HAND, NONE, Phase, Table, Token
from menagerie.games.catbox.tokens import (
    can_attend,
    can_fish,
    can_use_mouse,
    can_use_paw,
    has_token,
    is_movable,
    list_catches,
    list_guards,
    spend,
)
from menagerie.games.catbox.turn import end_turn, end_turn_if_done
from menagerie.kernel import Numbers, kernel

__all__ = ["apply", "is_over", "legal", "setup"]


@kernel
def is_over(table: Table) -> bool:
    return table.phase == Phase.OVER


@kernel
def legal(table: Table, out: Numbers) -> int:
    """Write the legal moves into `out` in ascending order, and return how many there are."""
    phase = table.phase
    if phase == Phase.PLAY:
        return legal_plays(table, out)
    if phase == Phase.PLACE:
        return list_places(table, cover_of(table, int(table.chosen)), NO_LIFTED_CARD, PLACE, out)
    if phase == Phase.AFTER:
        return legal_after(table, out)
    if phase == Phase.LIFT:
        return legal_lifts(table, out)
    if phase == Phase.RELAY:
        card = int(table.chosen) - LIFT
        most = most_covered(table, card, int(table.side_up[card]))
        return list_places(table, most, card, PLACE, out)
    return 0


@kernel
def legal_plays(table: Table, out: Numbers) -> int:
    """A card that has a place (CAT-T1), or a token before it, or passing (CAT-T8)."""
    cards = list_cards(table, out)
    count = cards
    with_tokens = table.advanced and not table.token_played and table.cards_played == 0
    if with_tokens and can_attend(table):
        out[count] = ATTENTION
        count += 1
    if with_tokens and can_fish(table):
        count = list_catches(table, out, count)
    if cards == 0:
        out[count] = PASS
        count += 1
    if with_tokens and has_token(table, Token.CATBOX):
        count = list_guards(table, True, out, count)
    return count


@kernel
def legal_after(table: Table, out: Numbers) -> int:
    """A token after the card, or none."""
    count = 0
    if can_use_paw(table):
        out[count] = PAW
        count += 1
    if can_use_mouse(table):
        out[count] = MOUSE
        count += 1
    if can_fish(table):
        count = list_catches(table, out, count)
    out[count] = END
    count += 1
    if has_token(table, Token.CATBOX):
        count = list_guards(table, False, out, count)
    return count


@kernel
def legal_lifts(table: Table, out: Numbers) -> int:
    """Cards by their number (CAT-A7)."""
    count = 0
    for card in range(GUARD - LIFT):
        if is_laid(table, card) and is_movable(table, card):
            out[count] = LIFT + card
            count += 1
    return count


@kernel
def apply(table: Table, move: MoveNumber) -> None:
    """Carry out a legal move and everything that follows without a decision."""
    act(table, move)
    end_turn_if_done(table)


@kernel
def act(table: Table, move: MoveNumber) -> None:
    """Carry out the move itself."""
    if move <= HELD:
        table.chosen = move
        table.phase = Phase.PLACE
    elif move >= PLACE:
        place_card(table, move - PLACE)
    elif move >= GUARD:
        put_guard(table, move - GUARD)
    elif move >= LIFT:
        table.chosen = move
        table.phase = Phase.RELAY
    elif move in (PASS, END):
        end_turn(table)
    elif move >= FISH:
        catch(table, (move - FISH) // HAND, (move - FISH) % HAND)
    elif move == PAW:
        spend(table, Token.PAW)
        table.phase = Phase.PLAY  # CAT-A4
    elif move == ATTENTION:
        spend(table, Token.ATTENTION)
        table.attention = 1  # CAT-A5
    elif move == MOUSE:
        spend(table, Token.MOUSE)
        table.phase = Phase.LIFT  # CAT-A7


@kernel
def place_card(table: Table, square: int) -> None:
    """Lay the card that was chosen, out of a hand or again."""
    column = column_of(table, square)
    row = row_of(table, square)
    if table.phase == Phase.RELAY:
        card = int(table.chosen) - LIFT
        side = int(table.side_up[card])
        lift(table, card)
        lay(table, card, side, column, row)
    else:
        chosen = int(table.chosen)
        card = int(table.card_at[place_chosen(table, chosen)])
        side = side_chosen(table, chosen)
        take_chosen(table, chosen)
        lay(table, card, side, column, row)
        table.cards_played += 1
        table.attention = 0
    table.chosen = NONE
    table.phase = Phase.AFTER


@kernel
def take_chosen(table: Table, chosen: int) -> None:
    """Take a card from a hand, which is refilled later; or from under a fish (CAT-A8)."""
    if chosen == HELD:
        clear(table, fish_place(int(table.to_move)))
        table.held_known[table.to_move] = 0
    else:
        take_from_hand(table, (chosen - CARD) // HAND, (chosen - CARD) % HAND)


@kernel
def put_guard(table: Table, square: int) -> None:
    """Put a cat box on a square as a guard (CAT-A6)."""
    spend(table, Token.CATBOX)
    table.guard_seat[table.guards] = table.to_move
    table.guard_column[table.guards] = column_of(table, square)
    table.guard_row[table.guards] = row_of(table, square)
    table.guards += 1


@kernel
def catch(table: Table, owner: Seat, slot: int) -> None:
    """A card goes under the fish, with the side up that it will be played with (CAT-A8)."""
    seat = int(table.to_move)
    spend(table, Token.FISH)
    place = place_chosen(table, CARD + owner * HAND + slot)
    card = int(table.card_at[place])
    side = side_chosen(table, CARD + owner * HAND + slot)
    if table.twin[card, side] != NONE:  # a seat that has seen the other side knows the card
        everybody = (1 << int(table.players)) - 1
        table.held_known[seat] = everybody if owner == seat else 1 << owner
    take_from_hand(table, owner, slot)
    put(table, fish_place(seat), card, side)
