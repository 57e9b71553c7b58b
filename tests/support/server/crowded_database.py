"""A database with very many games in play and chosen deadlines."""

import asyncio
import random
import secrets
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from functools import cache
from pathlib import Path

from menagerie.header import Header
from menagerie.jsontext import canonical
from menagerie.log_entry import LogEntry
from menagerie.match import Match
from menagerie.store import Store

DAY_S = 86_400.0
LOG_ENTRIES_PER_GAME = 12


@cache
def _match() -> Match:
    rng, match = random.Random(1), Match(Header.create("cubosaurs", 2, seed="crowded"))
    while match.number < LOG_ENTRIES_PER_GAME:
        turn = match.position.turn
        assert turn is not None
        move = rng.choice(match.position.legal_moves).to_json()
        match.add(match.prepare(LogEntry("move", turn, move)))
    return match


def fill(file: Path, deadlines: Iterable[tuple[float, float]]) -> list[str]:
    """Create one table per pair: the real deadline of the player to move, and the `due` column."""
    asyncio.run(_make(file))
    tables, seats, log = [], [], []
    header = canonical(_match().header.to_json())
    settings = canonical(
        {
            "players": 2,
            "options": dict(_match().header.options),
            "edition": None,
            "open": False,
            "clock": "1d",
            "hints": True,
            "autostart": False,
        }
    )
    for number, (deadline, due) in enumerate(deadlines):
        table, begun = secrets.token_urlsafe(16), deadline - DAY_S
        row = (table, f"{number:06}", "cubosaurs", "playing", settings, bytes(32), header)
        tables.append((*row, begun, begun, due))
        seats += [(table, seat, "Ada", secrets.token_bytes(32), "", "{}") for seat in range(2)]
        log += [
            (
                table,
                place,
                line.kind,
                line.seat,
                canonical({"by": "player", "move": line.move}),
                begun,
            )
            for place, line in enumerate(_match().entries)
        ]
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.executemany(
            "INSERT INTO tables (id, code, game, state, settings, secret, header, created, changed,"
            " due) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            tables,
        )
        connection.executemany(
            "INSERT INTO seats (table_id, seat, name, token_hash, entropy, data)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            seats,
        )
        connection.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", log)
    return [table[0] for table in tables]


async def _make(file: Path) -> None:
    store = await Store.open(f"sqlite:///{file}")
    await store.close()


def played(file: Path) -> dict[str, int]:
    """The number of new log entries, by table."""
    with closing(sqlite3.connect(file, timeout=30)) as connection:
        rows = connection.execute("SELECT table_id, count(*) FROM log GROUP BY table_id")
        return {
            table: count - LOG_ENTRIES_PER_GAME
            for table, count in rows
            if count > LOG_ENTRIES_PER_GAME
        }


def spread(count: int, now: float | None = None) -> list[tuple[float, float]]:
    """Most deadlines are hours away; 1% are seconds away; for 10% `due` is too early."""
    now = time.time() if now is None else now
    found = []
    for number in range(count):
        deadline = now + 3600.0 + number
        if number % 100 == 0:
            deadline = now - 5.0 + 0.1 * (number // 100 % 100)
        found.append((deadline, 0.0 if number % 10 == 1 else deadline))
    return found
