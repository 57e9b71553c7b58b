"""Seats in turn order."""

from menagerie.contract import Seat
from menagerie.games.cubosaurs.table import Table
from menagerie.kernel import as_view, interpreted, kernel


@kernel
def next_seat(table: Table, seat: Seat) -> Seat:
    """The neighbour in the direction of play."""
    after = seat + int(table.direction)
    if after < 0:
        return int(table.players) - 1
    if after == table.players:
        return 0
    return after


def turn_order(table: Table) -> list[Seat]:
    """All seats, from the one whose turn it is, in the direction of play."""
    table, next_one = as_view(table), interpreted(next_seat)
    order = [table.turn]
    while len(order) < table.players:
        order.append(next_one(table, order[-1]))
    return order
