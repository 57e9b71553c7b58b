"""The `Bot` protocol, and a bot's move in a position."""

from typing import Protocol

from menagerie.game import MoveNumber, Table
from menagerie.position import Move, Position


class Bot(Protocol):
    """Chooses a move number, given the observed table of the seat to move."""

    def choose(self, observed: Table) -> MoveNumber: ...


def choice(position: Position, bot: Bot) -> Move:
    """The move of the bot whose turn it is; it sees only what its seat observes."""
    number = bot.choose(position.observe(position.table_view.to_move))
    return next(move for move in position.legal_moves if move.number == number)
