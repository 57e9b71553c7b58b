"""The interface of an attack: it runs a number of times and counts what happened."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

Progress = Callable[[int], None]  # called with the amount done so far
SWITCH_INTERVAL_S = 0.0005  # between thread switches


def ignore_progress(_: int) -> None:
    """A progress callback that does nothing."""


class Tally:
    """Counts the amount done and reports it as progress."""

    def __init__(self, progress: Progress) -> None:
        self.done = 0
        self._progress = progress

    def add(self, count: int) -> None:
        self.done += count
        self._progress(self.done)


@contextmanager
def servers_in_threads() -> Iterator[None]:
    """Switch threads more often while servers run in threads of this process."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


@dataclass(frozen=True)
class Place:
    """Where an attack runs: a temporary folder and the kind of database."""

    folder: Path
    database: str


@dataclass(frozen=True)
class Outcome:
    """What an attack counted, and the problems it found."""

    counts: dict[str, int]
    problems: tuple[str, ...] = ()
    recoveries: tuple[float, ...] = ()  # seconds from a fault until all tables progressed


class Attack(Protocol):
    """One kind of attack. The amounts are per database."""

    @property
    def name(self) -> str: ...
    @property
    def unit(self) -> str: ...  # plural name of what is counted
    @property
    def databases(self) -> tuple[str, ...]: ...
    @property
    def full(self) -> int: ...
    @property
    def quick(self) -> int: ...
    @property
    def piece(self) -> int: ...  # amount per recorded piece

    def run(self, amount: int, seed: int, place: Place, progress: Progress) -> Outcome: ...
