"""Cat Box: cover cards to show your secret cat."""

from pathlib import Path

from menagerie.game import Game, Option
from menagerie.games.catbox import (
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
from menagerie.games.catbox.edition import PLAYERS
from menagerie.games.catbox.move_numbers import MOVES
from menagerie.games.catbox.table import CARDS, SEATS, Table
from menagerie.games.catbox.tokens import MAX_PLACES

# One turn for each card, plus turns passed while guards lie there (CAT-A9), each guard for a round.
# In a turn at most two cards with their places, and a token with up to two more decisions.
MAX_TURN_LENGTH = 2 * 2 + 3 + 1
MAX_GAME_LENGTH = (CARDS + SEATS * SEATS) * MAX_TURN_LENGTH

GAME = Game(
    name="catbox",
    version=1,
    folder=Path(__file__).parent,
    table=Table,
    players=PLAYERS,
    options=(
        Option("advanced", (False, True), lambda _: False),
        Option("overlap", ("one", "any"), lambda _: "one"),
    ),
    move_count=MOVES,
    max_legal_moves=MAX_PLACES,
    max_game_length=MAX_GAME_LENGTH,
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
    rollout_length=5,
)
