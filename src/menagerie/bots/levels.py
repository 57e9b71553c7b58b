"""The levels of bots, from random to expert, and how a name creates a bot."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from menagerie.bots.bot import Bot
from menagerie.bots.greedy_bot import GreedyBot
from menagerie.bots.random_bot import RandomBot
from menagerie.bots.search_bot import Budget, SearchBot, Style
from menagerie.errors import BadInput
from menagerie.game import Game
from menagerie.header import Header, derive_key
from menagerie.jsontext import abbreviate_json

EXPERT_BUDGET_S = 0.95  # the rest of a second is for overhead outside the search

BUDGETS = {
    "easy": Budget(iterations=40),
    "normal": Budget(iterations=200),
    "hard": Budget(iterations=800),
    "expert": Budget(iterations=12_000, seconds=EXPERT_BUDGET_S),
}
UNIFORM_ROLLOUTS = ("easy",)  # levels that ignore the style that suits a game best

# The parameters of a searching bot: the lowest value, the highest, and the type.
LIMITS: dict[str, tuple[float, float, type[int] | type[float]]] = {
    "iterations": (1, 1 << 20, int),
    "seconds": (0.001, 3600, float),
    "threads": (1, 64, int),
    "exploration": (0, 10, float),
    "margin": (0, 1, float),
    "widening": (0, 100, float),
    "length": (0, 10_000, int),
    "greed": (1, 100, int),
}

BotFactory = Callable[[Game, bytes], Bot]

NOT_SEARCHING: dict[str, BotFactory] = {"random": RandomBot, "greedy": GreedyBot}
LEVELS = ("random", *BUDGETS)
BOTS = (*LEVELS, "greedy")


def create(name: str, game: Game, key: bytes) -> Bot:
    """Create a bot by its name; with the same key it plays the same, unless it has a time limit.

    The name may set parameters of a level that searches: `hard:margin=0:iterations=900`.
    """
    level, *changes = name.split(":")
    if level not in BOTS:
        raise BadInput(f"there is no bot {abbreviate_json(name)}; there are: {', '.join(BOTS)}")
    if level not in BUDGETS:
        if changes:
            raise BadInput(f"{level} does not search, and has no parameters")
        return NOT_SEARCHING[level](game, key)
    style = Style() if level in UNIFORM_ROLLOUTS else Style.of(game)
    return SearchBot(game, key, *change(BUDGETS[level], style, changes))


def seat_bots(header: Header, name: str, threads: int | None = None) -> list[Bot]:
    """One bot for each seat, with a random key derived from the header's seed.

    `threads`, if given, overrides the threads that the name sets.
    """
    if threads is not None:
        name = _with_threads(name, threads)
    return [
        create(name, header.game, derive_key(header.seed, f"bot/{seat}"))
        for seat in range(header.players)
    ]


def _with_threads(name: str, threads: int) -> str:
    """The name of the same bot with a number of threads; unchanged if it does not search."""
    check_limit("threads", threads)
    return f"{name}:threads={threads}" if name.partition(":")[0] in BUDGETS else name


def change(budget: Budget, style: Style, changes: list[str]) -> tuple[Budget, Style]:
    """Apply parameters of the form `name=value`."""
    for entry in changes:
        name, _, value = entry.partition("=")
        if name not in LIMITS:
            raise BadInput(
                f"a searching bot has no parameter {abbreviate_json(name)}; "
                f"it has: {', '.join(LIMITS)}"
            )
        number = _number(name, value)
        if hasattr(budget, name):
            budget = replace(budget, **{name: number})
        else:
            style = replace(style, **{name: number})
    return budget, style


def _number(name: str, value: str) -> Any:
    kind = LIMITS[name][2]
    try:
        number = kind(value)
    except ValueError:
        number = None
    check_limit(name, number, value)
    return number


def check_limit(name: str, number: float | None, given: object = None) -> None:
    """Check a parameter against its limits."""
    low, high, _ = LIMITS[name]
    if number is None or not low <= number <= high:
        raise BadInput(f"{name} must be {low} to {high}, not {abbreviate_json(given or number)}")
