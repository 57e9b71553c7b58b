"""What collections are worth, and who wins."""

from menagerie.contract import Seat
from menagerie.games.cubosaurs.table import (
    EGGS,
    FIRST_BLACK,
    FIRST_EGG,
    FIRST_GREY,
    KINDS,
    PLAIN,
    RAPTORS,
    RAPTORS_EGG,
    SERIES_LENGTH,
    TYPE_OF,
    TYPES,
    Phase,
    Table,
    Tile,
)
from menagerie.kernel import Numbers, kernel


@kernel
def count_plain(table: Table, seat: Seat, dinosaur: int) -> int:
    """How many cards of a plain dinosaur a seat has, with and without the icon."""
    return int(table.collection[seat, 2 * dinosaur]) + int(table.collection[seat, 2 * dinosaur + 1])


@kernel
def count_raptors(table: Table, seat: Seat, first: int) -> int:
    """How many raptors of the colour whose first kind is given."""
    count = 0
    for kind in range(first, first + RAPTORS):
        count += int(table.collection[seat, kind])
    return count


@kernel
def score_series(table: Table, seat: Seat, dinosaur: int) -> int:
    count = count_plain(table, seat, dinosaur)
    if count == 0:
        return 0
    return int(table.series[dinosaur, min(count, SERIES_LENGTH) - 1])  # CUB-E3


@kernel
def score_colour(table: Table, seat: Seat, first: int, pairs: int) -> int:
    """The raptors of one colour: its best `pairs` cards are paired, the others alone.

    An edition sorts the kinds of a colour by what they gain from a pair, and none loses by it. So
    taking them in order is best for the owner (CUB-E4).
    """
    points = 0
    for kind in range(first, first + RAPTORS):
        count = int(table.collection[seat, kind])
        paired = min(count, pairs)
        pairs -= paired
        points += paired * int(table.plus[kind - FIRST_GREY])
        points -= (count - paired) * int(table.minus[kind - FIRST_GREY])
    return points


@kernel
def score_raptors(table: Table, seat: Seat) -> int:
    greys = count_raptors(table, seat, FIRST_GREY)
    blacks = count_raptors(table, seat, FIRST_BLACK)
    pairs = min(greys, blacks)
    if greys + blacks == 0:
        return 0
    grey = score_colour(table, seat, FIRST_GREY, pairs)
    return grey + score_colour(table, seat, FIRST_BLACK, pairs)


@kernel
def count_for_egg(table: Table, seat: Seat, egg: int) -> int:
    """How many dinosaurs of an egg's type a seat has."""
    if egg == RAPTORS_EGG:  # CUB-E6
        greys = count_raptors(table, seat, FIRST_GREY)
        return greys + count_raptors(table, seat, FIRST_BLACK)
    return count_plain(table, seat, egg - FIRST_EGG)


@kernel
def egg_hatches(table: Table, seat: Seat, egg: int) -> bool:
    """Whether no seat has more of its type than `seat`; a tie is enough, even at zero (CUB-E7)."""
    own = count_for_egg(table, seat, egg)
    for other in range(table.players):
        if count_for_egg(table, other, egg) > own:
            return False
    return True


@kernel
def score_egg(table: Table, seat: Seat, egg: int) -> int:
    if table.collection[seat, egg] == 0:
        return 0
    if egg_hatches(table, seat, egg):  # CUB-E5
        return int(table.plus[egg - FIRST_GREY])
    return -int(table.minus[egg - FIRST_GREY])


@kernel
def count_types(table: Table, seat: Seat) -> int:
    seen = 0
    for kind in range(KINDS):
        if table.collection[seat, kind] > 0:
            seen |= 1 << int(TYPE_OF[kind])
    count = 0
    for card_type in range(TYPES):
        count += (seen >> card_type) & 1
    return count


@kernel
def score_types_tile(table: Table, seat: Seat) -> int:
    if table.tile_at[Tile.TYPES] != seat:
        return 0
    return count_types(table, seat)  # CUB-A8


@kernel
def score_eggs_tile(table: Table, seat: Seat) -> int:
    if table.tile_at[Tile.EGGS] != seat:
        return 0
    eggs = 0
    for egg in range(FIRST_EGG, KINDS):
        eggs += int(table.collection[seat, egg])
    return 2 * eggs  # CUB-A9


@kernel
def score_collection(table: Table, seat: Seat) -> int:
    """What a seat's collection and end-of-round tiles are worth now (CUB-E2)."""
    points = score_raptors(table, seat)
    for dinosaur in range(PLAIN):
        points += score_series(table, seat, dinosaur)
    for egg in range(FIRST_EGG, FIRST_EGG + EGGS):
        points += score_egg(table, seat, egg)
    if table.advanced:
        points += score_types_tile(table, seat) + score_eggs_tile(table, seat)
    return points


@kernel
def points(table: Table, out: Numbers) -> None:
    """The score of each seat if the game ended now."""
    finished = table.round_number if table.phase == Phase.OVER else table.round_number - 1
    for seat in range(table.players):
        total = int(table.dna[seat]) // 2  # CUB-A19
        for number in range(finished):
            total += int(table.round_scores[number, seat])
        if table.phase != Phase.OVER:
            total += score_collection(table, seat)
        out[seat] = total


@kernel
def winners(table: Table) -> int:
    """The winners of a finished game, a bit for each seat (CUB-R4)."""
    best = (-(1 << 30), 0)
    mask = 0
    for seat in range(table.players):
        total = int(table.dna[seat]) // 2
        for number in range(table.rounds):
            total += int(table.round_scores[number, seat])
        score = (total, int(table.round_scores[table.rounds - 1, seat]))
        if score > best:
            best = score
            mask = 1 << seat
        elif score == best:
            mask |= 1 << seat
    return mask
