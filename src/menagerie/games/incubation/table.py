"""The table of Incubation: one record, one line per field."""

from enum import IntEnum

from menagerie.contract import Seat
from menagerie.kernel import Numbers, Record, number, numbers


class Resource(IntEnum):
    """What the supply and the treasures hold. Fire is placed before water."""

    FIRE = 0
    WATER = 1
    GOLD = 2


class Face(IntEnum):
    """What a die shows; the first three are the resources."""

    FIRE = 0
    WATER = 1
    GOLD = 2
    CHEST = 3


class Colour(IntEnum):
    """The colours of eggs, dragons and treasures."""

    RED = 0
    BLUE = 1
    GREEN = 2
    PURPLE = 3


class Phase(IntEnum):
    """The decision that is due."""

    DRAFT = 0
    REROLL = 1
    DICE = 2
    PLACE = 3
    OVERFLOW = 4
    HATCH = 5
    TREASURE = 6
    OBJECTIVE = 7
    OVER = 8


class At(IntEnum):
    """Where an objective is: before a seat (0 to 4), or in one of these places."""

    IN_PLAY = 5
    OUT = 6


SEATS = 5
DICE = 2
FACES = 6
SECTIONS = 8  # of the wheel's board, a treasure in each
RESOURCES = 3
FOOD = 2  # the first two resources: those that eggs need
COLOURS = 4
EGGS = 36
PILES = 3
PILE = EGGS // PILES
SLOTS = 2  # incubators of a player
OBJECTIVES = 10
ROUNDS = 100  # INC-E5

NONE = -1  # no egg, no second colour, no owner
HIDDEN = -1  # an egg that the seat has not seen
NOBODY = -1


class Table(Record):
    """One table, with the edition it is played with."""

    key: Numbers = numbers("u8", 2)  # of the dice
    counter: int = number("u8")

    # the edition: what is printed on the components
    need: Numbers = numbers("i1", EGGS, FOOD)  # fire and water
    egg_points: Numbers = numbers("i1", EGGS)
    egg_colours: Numbers = numbers("i1", EGGS, 2)  # NONE where it has fewer
    goal_dragons: Numbers = numbers("i1", OBJECTIVES, COLOURS)
    goal_gold: Numbers = numbers("i1", OBJECTIVES)
    goal_points: Numbers = numbers("i1", OBJECTIVES)
    faces: Numbers = numbers("i1", FACES)
    sections: Numbers = numbers("i1", SECTIONS)  # their colours
    pointers: Numbers = numbers("i1", RESOURCES)  # sections clockwise of the wheel's mark
    total: Numbers = numbers("i1", RESOURCES)  # how much there is in the game
    goals_for: Numbers = numbers("i1", SEATS + 1)  # objectives in play, by players

    players: int = number("i1")

    # progress of the game
    phase: int = number("i1")
    to_move: Seat = number("i1")
    first: Seat = number("i1")
    turn: int = number("i2")  # turns completed

    # the market
    wheel: int = number("i1")  # the section that its mark points at
    treasure: Numbers = numbers("i1", SECTIONS, RESOURCES)
    supply: Numbers = numbers("i1", RESOURCES)
    piles: Numbers = numbers("i1", PILES, PILE)  # the top is the last one
    pile_size: Numbers = numbers("i1", PILES)
    goal_at: Numbers = numbers("i1", OBJECTIVES)
    goal_rank: Numbers = numbers("i1", OBJECTIVES)  # in the order taken, before a seat

    # the turn
    dice: Numbers = numbers("i1", DICE)
    used: Numbers = numbers("i1", DICE)
    rolls: int = number("i1")
    coming: Numbers = numbers("i1", DICE)  # the revealed faces of a reroll plus 1, otherwise 0
    overflow: Numbers = numbers("i1", FOOD)  # gained from dice, but no egg needs it
    placing: Numbers = numbers("i1", FOOD)  # gained, not placed yet
    owed: Numbers = numbers("i1", 2)  # colours of treasures still to be taken, this one first
    owed_count: int = number("i1")

    # before the players
    slot: Numbers = numbers("i1", SEATS, SLOTS)  # the egg in an incubator, or NONE
    fed: Numbers = numbers("i1", SEATS, SLOTS, FOOD)
    gold: Numbers = numbers("i1", SEATS)
    owner: Numbers = numbers("i1", EGGS)  # of the dragon, or NONE
    rank: Numbers = numbers("i1", EGGS)  # in the order hatched, before a seat

    # what follows from the dragons
    dragons: Numbers = numbers("i1", SEATS)
    dragon_points: Numbers = numbers("i2", SEATS)
    normals: Numbers = numbers("i1", SEATS, COLOURS)
    mysteries: Numbers = numbers("i1", SEATS)
    taken: Numbers = numbers("i1", SEATS)  # objectives
