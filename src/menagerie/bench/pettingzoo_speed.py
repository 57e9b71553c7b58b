"""The speed of our games through the PettingZoo interface, in the same loop as its own games."""

from importlib.util import find_spec

from menagerie.bench.timing import best_rate, random_play
from menagerie.header import Header


def measure_pettingzoo(header: Header, seconds: float) -> float | None:
    """Random moves per second through a wrapped environment; None without PettingZoo."""
    if find_spec("pettingzoo") is None:
        return None
    from menagerie.research.pettingzoo import env

    settings = {"options": header.options, "edition": header.edition}
    environment = env(header.game.name, players=header.players, **settings)
    return best_rate(random_play(environment), seconds)
