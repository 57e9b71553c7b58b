"""Cubosaurs: keep a Hand of dinosaurs, or refuse it and add one of your own."""

from pathlib import Path

from menagerie.game import Game, Option
from menagerie.games.cubosaurs import (
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
from menagerie.games.cubosaurs.move_numbers import MOVES
from menagerie.games.cubosaurs.table import KINDS, ROUNDS, SEATS, Table

PLAYERS = range(2, SEATS + 1)  # CUB-C5

# A drawn card leads to at most eight decisions (CUB-T5), and tiles add three turns; each of these
# may lead to one choice about a token. A deal leads to 4 per player, a tile to 3 steps.
MAX_ROUND_LENGTH = 2 * (6 * SEATS * 8 + 3) + 4 * SEATS + 3 * (SEATS + 1)

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
    max_legal_moves=SEATS * KINDS,
    max_game_length=ROUNDS * MAX_ROUND_LENGTH,
    minutes=20,
    rules=rules,
    scoring=scoring,
    secrets=secrets,
    move_codec=moves,
    document=document,
    edition=edition,
    screen=screen,
    score_sheet=score_sheet,
    study=study,
    foresight=8,
    greed=6,
)
