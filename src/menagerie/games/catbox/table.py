"""The table of Cat Box: one record, one line per field."""

from enum import IntEnum

from menagerie.contract import Seat
from menagerie.kernel import Numbers, Record, number, numbers


class Cat(IntEnum):
    """The five cats; as identities they are followed by the Chihuahua (CAT-C3)."""

    GINGER = 0
    BLACK = 1
    WHITE = 2
    GREY = 3
    TABBY = 4


class Token(IntEnum):
    """The five tokens of a set (CAT-C4)."""

    PAW = 0
    ATTENTION = 1
    CATBOX = 2
    MOUSE = 3
    FISH = 4


class Phase(IntEnum):
    """The decision that is due."""

    PLAY = 0
    PLACE = 1
    AFTER = 2
    LIFT = 3
    RELAY = 4
    OVER = 5


SEATS = 5
CARDS = 48
SIDES = 2  # front and back
SQUARES = 4  # of a side: top left, top right, bottom left, bottom right
CATS = 5
CHIHUAHUA = 5
IDENTITIES = 6
TOKENS = 5
BOX = 0  # what a square shows: an empty box, or a cat's number and 1

# Every card that is not on the table lies in one of these places.
HAND = 2  # cards of a hand, at most
IN_HANDS = 0  # plus 2 times the seat, plus the slot
UNDER_FISH = IN_HANDS + SEATS * HAND  # plus the seat
REMOVED = 3
TAKEN_OFF = UNDER_FISH + SEATS  # plus which of them
IN_DECK = TAKEN_OFF + REMOVED  # plus how many lie below it
PLACES = IN_DECK + CARDS

# The layout spans at most 49 squares, because each card covers a part of another one. So it fits on
# a board of 64 by 64 squares that wraps around.
WIDTH = 64
WRAP = WIDTH - 1
BITS = 6  # of a column
BOARD = WIDTH * WIDTH

NONE = -1  # no card, no identity, no move
HIDDEN = -1  # a card or an identity that the seat does not know
PICTURE_ONLY = -2  # and below: a card of which the seat knows only the picture on its public side
NOBODY = -1


class Table(Record):
    """One table, with the edition it is played with."""

    key: Numbers = numbers("u8", 2)  # of the dice
    counter: int = number("u8")

    # the edition: what is printed on the components
    pictures: Numbers = numbers("i1", CARDS, SIDES, SQUARES)
    twin: Numbers = numbers("i1", CARDS, SIDES)  # the first side equal to it, if cards share it
    letters: Numbers = numbers("i4", CATS)  # how a picture of the layout is written
    hand_for: Numbers = numbers("i1", SEATS + 1)  # the size of a hand, by players
    removed_for: Numbers = numbers("i1", SEATS + 1)

    # how this table is played
    players: int = number("i1")
    advanced: int = number("i1")
    overlap: int = number("i1")  # 1 where two squares covered may belong to two cards

    # progress of the game
    phase: int = number("i1")
    to_move: Seat = number("i1")
    turn: int = number("i2")  # from 1
    identity: Numbers = numbers("i1", SEATS)

    # cards that are not on the table
    card_at: Numbers = numbers("i1", PLACES)
    side_at: Numbers = numbers("i1", PLACES)  # the public side; under a fish the one it plays
    hand_size: Numbers = numbers("i1", SEATS)
    # a bit for each seat that knows the card, where its visible side does not identify it
    held_known: Numbers = numbers("i1", SEATS)
    removed_size: int = number("i1")
    deck_size: int = number("i1")

    # the layout
    stack: Numbers = numbers("i1", CARDS)  # from the bottom to the top
    laid: int = number("i1")  # how many
    side_up: Numbers = numbers("i1", CARDS)
    column: Numbers = numbers("i1", CARDS)  # of a card's top left square
    row: Numbers = numbers("i1", CARDS)
    left: int = number("i1")  # the first and the last column and row in use
    right: int = number("i1")
    top: int = number("i1")
    bottom: int = number("i1")
    board: Numbers = numbers("i1", BOARD)  # the card on top of a square, and 1; 0 if none

    # the advanced game
    tokens: Numbers = numbers("i1", SEATS)  # the unused ones, a bit each
    guard_seat: Numbers = numbers("i1", SEATS)  # in the order placed
    guard_column: Numbers = numbers("i1", SEATS)
    guard_row: Numbers = numbers("i1", SEATS)
    guards: int = number("i1")  # how many

    # the turn
    token_played: int = number("i1")
    cards_played: int = number("i1")
    attention: int = number("i1")
    refill: Numbers = numbers("i1", SEATS)  # seats, in the order in which they lost a card
    refills: int = number("i1")
    chosen: int = number("i2")  # the move that chose the card, or NONE
