"""Timing loops, the same for our games and for peer libraries."""

import random
from collections.abc import Callable
from time import perf_counter
from typing import Any

SLICES = 3  # of the time; the best one counts, since machines are noisy


def best_rate(batch: Callable[[], int], seconds: float) -> float:
    """The moves per second of the best slice, after a warm-up."""
    _rate(batch, seconds / 10)
    return max(_rate(batch, seconds / SLICES) for _ in range(SLICES))


def _rate(batch: Callable[[], int], seconds: float) -> float:
    """Repeat `batch`, which returns its number of moves, for at least `seconds`."""
    moves, spent = 0, 0.0
    start = perf_counter()
    while spent < seconds or not moves:
        moves += batch()
        spent = perf_counter() - start
    return moves / spent


def random_play(environment: Any) -> Callable[[], int]:
    """A function that plays a random game in a PettingZoo environment, and counts its moves."""
    rng = random.Random(0)

    def play() -> int:
        environment.reset(seed=0)
        moves = 0
        while True:
            observed, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                return moves
            # nonzero() is much faster on booleans than on bytes.
            environment.step(rng.choice(observed["action_mask"].view(bool).nonzero()[0].tolist()))
            moves += 1

    return play
