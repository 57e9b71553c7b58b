"""The number of each move, as the compiled rules know it."""

from menagerie.games.incubation.table import DICE, FOOD, OBJECTIVES, PILES, SECTIONS, SLOTS

DRAFT = 0  # and the pile
STAY = DRAFT + PILES
REROLL = STAY  # and which dice: 1 the first, 2 the second, 3 both
USE = REROLL + 3  # and which dice, as before
EGG = USE + 4  # and 3 times the die, and the pile
PLACE = EGG + DICE * PILES  # and 2 times the resource, and the slot
OVERFLOW = PLACE + FOOD * SLOTS  # and the section
HATCH = OVERFLOW + SECTIONS  # and the slot
TREASURE = HATCH + SLOTS  # and the section
OBJECTIVE = TREASURE + SECTIONS  # and its number
MOVES = OBJECTIVE + OBJECTIVES
