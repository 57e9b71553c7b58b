"""Rounds and turns: dealing, taking up the Hand, ending a round."""

from menagerie.contract import Seat
from menagerie.games.cubosaurs.cards import (
    add_card,
    clear_collections,
    draw_card,
    draw_into_hand,
    shuffle_deck,
)
from menagerie.games.cubosaurs.market import refill_market
from menagerie.games.cubosaurs.scoring import score_collection
from menagerie.games.cubosaurs.seats import next_seat
from menagerie.games.cubosaurs.table import DEALT, KINDS, NOBODY, PER_PLAYER, Phase, Table
from menagerie.games.cubosaurs.tokens import settle
from menagerie.kernel import kernel


@kernel
def deal(table: Table) -> None:
    """Set up a round; tokens for the cards dealt come in turn order (CUB-A4)."""
    clear_collections(table)
    shuffle_deck(table)
    seat = int(table.starter)
    for _ in range(table.players):
        for _ in range(DEALT):  # CUB-S2
            add_card(table, seat, draw_card(table))
        seat = next_seat(table, seat)
    table.turn = table.starter
    table.bought = 0
    if settle(table):
        open_round(table)


@kernel
def open_round(table: Table) -> None:
    """The starter has no Hand yet (CUB-S4) and draws a card."""
    table.phase = Phase.CHOOSE
    table.to_move = table.turn
    draw_into_hand(table, int(table.turn))  # CUB-T2


@kernel
def is_fresh(table: Table) -> bool:
    """Whether the round has just been dealt: nobody has drawn yet."""
    if table.turn != table.starter or table.hand_size > 0:
        return False
    laid_out = 0
    for seat in range(table.players):
        for kind in range(KINDS):
            laid_out += int(table.collection[seat, kind])
    dealt = DEALT * int(table.players)
    return laid_out == dealt and table.deck_size == PER_PLAYER * int(table.players) - dealt


@kernel
def start_turn(table: Table, seat: Seat) -> None:
    """Take up the Hand that was passed (CUB-T1), or draw a card for a new one (CUB-T2)."""
    table.turn = seat
    table.to_move = seat
    table.phase = Phase.CHOOSE
    table.bought = 0
    if table.hand_size > 0:
        for i in range(table.hand_size):
            table.hand_known[i] |= 1 << seat  # CUB-T9
    elif table.deck_size > 0:
        draw_into_hand(table, seat)
    else:
        end_round(table)  # CUB-E1


@kernel
def continue_turn(table: Table) -> bool:
    """Continue once no token is owed any more; True if the turn has ended."""
    if table.hand_size > 0:  # a tile was applied, and the Hand still waits for a decision (CUB-A5)
        table.phase = Phase.CHOOSE
        table.to_move = table.turn
        return False
    if is_fresh(table):
        open_round(table)
        return False
    return True


@kernel
def end_round(table: Table) -> None:
    """Score the round, then deal the next one or end the game."""
    for seat in range(table.players):
        table.round_scores[table.round_number - 1, seat] = score_collection(table, seat)
    if table.round_number == table.rounds:  # CUB-R1
        table.phase = Phase.OVER
        table.to_move = NOBODY
        return
    table.starter = lowest(table)
    table.direction = -table.direction  # CUB-R3
    table.round_number += 1
    if table.advanced:
        refill_market(table)
    deal(table)


@kernel
def lowest(table: Table) -> Seat:
    """The seat with the lowest score of the round; a tie goes to the earliest turn (CUB-R2)."""
    scores = table.round_scores[table.round_number - 1]
    seat = int(table.starter)
    least = seat
    for _ in range(table.players):
        if scores[seat] < scores[least]:
            least = seat
        seat = next_seat(table, seat)
    return least
