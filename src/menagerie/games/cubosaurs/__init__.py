"""Cubosaurs: keep a Hand of dinosaurs, or refuse it and add one of your own."""

from pathlib import Path

from menagerie.game import Game, Option
from menagerie.games.cubosaurs import (
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
from menagerie.games.cubosaurs.numbering import MOVES
from menagerie.games.cubosaurs.table import KINDS, ROUNDS, SEATS, Table

PLAYERS = range(2, SEATS + 1)  # CUB-C5

# A card drawn is decided on eight times at most (CUB-T5), and tiles add three turns to that; each
# of these may bring as many tokens to choose about. A deal brings 4 a player, a tile 3 steps.
LONGEST_ROUND = 2 * (6 * SEATS * 8 + 3) + 4 * SEATS + 3 * (SEATS + 1)

GAME = Game(
    name="cubosaurs",
    version=1,
    folder=Path(__file__).parent,
    table=Table,
    players=PLAYERS,
    options=(
        Option("advanced", (False, True), lambda _: False),
        Option("interaction", (False, True), lambda _: True),
        Option("open_hands", (False, True), lambda _: False),
        Option("rounds", tuple(range(1, ROUNDS + 1)), lambda players: 3 if players == 2 else 2),
    ),
    move_count=MOVES,
    most_legal=SEATS * KINDS,
    longest=ROUNDS * LONGEST_ROUND,
    minutes=20,
    rules=rules,
    scoring=scoring,
    secrets=secrets,
    move_codec=moves,
    document=document,
    edition=edition,
    screen=screen,
    scorer=scorer,
    study=study,
    foresight=8,
    greed=6,
)
