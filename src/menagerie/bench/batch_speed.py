"""The speed of `Batch`: many tables at once, with legal-move masks and observation rows."""

from menagerie.batch import Batch
from menagerie.bench.timing import best_rate
from menagerie.header import Header

TABLES = 4_096
STEPS_PER_SAMPLE = 10  # between two readings of the clock


def measure_batch(header: Header, threads: int, seconds: float) -> float:
    """Random moves per second, including the observation of the player who moves next."""
    with Batch(
        header.game.name,
        TABLES,
        header.players,
        options=header.options,
        seed=header.seed,
        threads=threads,
    ) as batch:

        def step() -> int:
            for _ in range(STEPS_PER_SAMPLE):
                batch.step(batch.sample())
            return STEPS_PER_SAMPLE * TABLES

        return best_rate(step, seconds)
