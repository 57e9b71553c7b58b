"""Incubation: hatch dragon eggs with dice, and open the treasures of the market."""

from pathlib import Path

from menagerie.game import Game
from menagerie.games.incubation import (
    document,
    edition,
    moves,
    rules,
    score_sheet,
    scoring,
    screen,
    secrets,
    study,
)
from menagerie.games.incubation.edition import NEED, PLAYERS
from menagerie.games.incubation.move_numbers import MOVES
from menagerie.games.incubation.table import FOOD, OBJECTIVES, ROUNDS, SEATS, SLOTS, Table

# A reroll, two dice, their overflow, which egg hatches first, the treasures of two hybrids, and an
# objective; plus every fire and water that two eggs can take.
MAX_TURN_LENGTH = 1 + 2 + 1 + 1 + 4 + 1 + SLOTS * FOOD * NEED[-1]

GAME = Game(
    name="incubation",
    version=1,
    folder=Path(__file__).parent,
    table=Table,
    players=PLAYERS,
    options=(),  # INC-C3
    move_count=MOVES,
    max_legal_moves=OBJECTIVES,
    max_game_length=SEATS + ROUNDS * SEATS * MAX_TURN_LENGTH,
    minutes=30,
    rules=rules,
    scoring=scoring,
    secrets=secrets,
    move_codec=moves,
    document=document,
    edition=edition,
    screen=screen,
    score_sheet=score_sheet,
    study=study,
)
