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
from menagerie.games.cubosaurs.edition import NON_INTERACTION
from menagerie.games.cubosaurs.move_numbers import MOVES
from menagerie.games.cubosaurs.table import (
    DEALT,
    KINDS,
    PER_PLAYER,
    ROUNDS,
    SEATS,
    TYPES,
    Table,
)

PLAYERS = range(2, SEATS + 1)  # CUB-C5

# A drawn card leads to at most one decision for each type (CUB-T5), and tiles add some turns; each
# of these may lead to one choice about a token. So may each card of the deal. Each tile that is
# revealed leads to a few steps.
EXTRA_TURNS = 3
TILE_STEPS = 3
MAX_TURNS = (PER_PLAYER - DEALT) * SEATS * TYPES + EXTRA_TURNS
MAX_ROUND_LENGTH = 2 * MAX_TURNS + DEALT * SEATS + TILE_STEPS * NON_INTERACTION

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
    rollout_length=8,
    rollout_candidates=6,
)
