"""The rules of Cubosaurs: setting up, which moves are legal, and what they do."""

from menagerie.contract import MoveNumber, Seat
from menagerie.games.cubosaurs.cards import (
    add_card,
    clear_hand,
    draw_into_hand,
    hand_types,
    put_into_hand,
    remove_card,
)
from menagerie.games.cubosaurs.market import (
    ASKS,
    is_for_sale,
    put_tile,
)
from menagerie.games.cubosaurs.move_numbers import (
    BUY,
    DESTROY,
    GIVE,
    KEEP,
    REFUSE,
    ROB,
    STEAL,
    TAKE,
    kind_of,
    seat_of,
)
from menagerie.games.cubosaurs.rounds import continue_turn, start_turn
from menagerie.games.cubosaurs.seats import next_seat
from menagerie.games.cubosaurs.setup import setup as setup  # noqa: PLC0414 - of the contract
from menagerie.games.cubosaurs.table import (
    ALL_TYPES,
    KINDS,
    KINDS_OF_TYPES,
    TILES,
    Phase,
    Table,
    Tile,
)
from menagerie.games.cubosaurs.tokens import rob, settle
from menagerie.kernel import Numbers, bits, kernel


@kernel
def is_over(table: Table) -> bool:
    return table.phase == Phase.OVER


@kernel
def legal(table: Table, out: Numbers) -> int:
    """Write the legal moves into `out` in ascending order, and return how many there are."""
    phase = table.phase
    if phase == Phase.CHOOSE:
        return legal_choices(table, out)
    if phase == Phase.FORBIDDEN:
        return legal_refusals(table, hand_types(table), out, 0)  # CUB-A12
    if phase == Phase.DESTROY_OWN:
        return legal_cards(table, int(table.turn), DESTROY, int(table.turn), out, 0)  # CUB-A13
    if phase == Phase.DESTROY_OTHER:
        return legal_cards_of_others(table, DESTROY, out)  # CUB-A14
    if phase == Phase.STEAL:
        return legal_cards_of_others(table, STEAL, out)  # CUB-A15
    if phase == Phase.GIVE:
        return legal_gifts(table, out)  # CUB-A16
    if phase == Phase.SWAP_TAKE:
        return legal_cards_of_others(table, TAKE, out)  # CUB-A17
    if phase == Phase.SWAP_GIVE:
        return legal_cards(table, int(table.turn), GIVE, int(table.pending_seat), out, 0)
    if phase == Phase.ROB:
        return legal_robberies(table, out)
    return 0


@kernel
def legal_choices(table: Table, out: Numbers) -> int:
    out[0] = KEEP  # CUB-T3
    count = legal_refusals(table, ~hand_types(table), out, 1)  # CUB-T5
    if table.advanced and not table.bought:
        for tile in range(TILES):
            if is_for_sale(table, int(table.turn), tile):
                out[count] = BUY + tile
                count += 1
    return count


@kernel
def legal_refusals(table: Table, types: int, out: Numbers, count: int) -> int:
    """Refusing with a card of one of these types."""
    kinds = int(table.holds[table.turn]) & KINDS_OF_TYPES[types & ALL_TYPES]
    while kinds != 0:
        out[count] = REFUSE + bits.lowest(kinds)
        count += 1
        kinds &= kinds - 1
    return count


@kernel
def legal_cards(table: Table, owner: Seat, verb: int, seat: Seat, out: Numbers, count: int) -> int:
    """Moves of `verb` that name `seat` and any card that `owner` has."""
    kinds = int(table.holds[owner])
    while kinds != 0:
        out[count] = verb + seat * KINDS + bits.lowest(kinds)
        count += 1
        kinds &= kinds - 1
    return count


@kernel
def legal_cards_of_others(table: Table, verb: int, out: Numbers) -> int:
    count = 0
    for seat in range(table.players):
        if seat != table.turn:
            count = legal_cards(table, seat, verb, seat, out, count)
    return count


@kernel
def legal_gifts(table: Table, out: Numbers) -> int:
    count = 0
    for seat in range(table.players):
        if seat != table.turn:
            count = legal_cards(table, int(table.turn), GIVE, seat, out, count)
    return count


@kernel
def legal_robberies(table: Table, out: Numbers) -> int:
    """Any opponent with a token (CUB-A4)."""
    count = 0
    for seat in range(table.players):
        if seat != table.to_move and table.dna[seat] > 0:
            out[count] = ROB + seat
            count += 1
    return count


@kernel
def apply(table: Table, move: MoveNumber) -> None:
    """Carry out a legal move and everything that follows without a decision."""
    if act(table, move):
        start_turn(table, next_seat(table, int(table.turn)))  # CUB-T8


@kernel
def act(table: Table, move: MoveNumber) -> bool:
    """Carry out the move itself; True if it ends the turn."""
    if move == KEEP:
        return keep(table)
    if move < BUY:
        return refuse(table, move - REFUSE)
    if move < DESTROY:
        return buy(table, move - BUY)
    if move >= ROB:
        rob(table, int(table.to_move), move - ROB)
        return settle(table) and continue_turn(table)
    if move >= TAKE:
        take(table, seat_of(move, TAKE), kind_of(move, TAKE))
        return False
    if move < STEAL:
        destroy(table, seat_of(move, DESTROY), kind_of(move, DESTROY))
    elif move < GIVE:
        steal(table, seat_of(move, STEAL), kind_of(move, STEAL))
    else:
        give(table, seat_of(move, GIVE), kind_of(move, GIVE))
    return settle(table) and continue_turn(table)


@kernel
def keep(table: Table) -> bool:
    """The whole Hand goes into the collection (CUB-T3, CUB-T7)."""
    for i in range(table.hand_size):
        add_card(table, int(table.turn), int(table.hand[i]))
    clear_hand(table)
    return settle(table)


@kernel
def refuse(table: Table, kind: int) -> bool:
    """One card of the collection joins the Hand, which goes to the next player (CUB-T4)."""
    remove_card(table, int(table.turn), kind)
    put_into_hand(table, kind, (1 << int(table.players)) - 1)  # CUB-T9: it lay face up
    return True


@kernel
def buy(table: Table, tile: int) -> bool:
    """Pay for a tile and apply it, or ask what its effect needs to know (CUB-A5)."""
    seat = int(table.turn)
    table.dna[seat] -= table.tile_cost[tile]
    table.supply += table.tile_cost[tile]
    table.bought = 1
    put_tile(table, tile, seat)  # CUB-A7
    table.phase = ASKS[tile]
    if tile == Tile.DRAW:
        draw_into_hand(table, seat)  # CUB-A10
    return tile == Tile.FREE_REFUSAL  # CUB-A11


@kernel
def destroy(table: Table, seat: Seat, kind: int) -> None:
    remove_card(table, seat, kind)
    table.destroyed[kind] += 1


@kernel
def steal(table: Table, seat: Seat, kind: int) -> None:
    remove_card(table, seat, kind)
    add_card(table, int(table.turn), kind)


@kernel
def give(table: Table, seat: Seat, kind: int) -> None:
    """A gift, or the second step of a swap."""
    buyer = int(table.turn)
    if table.phase == Phase.SWAP_GIVE:
        steal(table, seat, int(table.pending_kind))  # CUB-A4: the buyer's token comes first
        table.pending_seat = 0
        table.pending_kind = 0
    remove_card(table, buyer, kind)
    add_card(table, seat, kind)


@kernel
def take(table: Table, seat: Seat, kind: int) -> None:
    """The first step of a swap: nothing moves yet."""
    table.pending_seat = seat
    table.pending_kind = kind
    table.phase = Phase.SWAP_GIVE
