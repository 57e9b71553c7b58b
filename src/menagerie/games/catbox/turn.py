"""The course of a turn, and the end of the game."""

from menagerie.contract import Seat
from menagerie.games.catbox.cards import any_left, fill_hand
from menagerie.games.catbox.table import NOBODY, NONE, Phase, Table
from menagerie.games.catbox.tokens import any_token
from menagerie.kernel import kernel


@kernel
def end_turn_if_done(table: Table) -> None:
    """After a card, the turn ends by itself if no token can be played."""
    if table.phase == Phase.AFTER and not any_token(table):
        end_turn(table)


@kernel
def end_turn(table: Table) -> None:
    """Hands are refilled in the order in which they lost a card (CAT-T6, CAT-A4)."""
    for i in range(table.refills):
        fill_hand(table, int(table.refill[i]))
    clear_turn(table)
    if any_left(table):
        start_turn(table, (int(table.to_move) + 1) % int(table.players))  # CAT-T7
    else:
        table.phase = Phase.OVER  # CAT-E1
        table.to_move = NOBODY


@kernel
def start_turn(table: Table, seat: Seat) -> None:
    table.turn += 1
    table.to_move = seat
    table.phase = Phase.PLAY
    drop_guard(table, seat)


@kernel
def clear_turn(table: Table) -> None:
    for i in range(table.refills):
        table.refill[i] = 0
    table.refills = 0
    table.token_played = 0
    table.cards_played = 0
    table.attention = 0
    table.chosen = NONE


@kernel
def drop_guard(table: Table, seat: Seat) -> None:
    """A guard falls when its player's turn starts (CAT-A6)."""
    kept = 0
    for i in range(table.guards):
        if table.guard_seat[i] != seat:
            set_guard(table, kept, i)
            kept += 1
    for i in range(kept, int(table.guards)):
        table.guard_seat[i] = 0
        table.guard_column[i] = 0
        table.guard_row[i] = 0
    table.guards = kept


@kernel
def set_guard(table: Table, to: int, source: int) -> None:
    table.guard_seat[to] = table.guard_seat[source]
    table.guard_column[to] = table.guard_column[source]
    table.guard_row[to] = table.guard_row[source]
