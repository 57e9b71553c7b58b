"""Checks across fields that a position is possible; the schema only checks single fields.

Compiled code does not validate tables.
"""

from collections import Counter
from itertools import chain

from menagerie.contract import Seat
from menagerie.errors import BadInput
from menagerie.games.catbox.card_play import any_card, cover_of
from menagerie.games.catbox.cards import any_left, fish_place
from menagerie.games.catbox.edition import IDENTITY_NAMES, TOKEN_NAMES
from menagerie.games.catbox.layout import card_on, is_laid, square_of
from menagerie.games.catbox.move_numbers import HELD, LIFT
from menagerie.games.catbox.names import PHASE_NAMES
from menagerie.games.catbox.placement import NO_LIFTED_CARD, any_place
from menagerie.games.catbox.schemas import CardSomewhere, Position
from menagerie.games.catbox.setup import identities_in_play
from menagerie.games.catbox.table import CARDS, NONE, Phase, Table, Token
from menagerie.games.catbox.tokens import any_token, is_movable
from menagerie.validation import check_to_move, times


def check_components(table: Table, position: Position) -> None:
    """Check that every component appears exactly once.

    Called before the position is written to the table.
    """
    check_to_move(position.phase, position.to_move)
    _check_identities(table, position)
    _check_sizes(table, position)
    _check_cards(position)
    _check_token_sets(table, position)
    for seat, count in Counter(position.to_refill).items():
        if count > 1:
            raise BadInput(f"to_refill has seat {seat} twice (CAT-T6)")


def _check_identities(table: Table, position: Position) -> None:
    """One for each player, and the others set aside (CAT-S1)."""
    dealt, unused = position.identities, position.unused_identities
    known = IDENTITY_NAMES[: identities_in_play(table)]
    if unused != sorted(unused) or sorted([*dealt, *unused]) != sorted(known):
        raise BadInput(
            f"identities and unused_identities, sorted, must be {', '.join(known)}, each once"
        )


def _check_sizes(table: Table, position: Position) -> None:
    """How many cards may lie in each place."""
    if not position.layout:
        raise BadInput("layout must have a card (CAT-S5)")
    most = int(table.hand_for[table.players])
    for hand in position.hands:
        if len(hand) > most:
            raise BadInput(f"hands have at most {most} cards here, not {len(hand)} (CAT-S3)")
    for cards in position.held:
        if len(cards) > 1 or (cards and not table.advanced):
            raise BadInput("held has at most one card per player, in the advanced game (CAT-A8)")
    wanted = 0 if table.advanced else int(table.removed_for[table.players])  # CAT-A1
    if (found := len(position.removed)) != wanted:
        raise BadInput(f"removed must have {wanted} cards here, not {found} (CAT-S2)")


def _check_cards(position: Position) -> None:
    packs = (position.layout, position.deck, position.removed)
    cards = chain[CardSomewhere](*packs, *position.hands, *position.held)
    seen = Counter(placed.card for placed in cards)
    for card in range(CARDS):
        if seen[card] != 1:
            raise BadInput(f"the card {card} appears {times(seen[card])}; the deck has 1 (CAT-C1)")


def _check_token_sets(table: Table, position: Position) -> None:
    """Each player has one of each token, or has used it (CAT-A2)."""
    for tokens in position.tokens:
        if tokens != [name for name in TOKEN_NAMES if name in tokens]:
            raise BadInput(f"tokens must be in the order {', '.join(TOKEN_NAMES)}, none twice")
        if tokens and not table.advanced:
            raise BadInput("tokens must be empty in the basic game (CAT-A2)")
    if len(position.guards) > table.players:
        raise BadInput(f"guards must have at most {table.players} entries here (CAT-A2)")


def check_phase(table: Table) -> None:
    """Check that the phase is possible with what now lies on the table."""
    phase = Phase(table.phase)
    _check_tokens(table)
    _check_turn(table, phase)
    _check_chosen(table, phase)
    if phase == Phase.OVER:
        if any_left(table) or table.deck_size:
            raise BadInput("in phase over, hands, held and deck must be empty (CAT-E1)")
    elif phase == Phase.PLAY:
        _check_play(table)
    elif phase == Phase.AFTER and not any_token(table):
        raise BadInput("phase after requires that a token can be played (CAT-A2)")
    elif phase == Phase.LIFT and not any(
        is_movable(table, card) for card in table.stack[: table.laid].tolist()
    ):
        raise BadInput("phase lift requires that a card can be moved (CAT-A7)")


def _check_tokens(table: Table) -> None:
    """A token on the table is used up; a guard lies on a visible square."""
    if table.guards and not table.advanced:
        raise BadInput("guards must be empty in the basic game (CAT-A6)")
    for i in range(table.guards):
        seat = int(table.guard_seat[i])
        if seat in table.guard_seat[:i] or _has(table, seat, Token.CATBOX):
            raise BadInput(f"seat {seat} may have one catbox token: unused, or one guard (CAT-A2)")
        at = square_of(int(table.guard_column[i]), int(table.guard_row[i]))
        near = table.left <= table.guard_column[i] <= table.right
        near = near and table.top <= table.guard_row[i] <= table.bottom
        if not near or card_on(table, at) == NONE:
            raise BadInput("a guard must lie on a square of the layout (CAT-A6)")
        if table.phase != Phase.OVER and seat == table.to_move and not table.token_played:
            raise BadInput(f"seat {seat} may have no guard: it falls when the turn starts (CAT-A6)")
    for seat in range(table.players):
        if table.card_at[fish_place(seat)] != NONE and _has(table, seat, Token.FISH):
            raise BadInput(f"seat {seat} may have one fish token: unused, or over a card (CAT-A2)")


def _has(table: Table, seat: Seat, token: Token) -> bool:
    return bool(int(table.tokens[seat]) >> token & 1)


def _check_turn(table: Table, phase: Phase) -> None:
    """What was played in this turn."""
    name = PHASE_NAMES[phase]
    used = table.token_played or table.attention or table.cards_played or table.refills
    if phase == Phase.OVER and used:
        fields = "token_played, attention, cards_played and to_refill"
        raise BadInput(f"in phase over, {fields} must be false, 0 or empty")
    if table.token_played and not table.advanced:
        raise BadInput("token_played must be false in the basic game (CAT-A2)")
    if table.attention and (phase not in (Phase.PLAY, Phase.PLACE) or table.cards_played):
        raise BadInput(f"attention must be false in phase {name} (CAT-A5)")
    if table.attention and not table.token_played:
        raise BadInput("with attention, token_played must be true (CAT-A2)")
    if phase in (Phase.AFTER, Phase.LIFT, Phase.RELAY) and table.cards_played != 1:
        raise BadInput(f"in phase {name}, cards_played must be 1 (CAT-A2)")
    if phase in (Phase.LIFT, Phase.RELAY) and not table.token_played:
        raise BadInput(f"in phase {name}, token_played must be true (CAT-A7)")
    if phase in (Phase.PLAY, Phase.PLACE) and table.cards_played and not table.token_played:
        raise BadInput(f"in phase {name}, cards_played may be 1 only after a paw (CAT-A4)")
    _check_spent(table, phase)


def _check_spent(table: Table, phase: Phase) -> None:
    """A token in effect is used up."""
    seat = int(table.to_move)
    in_effect = []
    if table.attention:
        in_effect.append(Token.ATTENTION)
    if phase in (Phase.LIFT, Phase.RELAY):
        in_effect.append(Token.MOUSE)
    if phase in (Phase.PLAY, Phase.PLACE) and table.cards_played:
        in_effect.append(Token.PAW)
    for token in in_effect:
        if _has(table, seat, token):
            raise BadInput(f"tokens of seat {seat} have {token.name.lower()}, which is in effect")


def _check_chosen(table: Table, phase: Phase) -> None:
    """The chosen card has a place."""
    chosen = int(table.chosen)
    wanted = phase in (Phase.PLACE, Phase.RELAY)
    if wanted != (chosen != NONE):
        raise BadInput("chosen must be the move that chose a card, in place and relay; else null")
    if phase == Phase.PLACE:
        most = int(cover_of(table, chosen)) if chosen <= HELD else 0
        if not most or not any_place(table, most, NO_LIFTED_CARD):
            raise BadInput("chosen must name a card that is there and has a place (CAT-T3)")
    if phase == Phase.RELAY:
        card = chosen - LIFT
        if card < 0 or not is_laid(table, card) or not is_movable(table, card):
            raise BadInput("chosen must name a card that can be moved (CAT-A7)")


def _check_play(table: Table) -> None:
    if not any_left(table):
        raise BadInput("phase play requires that somebody has a card (CAT-E1)")
    if (table.attention or table.cards_played) and not any_card(table):
        raise BadInput("attention and paw require a card that can be laid (CAT-A4, CAT-A5)")
