"""DNA tokens: gained from the supply, or owed by an opponent."""

from menagerie.contract import Seat
from menagerie.games.cubosaurs.seats import next_seat
from menagerie.games.cubosaurs.table import Phase, Table
from menagerie.kernel import kernel


@kernel
def gain_token(table: Table, seat: Seat) -> None:
    """A token from the supply (CUB-A3), or else one that is owed by an opponent (CUB-A4)."""
    if table.supply > 0:
        table.supply -= 1
        table.dna[seat] += 1
    else:
        table.owed[seat] += 1


@kernel
def next_gainer(table: Table) -> Seat:
    """The seat whose token is settled first, in turn order from the active seat (CUB-A4).

    That is the starter at a deal, and the buyer in a swap. -1 when none is owed.
    """
    seat = int(table.turn)
    for _ in range(table.players):
        if table.owed[seat] > 0:
            return seat
        seat = next_seat(table, seat)
    return -1


@kernel
def count_victims(table: Table, gainer: Seat) -> int:
    """How many opponents have a token to lose."""
    count = 0
    for seat in range(table.players):
        if seat != gainer and table.dna[seat] > 0:
            count += 1
    return count


@kernel
def first_victim(table: Table, gainer: Seat) -> Seat:
    """The first opponent with a token to lose."""
    for seat in range(table.players):
        if seat != gainer and table.dna[seat] > 0:
            return seat
    return -1


@kernel
def rob(table: Table, gainer: Seat, victim: Seat) -> None:
    """Hand over a token that is owed."""
    table.dna[victim] -= 1
    table.dna[gainer] += 1
    table.owed[gainer] -= 1


@kernel
def settle(table: Table) -> bool:
    """Settle the tokens owed until a player must choose; True if none is left."""
    gainer = next_gainer(table)
    while gainer >= 0:
        victims = count_victims(table, gainer)
        if victims > 1:  # CUB-A4: of the gainer's choice
            table.phase = Phase.ROB
            table.to_move = gainer
            return False
        if victims == 1:
            rob(table, gainer, first_victim(table, gainer))
        else:  # CUB-A4: nobody has one, nothing is gained
            table.owed[gainer] = 0
        gainer = next_gainer(table)
    return True
