"""Incubation: hatch dragon eggs with dice, and open the treasures of the market."""

from pathlib import Path

from menagerie.game import Game
from menagerie.games.incubation import (
    document,
    edition,
    moves,
    rules,
    scorer,
    scoring,
    screen,
    secrets,
    study,
)
from menagerie.games.incubation.edition import NEED, PLAYERS
from menagerie.games.incubation.numbering import MOVES
from menagerie.games.incubation.table import FOOD, OBJECTIVES, ROUNDS, SEATS, SLOTS, Table

# The reroll, two dice, what they leave over, which egg hatches first, the treasures of two
# hybrids and the objective; and whatever can be placed before two eggs have all they need.
LONGEST_TURN = 1 + 2 + 1 + 1 + 4 + 1 + SLOTS * FOOD * NEED[-1]

GAME = Game(
    name="incubation",
    version=1,
    folder=Path(__file__).parent,
    table=Table,
    players=PLAYERS,
    options=(),  # INC-C3
    move_count=MOVES,
    most_legal=OBJECTIVES,
    longest=SEATS + ROUNDS * SEATS * LONGEST_TURN,
    minutes=30,
    rules=rules,
    scoring=scoring,
    secrets=secrets,
    move_codec=moves,
    document=document,
    edition=edition,
    screen=screen,
    scorer=scorer,
    study=study,
)
