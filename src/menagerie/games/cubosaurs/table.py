"""The table of Cubosaurs: one record, one line per field."""

from enum import IntEnum

import numpy as np

from menagerie.contract import Seat
from menagerie.kernel import Numbers, Record, number, numbers


class Type(IntEnum):
    """The eight types of card (CUB-C2)."""

    TREX = 0
    STEGOSAURUS = 1
    BRONTOSAURUS = 2
    PTERODACTYL = 3
    PENTACERATOPS = 4
    GREY = 5
    BLACK = 6
    EGG = 7


class Tile(IntEnum):
    """The ten DNA Evolution tiles, in the order of their printed numbers."""

    TYPES = 0
    EGGS = 1
    DRAW = 2
    FREE_REFUSAL = 3
    FORBIDDEN = 4
    DESTROY_OWN = 5
    DESTROY_OTHER = 6
    STEAL = 7
    GIVE = 8
    SWAP = 9


class Phase(IntEnum):
    """The decision that is due."""

    CHOOSE = 0
    FORBIDDEN = 1
    DESTROY_OWN = 2
    DESTROY_OTHER = 3
    STEAL = 4
    GIVE = 5
    SWAP_TAKE = 6
    SWAP_GIVE = 7
    ROB = 8
    OVER = 9


class At(IntEnum):
    """Where a tile is: before a seat (0 to 4), or in one of these places."""

    MARKET = 5
    PILE = 6
    OUT = 7


SEATS = 5
CARDS = 55
PER_PLAYER = 10  # cards of a round for each player
DEALT = 4  # of them laid out at the start
PLAIN = 5  # the first types: those that score by their number
SERIES_LENGTH = 4  # of plain dinosaurs; a longer series scores the same
TYPES = 8
TILES = 10
ROUNDS = 5

# Cards of one kind are interchangeable. A plain dinosaur has two kinds, without and with the DNA
# icon; each of the seven raptors of a colour may be a kind of its own; each egg is one.
RAPTORS = 7
FIRST_GREY = 2 * PLAIN
FIRST_BLACK = FIRST_GREY + RAPTORS
FIRST_EGG = FIRST_BLACK + RAPTORS
EGGS = 6
RAPTORS_EGG = FIRST_EGG + PLAIN  # the one egg that grey and black share (CUB-C3)
KINDS = FIRST_EGG + EGGS

TYPE_OF = np.array(
    [kind // 2 for kind in range(FIRST_GREY)]
    + [Type.GREY] * RAPTORS
    + [Type.BLACK] * RAPTORS
    + [Type.EGG] * EGGS,
    np.int8,
)

ALL_TYPES = (1 << TYPES) - 1
KINDS_OF_TYPES = np.array(  # for a set of types, a bit each, the set of their kinds
    [
        sum(1 << kind for kind in range(KINDS) if (types >> int(TYPE_OF[kind])) & 1)
        for types in range(ALL_TYPES + 1)
    ]
)

HAND = 14  # capacity; the rules allow at most ten cards
HIDDEN = -1  # a card or an order that the seat does not know
NOBODY = -1


class Table(Record):
    """One table, with the edition it is played with."""

    key: Numbers = numbers("u8", 2)  # of the dice
    counter: int = number("u8")

    # the edition: what is printed on the components
    dna_icons: int = number("i4")  # bit k: cards of kind k carry the icon
    interaction_tiles: int = number("i2")  # bit t: tile t has the interaction icon
    series: Numbers = numbers("i1", PLAIN, SERIES_LENGTH)  # points for 1, 2, 3, 4 or more
    plus: Numbers = numbers("i1", KINDS - FIRST_GREY)  # raptors and eggs
    minus: Numbers = numbers("i1", KINDS - FIRST_GREY)
    copies: Numbers = numbers("i1", KINDS)  # how many cards there are of a kind
    tile_cost: Numbers = numbers("i1", TILES)
    tokens: int = number("i1")  # DNA tokens in the game

    observed: int = number("i1")  # 1 once it shows only what one seat knows

    # how this table is played
    players: int = number("i1")
    advanced: int = number("i1")
    interaction: int = number("i1")
    open_hands: int = number("i1")
    rounds: int = number("i1")

    # progress of the game
    phase: int = number("i1")
    to_move: Seat = number("i1")
    turn: Seat = number("i1")
    round_number: int = number("i1")  # from 1
    starter: Seat = number("i1")
    direction: int = number("i1")  # 1 clockwise, -1 against it
    round_scores: Numbers = numbers("i2", ROUNDS, SEATS)

    # the cards; those that are nowhere else are set aside, unseen
    deck: Numbers = numbers("i1", CARDS)  # the next card is the last
    deck_size: int = number("i1")
    hand: Numbers = numbers("i1", HAND)  # in the order in which they joined it
    hand_known: Numbers = numbers("i1", HAND)  # bit s: seat s knows the card
    hand_size: int = number("i1")
    collection: Numbers = numbers("i1", SEATS, KINDS)
    holds: Numbers = numbers("i4", SEATS)  # bit k: the collection has a card of kind k
    destroyed: Numbers = numbers("i1", KINDS)  # set aside for all to see

    # the advanced game
    supply: int = number("i1")
    dna: Numbers = numbers("i1", SEATS)
    tile_at: Numbers = numbers("i1", TILES)  # a seat, or At
    tile_rank: Numbers = numbers("i1", TILES)  # its place there, from 0
    bought: int = number("i1")  # in this turn
    owed: Numbers = numbers("i1", SEATS)  # tokens that each gains, settled in turn order
    pending_seat: Seat = number("i1")  # chosen in a swap's first step
    pending_kind: int = number("i1")
