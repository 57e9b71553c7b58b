"""What ours and others are measured with alike."""

import random
from collections.abc import Callable
from time import perf_counter
from typing import Any

SLICES = 3  # the best of so many counts: machines are noisy


def best_rate(batch: Callable[[], int], seconds: float) -> float:
    """Give the moves per second of the best slice, after a warm-up."""
    _rate(batch, seconds / 10)
    return max(_rate(batch, seconds / SLICES) for _ in range(SLICES))


def _rate(batch: Callable[[], int], seconds: float) -> float:
    """Repeat a batch, which tells how many moves it made, for at least so many seconds."""
    moves, spent = 0, 0.0
    start = perf_counter()
    while spent < seconds or not moves:
        moves += batch()
        spent = perf_counter() - start
    return moves / spent


def random_play(zoo: Any) -> Callable[[], int]:
    """Whole games at random through an environment of PettingZoo; says how many moves it took."""
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

    return play
