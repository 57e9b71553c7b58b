"""Measures the thread pool of `menagerie.batch` against simpler ones: see decision 19.

    python examples/compare_thread_pools.py --threads 2 --tables 64 1000 10000

The pools take turns in short rounds and the best round counts, since other programs may slow down
some of them. NUMBA_THREADING_LAYER=workqueue measures `prange` without OpenMP.
"""

import argparse
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any

import numba
import numpy as np

from menagerie.batch import Batch
from menagerie.batch.kernels import step_tables
from menagerie.batch.worker_threads import CHUNK, WorkerThreads
from menagerie.encoding import bytes_of

GAMES = ("cubosaurs", "catbox", "incubation")
ROUND_S = 0.004
MOVES_PER_TIME_CHECK = 8_192


class QueuePool:
    """Worker threads that sleep on a queue; each has a fixed share of the tables."""

    def __init__(self, scratches: list[Any], shared: tuple[Any, ...]) -> None:
        moves, *_ = shared
        edges = np.linspace(0, len(moves), len(scratches) + 1).astype(int).tolist()
        self.shares = list(zip(edges, edges[1:], scratches, strict=False))
        self.shared = shared
        self.jobs: list[SimpleQueue[bool | None]] = [SimpleQueue() for _ in scratches[1:]]
        self.done: SimpleQueue[None] = SimpleQueue()
        for jobs, share in zip(self.jobs, self.shares[1:], strict=True):
            Thread(target=self.work, args=(jobs, share), daemon=True).start()

    def work(self, jobs: "SimpleQueue[bool | None]", share: tuple[int, int, Any]) -> None:
        while (resets := jobs.get()) is not None:
            self.step_share(share, resets=resets)
            self.done.put(None)

    def step_share(self, share: tuple[int, int, Any], *, resets: bool) -> None:
        first, last, scratch = share
        moves, tables, state, config, views, outputs = self.shared
        step_tables(first, last, resets, moves, tables, state, config, scratch, views, outputs)

    def step(self, *, resets: bool) -> None:
        for jobs in self.jobs:
            jobs.put(resets)
        self.step_share(self.shares[0], resets=resets)
        for _ in self.jobs:
            self.done.get()

    def close(self) -> None:
        for jobs in self.jobs:
            jobs.put(None)


class PrangePool:
    """Numba's own threads, with scratch buffers for each of them."""

    def __init__(self, scratches: list[Any], shared: tuple[Any, ...]) -> None:
        self.threads = min(len(scratches), numba.config.NUMBA_NUM_THREADS)
        spare, _, points, key = (
            np.stack([array] * numba.config.NUMBA_NUM_THREADS) for array in scratches[0]
        )
        raw = bytes_of(spare.reshape(-1)).reshape(*spare.shape, -1)
        self.scratch = (spare, raw, points, key)
        self.shared = shared

    def step(self, *, resets: bool) -> None:
        numba.set_num_threads(self.threads)
        moves, tables, state, config, views, outputs = self.shared
        step_in_parallel(resets, moves, tables, state, config, self.scratch, views, outputs)

    def close(self) -> None:
        """Numba never stops its threads."""


@numba.njit(parallel=True, nogil=True, error_model="numpy")  # type: ignore[untyped-decorator] # Numba has no types
def step_in_parallel(
    resets: Any,
    moves: Any,
    tables: Any,
    state: Any,
    config: Any,
    scratch: Any,
    views: Any,
    outputs: Any,
) -> None:
    spare, raw, points, key = scratch
    for chunk in numba.prange(-(-len(moves) // CHUNK)):
        first, me = chunk * CHUNK, numba.get_thread_id()
        last = min(first + CHUNK, len(moves))
        own = (spare[me], raw[me], points[me], key[me])
        step_tables(first, last, resets, moves, tables, state, config, own, views, outputs)


POOLS = {"spinning": WorkerThreads, "queue": QueuePool, "prange": PrangePool}


class MeasuredBatch(Batch):
    """A batch with any kind of pool."""

    pool = "spinning"

    def _start_workers(self, threads: int) -> Any:
        usual = super()._start_workers(1)
        _, _, moves, tables, state, config, _, views, outputs = usual._arguments[0]  # noqa: SLF001 - a measurement
        shared = (moves, tables, state, config, views, outputs)
        return POOLS[self.pool]([self._scratch() for _ in range(threads)], shared)


def measure(batch: Batch) -> float:
    """Millions of moves a second in one round."""
    steps = max(1, MOVES_PER_TIME_CHECK // len(batch))
    moves, spent, start = 0, 0.0, perf_counter()
    while spent < ROUND_S:
        for _ in range(steps):
            batch.step(batch.sample())
        moves += steps * len(batch)
        spent = perf_counter() - start
    return moves / spent / 1e6


def compare(game: str, tables: int, threads: int, rounds: int) -> dict[str, list[float]]:
    batches = {
        pool: type(pool, (MeasuredBatch,), {"pool": pool})(game, tables, seed=1, threads=threads)
        for pool in POOLS
    }
    rates: dict[str, list[float]] = {pool: [] for pool in POOLS}
    for number in range(rounds + 1):
        for pool in list(POOLS)[:: -1 if number % 2 else 1]:
            rate = measure(batches[pool])
            if number:  # the first round is a warm-up
                rates[pool].append(rate)
    for batch in batches.values():
        batch.close()
    return rates


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--tables", nargs="+", type=int, default=[64, 1_000, 10_000])
    parser.add_argument("--threads", nargs="+", type=int, default=[1, 2])
    parser.add_argument("--rounds", type=int, default=200)
    chosen = parser.parse_args()
    for game in chosen.games:
        for threads in chosen.threads:
            for tables in chosen.tables:
                rates = compare(game, tables, threads, chosen.rounds)
                best = [f"{pool} {max(found):.2f}" for pool, found in rates.items()]
                medians = [f"{pool} {np.median(found):.2f}" for pool, found in rates.items()]
                print(f"{game}, {threads} threads, {tables} tables, M moves/s")
                print(f"  best   {', '.join(best)}\n  median {', '.join(medians)}", flush=True)
    print(f"threading layer of prange: {numba.threading_layer()}")


if __name__ == "__main__":
    main()
