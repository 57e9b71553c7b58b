"""How fast many tables are together: with a mask of the legal moves and a row for each of them."""

import time

from menagerie.batch import Batch
from menagerie.bench.ours import SLICES
from menagerie.header import Header

TABLES = 4_096
STEPS = 10  # between two looks at the clock


def measure_batch(header: Header, threads: int, seconds: float) -> float:
    """Moves a second: random ones, each with all that whoever is to move next is shown."""
    best = 0.0
    with Batch(
        header.game.name,
        TABLES,
        header.players,
        options=header.options,
        seed=header.seed,
        threads=threads,
    ) as batch:
        for _ in range(SLICES):
            start = time.perf_counter()
            moves = 0
            while (passed := time.perf_counter() - start) < seconds / SLICES or not moves:
                for _ in range(STEPS):
                    batch.step(batch.sample())
                moves += STEPS * TABLES
            best = max(best, moves / passed)
    return best
