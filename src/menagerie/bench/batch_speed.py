"""How fast many tables are together: with a mask of the legal moves and a row for each of them."""

from menagerie.batch import Batch
from menagerie.bench.timing import best_rate
from menagerie.header import Header

TABLES = 4_096
STEPS = 10  # between two looks at the clock


def measure_batch(header: Header, threads: int, seconds: float) -> float:
    """Moves a second: random ones, each with all that whoever is to move next is shown."""
    with Batch(
        header.game.name,
        TABLES,
        header.players,
        options=header.options,
        seed=header.seed,
        threads=threads,
    ) as batch:

        def step() -> int:
            for _ in range(STEPS):
                batch.step(batch.sample())
            return STEPS * TABLES

        return best_rate(step, seconds)
