"""Whatever a table may need is compiled before people come."""

from menagerie import bots, discovery
from menagerie.header import Header
from menagerie.position import Position


def warm_up() -> None:
    """Let a bot that thinks make one move in every game, and count the points there."""
    for name in discovery.names():
        position = Position(Header.create(name, seed="warm"))
        for level in ("easy", "random"):
            bots.choice(position, bots.create(level, position.game, bytes(16)))
        position.game.scorer.open_up(position.table, position.game.text("en"))
