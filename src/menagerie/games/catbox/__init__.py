"""Cat Box: cover cards to show your secret cat."""

from pathlib import Path

from menagerie.game import Game, Option
from menagerie.games.catbox import (
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
from menagerie.games.catbox.edition import PLAYERS
from menagerie.games.catbox.numbering import MOVES
from menagerie.games.catbox.table import CARDS, SEATS, Table
from menagerie.games.catbox.tokens import MOST_PLACES

# A turn for each card, and passed ones while guards lie there (CAT-A9), each guard for a round. In
# a turn two cards with their places, and a token that asks for up to two more.
LONGEST_TURN = 2 * 2 + 3 + 1
LONGEST = (CARDS + SEATS * SEATS) * LONGEST_TURN

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
    most_legal=MOST_PLACES,
    longest=LONGEST,
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
    foresight=5,
)
