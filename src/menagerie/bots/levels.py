"""The levels that people choose between, from one that plays at random to an expert."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from menagerie.bots.greedy import GreedyBot
from menagerie.bots.playing import Bot
from menagerie.bots.randomly import RandomBot
from menagerie.bots.thinking import Budget, Style, ThinkingBot
from menagerie.errors import BadInput
from menagerie.game import Game
from menagerie.jsontext import abbreviate_json

SECOND = 0.95  # that an expert thinks at most; the rest of the second is for all around it

BUDGETS = {
    "easy": Budget(iterations=40),
    "normal": Budget(iterations=200),
    "hard": Budget(iterations=800),
    "expert": Budget(iterations=12_000, seconds=SECOND),
}
PLAIN = ("easy",)  # levels that play on at random to the end, whatever a game advises

# What can be changed, from the least to the most.
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

Maker = Callable[[Game, bytes], Bot]

OTHERS: dict[str, Maker] = {"random": RandomBot, "greedy": GreedyBot}
LEVELS = ("random", *BUDGETS)
BOTS = (*LEVELS, "greedy")


def create(name: str, game: Game, key: bytes) -> Bot:
    """A bot by its name; the same key makes it play the same.

    A level that thinks may be changed, to try what that brings: `hard:margin=0:iterations=900`.
    """
    level, *changes = name.split(":")
    if level not in BOTS:
        raise BadInput(f"there is no bot {abbreviate_json(name)}; there are: {', '.join(BOTS)}")
    if level not in BUDGETS:
        if changes:
            raise BadInput(f"{level} does not think, and has nothing to be changed")
        return OTHERS[level](game, key)
    style = Style() if level in PLAIN else Style.of(game)
    return ThinkingBot(game, key, *change(BUDGETS[level], style, changes))


def with_threads(name: str, threads: int) -> str:
    """The same bot, thinking in so many threads if it thinks at all."""
    check_limit("threads", threads)
    return f"{name}:threads={threads}" if name.partition(":")[0] in BUDGETS else name


def change(budget: Budget, style: Style, changes: list[str]) -> tuple[Budget, Style]:
    """Both with some of their fields changed, `name=value` each."""
    for entry in changes:
        name, _, value = entry.partition("=")
        if name not in LIMITS:
            raise BadInput(
                f"a bot that thinks has no {abbreviate_json(name)} to be changed; it has: "
                f"{', '.join(LIMITS)}"
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
    """One of the things that can be changed, within its limits."""
    low, high, _ = LIMITS[name]
    if number is None or not low <= number <= high:
        raise BadInput(f"{name} must be {low} to {high}, not {abbreviate_json(given or number)}")
