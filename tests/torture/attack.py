"""What an attack is: something to be done a number of times, with counts of what happened."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

Progress = Callable[[int], None]  # hears how much has been done so far


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
