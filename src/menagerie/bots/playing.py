"""What a bot is, and how it moves."""

from typing import Protocol

from menagerie.game import Table
from menagerie.position import Move, Position


class Bot(Protocol):
    """Chooses a move at an observed table at which it is to move."""

    def choose(self, observed: Table) -> int: ...


def choice(position: Position, bot: Bot) -> Move:
    """The move of a bot that is to move: it sees what its seat sees."""
    number = bot.choose(position.observe(position.table_view.to_move))
    return next(move for move in position.legal_moves if move.number == number)
