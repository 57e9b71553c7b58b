"""The bot that plays at random: any legal move, each as likely."""

from menagerie.game import Game, Table, words_of
from menagerie.kernel import Numbers, Record, blank, draw_below, number, numbers


class Cup(Record):
    """Dice of a bot's own, so that it never touches the table's."""

    key: Numbers = numbers("u8", 2)
    counter: int = number("u8")
    seat: int = number("i1")  # whose cup it is; dice alone would be no record of their own


class RandomBot:
    def __init__(self, game: Game, key: bytes) -> None:
        self.game = game
        self.cup = blank(Cup.dtype)
        self.cup.key = words_of(key)

    def choose(self, observed: Table) -> int:
        legal = self.game.legal_moves(observed)
        return legal[draw_below(self.cup, len(legal))]
