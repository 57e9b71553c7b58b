"""The arena: bots play each other; every deal is replayed with the seats rotated."""

import json
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from menagerie import discovery
from menagerie.bots.bot import choice
from menagerie.bots.levels import create
from menagerie.errors import BadInput
from menagerie.header import Header, derive_key
from menagerie.jsontext import Json
from menagerie.kernel import Numbers
from menagerie.position import Position

Job = tuple[int, int]  # a deal and a rotation of the seats


@dataclass(frozen=True)
class Contest:
    """Which bots play which game. It determines every result, unless a bot has a time limit."""

    header: Header  # its seed determines all deals
    bots: tuple[str, ...]
    deals: int

    def seats(self, rotation: int) -> list[int]:
        """The index of the bot at each seat; the bots alternate around the table."""
        players = self.header.players
        return [(seat + rotation) % players % len(self.bots) for seat in range(players)]

    def jobs(self) -> list[Job]:
        players = self.header.players
        return [(deal, rotation) for deal in range(self.deals) for rotation in range(players)]

    def to_json(self) -> Json:
        return {"header": self.header.to_json(), "bots": list(self.bots)}


def fair_tables(game: str, bots: int) -> list[int]:
    """The numbers of players that give each bot the same number of seats."""
    return [players for players in discovery.load(game).players if players % bots == 0]


def check(contest: Contest) -> None:
    """Check that the bots exist, and that each has the same number of seats."""
    players, bots = contest.header.players, len(contest.bots)
    if bots < 2:
        raise BadInput("an arena needs two or more bots, separated by commas")
    if players % bots:
        fair = " or ".join(map(str, fair_tables(contest.header.game.name, bots)))
        allowed = f"they can share a table for {fair}" if fair else "no other number would be fair"
        raise BadInput(f"{bots} bots cannot share {players} seats fairly; {allowed}")
    for name in contest.bots:
        create(name, contest.header.game, bytes(16))


def play(contest: Contest, job: Job, stop: threading.Event) -> list[float]:
    """Play one game; return each bot's share of the win, or an empty list if it was stopped."""
    deal, rotation = job
    header = contest.header
    seed = f"{header.seed}/{deal}"
    position = Position(
        Header.create(
            header.game.name,
            header.players,
            seed=seed,
            edition=header.edition,
            options=header.options,
        )
    )
    seats = contest.seats(rotation)
    players = [
        create(contest.bots[bot], header.game, derive_key(seed, f"arena/{rotation}/{seat}"))
        for seat, bot in enumerate(seats)
    ]
    while (seat := position.turn) is not None:
        if stop.is_set():
            return []
        position.push(choice(position, players[seat]))
    shares = [0.0] * len(contest.bots)
    won = position.winners()
    for seat in won:
        shares[seats[seat]] += 1 / len(won)
    return shares


class ContestRecord:
    """The games played so far; with a file, a run can be resumed."""

    def __init__(self, contest: Contest, file: Path | None) -> None:
        self.file = file
        self.results: dict[Job, list[float]] = {}
        if file is not None and file.exists():
            self._read(contest, file)
        elif file is not None:
            _append(file, contest.to_json())

    def _read(self, contest: Contest, file: Path) -> None:
        data = file.read_bytes()
        complete = data[: data.rfind(b"\n") + 1]  # an interrupted run may leave a partial line
        try:
            first, *games = map(json.loads, complete.splitlines())
            same = first == contest.to_json()
            self.results = {(game["deal"], game["rotation"]): game["shares"] for game in games}
        except (ValueError, KeyError, TypeError):
            raise BadInput(f"{file} is not a record of an arena") from None
        if not same:
            raise BadInput(f"{file} is the record of another contest")
        if len(complete) < len(data):
            os.truncate(file, len(complete))

    def add(self, job: Job, shares: list[float]) -> None:
        self.results[job] = shares
        if self.file is not None:
            _append(self.file, {"deal": job[0], "rotation": job[1], "shares": shares})


def _append(file: Path, data: Json) -> None:
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(data) + "\n")


def run(
    contest: Contest, record: ContestRecord, on_game: Callable[[], object], workers: int = 0
) -> None:
    """Play the games that are not in the record yet, by default on all cores."""
    missing = [job for job in contest.jobs() if job not in record.results]
    if missing:
        _precompile(contest)
    pool, stop = ThreadPoolExecutor(workers or os.cpu_count() or 1), threading.Event()
    try:
        games = {pool.submit(play, contest, job, stop): job for job in missing}
        for game in as_completed(games):
            record.add(games[game], game.result())
            on_game()
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def _precompile(contest: Contest) -> None:
    """Let each bot move once, so that its kernels are compiled before the threads start."""
    position = Position(contest.header)
    for name in contest.bots:
        choice(position, create(name, contest.header.game, bytes(16)))


def shares_by_deal(contest: Contest, record: ContestRecord) -> Iterator[Numbers]:
    """Each bot's share of the wins, for each deal that was played in all rotations."""
    players = contest.header.players
    for deal in range(contest.deals):
        games = [record.results.get((deal, rotation)) for rotation in range(players)]
        if all(game is not None for game in games):
            yield np.mean(np.array(games, float), axis=0)
