"""The levels that people choose between, from one that plays at random to an expert."""

from collections.abc import Callable
from functools import partial

from menagerie.bots.greedy import GreedyBot
from menagerie.bots.playing import Bot
from menagerie.bots.randomly import RandomBot
from menagerie.bots.thinking import Budget, Style, ThinkingBot
from menagerie.errors import BadInput
from menagerie.game import Game
from menagerie.jsontext import shorten

SECOND = 0.95  # that an expert thinks at most; the rest of the second is for all around it

BUDGETS = {
    "easy": Budget(iterations=40),
    "normal": Budget(iterations=300),
    "hard": Budget(iterations=2_500),
    "expert": Budget(iterations=20_000, seconds=SECOND),
}

Maker = Callable[[Game, bytes], Bot]

BOTS: dict[str, Maker] = {
    "random": RandomBot,
    **{
        name: partial(ThinkingBot, budget=budget, style=Style()) for name, budget in BUDGETS.items()
    },
    "greedy": GreedyBot,
}
LEVELS = ("random", *BUDGETS)


def create(name: str, game: Game, key: bytes) -> Bot:
    """A bot by its name; the same key makes it play the same."""
    if name not in BOTS:
        raise BadInput(f"there is no bot {shorten(name)}; there are: {', '.join(BOTS)}")
    return BOTS[name](game, key)
