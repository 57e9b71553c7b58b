"""Move numbers: how the compiled rules encode each move."""

from menagerie.games.incubation.table import DICE, FOOD, OBJECTIVES, PILES, SECTIONS, SLOTS

BOTH = 3  # which dice, a bit each: 1 the first, 2 the second, 3 both

DRAFT = 0  # plus the pile
STAY = DRAFT + PILES
REROLL = STAY  # plus which dice
USE = REROLL + BOTH  # plus which dice, encoded the same way
EGG = USE + 4  # plus 3 times the die, plus the pile
PLACE = EGG + DICE * PILES  # plus 2 times the resource, plus the slot
OVERFLOW = PLACE + FOOD * SLOTS  # plus the section
HATCH = OVERFLOW + SECTIONS  # plus the slot
TREASURE = HATCH + SLOTS  # plus the section
OBJECTIVE = TREASURE + SECTIONS  # plus its number
MOVES = OBJECTIVE + OBJECTIVES
