"""Results so far, one file per piece, so that an interrupted run can be resumed."""

import json
import platform
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from support import postgres
from torture.attack import Attack, Outcome

from menagerie.version import VERSION


@dataclass(frozen=True)
class Piece:
    """A part of an attack that ran without interruption."""

    attack: str
    database: str
    number: int  # also its seed
    amount: int
    seconds: float
    counts: dict[str, int]
    problems: list[str] = field(default_factory=list)
    recoveries: list[float] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)
    date: str = ""


class Record:
    """A folder of pieces. Several processes may write to it, each for another attack."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def pieces(self, attack: str = "*", database: str = "*") -> list[Piece]:
        found = [
            Piece(**json.loads(file.read_text(encoding="utf-8")))
            for file in self.folder.glob(f"{attack}.{database}.*.json")
        ]
        return sorted(found, key=lambda piece: (piece.attack, piece.database, piece.number))

    def done(self, attack: Attack, database: str) -> int:
        """The amount that ran without problems."""
        pieces = self.pieces(attack.name, database)
        return sum(piece.amount for piece in pieces if not piece.problems)

    def next_number(self, attack: Attack, database: str) -> int:
        numbers = [piece.number for piece in self.pieces(attack.name, database)]
        return max(numbers, default=0) + 1

    def add(self, piece: Piece) -> None:
        """Write the file atomically."""
        name = f"{piece.attack}.{piece.database}.{piece.number}.json"
        part = self.folder / f"{name}.part"
        part.write_text(json.dumps(asdict(piece), indent=1), encoding="utf-8")
        part.rename(self.folder / name)


def new_piece(
    attack: Attack, database: str, number: int, amount: int, seconds: float, outcome: Outcome
) -> Piece:
    return Piece(
        attack.name,
        database,
        number,
        amount,
        round(seconds, 1),
        outcome.counts,
        list(outcome.problems),
        [round(one, 2) for one in outcome.recoveries],
        versions(),
        time.strftime("%Y-%m-%d"),
    )


def total(pieces: list[Piece]) -> Counter[str]:
    return sum((Counter(piece.counts) for piece in pieces), Counter())


@cache
def versions() -> dict[str, str]:
    """The versions of all software involved."""
    return {
        "Menagerie": VERSION,
        "commit": _said_by("git", "rev-parse", "--short", "HEAD"),
        "Python": platform.python_version(),
        "SQLite": sqlite3.sqlite_version,
        "PostgreSQL": _postgres_version(),
        "Linux": ".".join(platform.release().split(".")[:2]),
    }


def _postgres_version() -> str:
    words = _said_by(str(postgres.find_programs() / "postgres"), "--version").split()
    return words[2] if len(words) > 2 else "unknown"


def _said_by(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return done.stdout.strip()


def spread(values: list[Any], share: float) -> Any:
    """The quantile of the values at `share`."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def attacks_in(pieces: list[Piece]) -> Iterator[tuple[str, str]]:
    yield from dict.fromkeys((piece.attack, piece.database) for piece in pieces)
