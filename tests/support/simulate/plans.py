"""Small simulations: how to plan, run and compare them."""

import numpy as np

from menagerie.header import Header
from menagerie.simulate import runner
from menagerie.simulate.counters import Tally
from menagerie.simulate.plan import Plan


def plan(
    game: str, players: int = 3, games: int = 6, bots: str = "random", **options: bool
) -> Plan:
    return Plan.create(Header.create(game, players, seed=5, options=options), bots, games)


def run(plan: Plan, threads: int = 1) -> Tally:
    return runner.run(plan, lambda _games: None, threads)


def same(one: Tally, other: Tally) -> bool:
    """Byte by byte, including the sampled tables."""
    return all(
        all(np.array_equal(*pair) for pair in zip(a.counters, b.counters, strict=True))
        and a.sample.tobytes() == b.sample.tobytes()
        for a, b in zip(one.blocks, other.blocks, strict=True)
    )
