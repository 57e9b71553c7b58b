"""Compiles the rules and the bots of every game before clients arrive."""

from menagerie import bots, discovery
from menagerie.header import Header
from menagerie.match import Match


def warm_up() -> None:
    """Let a bot choose one move in every game, and score the table."""
    for name in discovery.names():
        position = Match(Header.create(name, seed="warm")).position
        for level in ("easy", "random"):
            bots.choice(position, bots.create(level, position.game, bytes(16)))
        position.game.score_sheet.points_by_source(position.table, position.game.text("en"))
