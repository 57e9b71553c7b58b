"""The bot that plays uniformly random legal moves."""

from menagerie.game import Game, MoveNumber, Table, key_as_uint64
from menagerie.kernel import Numbers, Record, blank, draw_below, number, numbers


class BotDice(Record):
    """Dice of the bot's own, so that it never uses the table's."""

    key: Numbers = numbers("u8", 2)
    counter: int = number("u8")
    seat: int = number("i1")  # unused: a Record needs a field besides its dice (see record.py)


class RandomBot:
    def __init__(self, game: Game, key: bytes) -> None:
        self.game = game
        self.dice = blank(BotDice.dtype)
        self.dice.key = key_as_uint64(key)

    def choose(self, observed: Table) -> MoveNumber:
        legal = self.game.legal_moves(observed)
        return legal[draw_below(self.dice, len(legal))]
