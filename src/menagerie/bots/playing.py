"""What a bot is."""

from typing import Protocol

from menagerie.game import Table


class Bot(Protocol):
    """Chooses a move at an observed table at which it is to move."""

    def choose(self, observed: Table) -> int: ...
