"""How fast our games are behind PettingZoo's interface, in the same loop as its own games."""

import random
import time
from importlib.util import find_spec

from menagerie.header import Header

SLICES = 3  # the best of so many counts: machines are noisy


def measure_pettingzoo(header: Header, seconds: float) -> float | None:
    """Moves a second of random play through an environment in its wrappers; None without it."""
    if find_spec("pettingzoo") is None:
        return None
    from menagerie.research.pettingzoo import env

    settings = {"options": header.options, "edition": header.edition}
    zoo = env(header.game.name, players=header.players, **settings)
    rng = random.Random(0)

    def play() -> int:
        zoo.reset(seed=0)
        moves = 0
        while True:
            seen, _, terminated, truncated, _ = zoo.last()
            if terminated or truncated:
                return moves
            # Of bytes NumPy looks for those that are not 0 much faster if they are flags.
            zoo.step(rng.choice(seen["action_mask"].view(bool).nonzero()[0].tolist()))
            moves += 1

    play()
    best = 0.0
    for _ in range(SLICES):
        start = time.perf_counter()
        moves = 0
        while (passed := time.perf_counter() - start) < seconds / SLICES or not moves:
            moves += play()
        best = max(best, moves / passed)
    return best
