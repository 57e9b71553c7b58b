"""A thread pool that shares the tables of a step, with a spinning wait instead of a wake-up.

Waking a sleeping thread takes as long as several hundred moves. So a worker that is done spins for
the next step inside compiled code, and goes to sleep only after SPIN_LIMIT loads. Decision 19 has
the measurements against `numba.prange` and a pool that sleeps.

Everything that threads tell each other is in this module. `sync` is two arrays of 64-bit words:
`words`, one per cache line, holds the step number, the number of chunks taken in this step, and for
each thread the last step it has finished; `reset_flag` says whether the step resets tables. They
are only accessed by atomic loads and stores. A thread that loads the step number (acquire) sees
everything stored before it (release): the moves, the flag, and the chunk counter.
"""

import threading
import time
from typing import Any

import numpy as np

from menagerie.batch.kernels import step_tables
from menagerie.kernel import Numbers, kernel
from menagerie.kernel.intrinsics import atomic_add, atomic_load, atomic_store

CHUNK = 128  # tables that a thread takes at a time
SPIN_LIMIT = 500_000  # loads, about half a millisecond
STOP = -1  # instead of a step number: the workers return
CACHE_LINE = 16  # words: two lines of 64 bytes, since processors prefetch them in pairs
STEP, CHUNKS_TAKEN, FIRST_DONE = 0, CACHE_LINE, 2 * CACHE_LINE  # indices into the words


def useful_threads(tables: int) -> int:
    """More threads than chunks would only wait for each other."""
    return -(-tables // CHUNK)


class WorkerThreads:
    """The calling thread and its workers. Each has scratch buffers of its own."""

    def __init__(self, scratches: list[Any], shared: tuple[Any, ...]) -> None:
        self._step = 0  # the number of the last step
        self._words = np.zeros(FIRST_DONE + CACHE_LINE * len(scratches), np.int64)
        self._reset_flag = np.zeros(1, np.int64)
        sync = (self._words, self._reset_flag)
        moves, tables, state, config, views, outputs = shared
        self._arguments = [
            (sync, thread, moves, tables, state, config, scratch, views, outputs)
            for thread, scratch in enumerate(scratches)
        ]
        self._asleep = 0
        self._wake = threading.Condition()
        self._threads = [
            threading.Thread(target=self._work, args=(thread,), daemon=True)
            for thread in range(1, len(scratches))
        ]
        for worker in self._threads:
            worker.start()

    def step(self, *, resets: bool) -> None:
        """Make one step with all threads."""
        before, self._step = self._step, self._step + 1
        self._announce(self._step, resets=resets)
        worker_loop(before, *self._arguments[0])
        for thread in range(1, len(self._arguments)):
            while spin(self._words, done_index(thread), before) != self._step:
                time.sleep(0)  # yield the processor: a worker is waiting for it

    def close(self) -> None:
        """Stop the workers; later steps run in the calling thread alone."""
        self._announce(STOP, resets=False)
        for worker in self._threads:
            worker.join()
        del self._arguments[1:]

    def _announce(self, number: int, *, resets: bool) -> None:
        announce(self._words, self._reset_flag, number, resets)
        if self._threads:
            with self._wake:  # after the store: a worker has seen the number, or is notified here
                if self._asleep:
                    self._wake.notify_all()

    def _work(self, thread: int) -> None:
        done = 0
        while (done := worker_loop(done, *self._arguments[thread])) != STOP:
            with self._wake:
                self._asleep += 1
                while atomic_load(self._words, STEP) == done:
                    self._wake.wait()
                self._asleep -= 1


@kernel
def worker_loop(
    done: int,
    sync: tuple[Any, ...],
    thread: int,
    moves: Numbers,
    tables: Numbers,
    state: tuple[Any, ...],
    config: tuple[Any, ...],
    scratch: tuple[Any, ...],
    views: tuple[Any, ...],
    outputs: tuple[Any, ...],
) -> int:
    """Take chunks of tables until a step is done, then spin for the next one.

    Returns the number of the last step if no other follows in time, or STOP. Thread 0, which
    announces the steps, returns after one.
    """
    words, reset_flag = sync
    while True:
        number = spin(words, STEP, done)
        if number in (done, STOP):
            return number
        resets = int(atomic_load(reset_flag, 0)) != 0
        first = CHUNK * int(atomic_add(words, CHUNKS_TAKEN, 1))
        while first < len(moves):
            last = min(first + CHUNK, len(moves))
            step_tables(first, last, resets, moves, tables, state, config, scratch, views, outputs)
            first = CHUNK * int(atomic_add(words, CHUNKS_TAKEN, 1))
        atomic_store(words, done_index(thread), number)
        done = number
        if thread == 0:
            return number


@kernel
def announce(words: Numbers, reset_flag: Numbers, number: int, resets: bool) -> None:
    """Start a step. The number is stored last: it publishes everything stored before it."""
    atomic_store(reset_flag, 0, int(resets))
    atomic_store(words, CHUNKS_TAKEN, 0)
    atomic_store(words, STEP, number)


@kernel
def spin(words: Numbers, at: int, old: int) -> int:
    """Load a word until it changes, or SPIN_LIMIT times; return the value."""
    found = int(atomic_load(words, at))
    loads = 0
    while found == old and loads < SPIN_LIMIT:
        loads += 1
        found = int(atomic_load(words, at))
    return found


@kernel
def done_index(thread: int) -> int:
    return FIRST_DONE + CACHE_LINE * thread
