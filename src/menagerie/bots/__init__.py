"""Bots: players that are given an observed table and nothing else."""

from collections.abc import Callable
from typing import Protocol

from menagerie.bots.randomly import RandomBot
from menagerie.errors import BadInput
from menagerie.game import Game, Table
from menagerie.jsontext import shorten


class Bot(Protocol):
    """Chooses a move at an observed table at which it is to move."""

    def choose(self, observed: Table) -> int: ...


BOTS: dict[str, Callable[[Game, bytes], Bot]] = {"random": RandomBot}


def create(name: str, game: Game, key: bytes) -> Bot:
    """A bot by its name; the same key makes it play the same."""
    if name not in BOTS:
        raise BadInput(f"there is no bot {shorten(name)}; there are: {', '.join(BOTS)}")
    return BOTS[name](game, key)
