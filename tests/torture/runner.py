"""Runs attacks piece by piece, prints their progress, and records their counts."""

import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from torture.attack import Attack, Outcome, Place
from torture.fault_attacks import FAULT_ATTACKS, FaultAttack
from torture.fault_databases import can_mount
from torture.fuzz import ATTACK as FUZZ
from torture.noninterference import ATTACK as NON_INTERFERENCE
from torture.record import Record, new_piece

from menagerie.errors import BadInput

ATTACKS: tuple[Attack, ...] = (*FAULT_ATTACKS, NON_INTERFERENCE, FUZZ)
PROGRESS_INTERVAL_S = 10.0


@dataclass
class Runner:
    """Runs attacks until all are done, a problem is found, or the time is up."""

    record: Record
    quick: bool
    minutes: float = float("inf")

    def __post_init__(self) -> None:
        self.end = time.monotonic() + 60 * self.minutes
        self.problems: list[str] = []

    def run(self, chosen: Sequence[tuple[Attack, str]]) -> bool:
        """Run the attacks; return whether all are done without problems."""
        for attack, database in chosen:
            if _needs_mount(attack) and not can_mount():
                say(f"{attack.name} is left out: only root can make a small file system")
                continue
            for amount in self._pieces(attack, database):
                if time.monotonic() > self.end:
                    say("the time is up; the same command goes on from here")
                    return False
                self._run_piece(attack, database, amount)
        return not self.problems

    def _pieces(self, attack: Attack, database: str) -> Iterator[int]:
        """The remaining amount, split into pieces."""
        wanted = attack.quick if self.quick else attack.full
        left = wanted - self.record.done(attack, database)
        while left > 0 and not self.problems:
            amount = min(left, attack.piece)
            left -= amount
            yield amount

    def _run_piece(self, attack: Attack, database: str, amount: int) -> None:
        number = self.record.next_number(attack, database)
        before = self.record.done(attack, database)
        wanted = attack.quick if self.quick else attack.full
        began = said = time.monotonic()

        def progress(done: int) -> None:
            nonlocal said
            if time.monotonic() - said > PROGRESS_INTERVAL_S:
                said = time.monotonic()
                say(f"{attack.name}, {database}: {before + done:,} of {wanted:,} {attack.unit}")

        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            try:
                outcome = attack.run(amount, number, Place(Path(folder), database), progress)
            except AssertionError as error:
                outcome = Outcome({}, (str(error),))
        seconds = time.monotonic() - began
        self.record.add(new_piece(attack, database, number, amount, seconds, outcome))
        self.problems += outcome.problems
        say(
            f"{attack.name}, {database}: {before + amount:,} of {wanted:,} {attack.unit}"
            f", the last {amount:,} in {seconds:,.0f} s: {len(outcome.problems)} problems"
        )
        for problem in outcome.problems[:5]:
            say(f"  {problem[:3000]}")


def _needs_mount(attack: Attack) -> bool:
    return isinstance(attack, FaultAttack) and attack.setting.small_disk


def choose(names: Sequence[str], databases: Sequence[str]) -> list[tuple[Attack, str]]:
    """Select attacks by name, or all, with the databases they support."""
    known = [attack.name for attack in ATTACKS]
    if strange := [name for name in names if name not in known]:
        raise BadInput(f"there is no attack {strange[0]}; there are: {', '.join(known)}")
    return [
        (attack, database)
        for attack in ATTACKS
        if not names or attack.name in names
        for database in attack.databases
        if not databases or database in databases
    ]


def say(words: str) -> None:
    sys.stdout.write(f"{time.strftime('%H:%M:%S')} {words}\n")
    sys.stdout.flush()
