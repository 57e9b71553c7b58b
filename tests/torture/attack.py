"""What an attack is: something to be done a number of times, with counts of what happened."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

Progress = Callable[[int], None]  # hears how much has been done so far
SWITCH_INTERVAL_S = 0.0005  # that a thread works while another one waits


class Tally:
    """How much was done so far; whoever follows the progress is told."""

    def __init__(self, progress: Progress) -> None:
        self.done = 0
        self._progress = progress

    def add(self, count: int) -> None:
        self.done += count
        self._progress(self.done)


@contextmanager
def servers_in_threads() -> Iterator[None]:
    """While servers run in threads of this process, these take turns more often."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


@dataclass(frozen=True)
class Place:
    """Where an attack is run: a folder of its own, and the kind of database."""

    folder: Path
    database: str


@dataclass(frozen=True)
class Outcome:
    """What was counted, and what was found that must not be."""

    counts: dict[str, int]
    problems: tuple[str, ...] = ()
    recoveries: tuple[float, ...] = ()  # seconds from the end of a fault until all went on


class Attack(Protocol):
    """One kind of attack. Its amounts are for one database each."""

    @property
    def name(self) -> str: ...
    @property
    def unit(self) -> str: ...  # what is counted, in the plural
    @property
    def databases(self) -> tuple[str, ...]: ...
    @property
    def full(self) -> int: ...
    @property
    def quick(self) -> int: ...
    @property
    def piece(self) -> int: ...  # as much as is done, and kept, in one go

    def run(self, amount: int, seed: int, place: Place, progress: Progress) -> Outcome: ...
