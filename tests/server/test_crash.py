"""A server killed during play loses no move that it has acknowledged."""

import asyncio
import itertools
import random
from collections.abc import Sequence
from pathlib import Path

import httpx
from support.runs import compiled_only
from support.server.database_reader import StoredTable, read_tables
from support.server.forked_server import ForkedServer
from support.server.persistent_players import PersistentPlayer, start_game
from support.server.server_process import ServerProcess

from menagerie import discovery

pytestmark = compiled_only

KILL_COUNT = 20
TABLE_COUNT = 50
UPDATES_BETWEEN_KILLS = (0, 1, 10, 30, 60, 120)  # received by all players
HANG_TIMEOUT_S = 600.0


def test_no_acknowledged_move_is_lost_when_the_server_is_killed(url: str, tmp_path: Path) -> None:
    with ForkedServer(tmp_path, url, "--grace=3600", "--busy=inf") as process:
        people = asyncio.run(_play_and_kill(process, random.Random(20)))
        assert process.stop() == 0
    assert "Traceback" not in process.output
    assert sum(somebody.resent for somebody in people) > KILL_COUNT  # moves in flight at a kill
    assert _told(people) > KILL_COUNT * 20
    kept = asyncio.run(read_tables(url, sorted({somebody.table for somebody in people})))
    for somebody in people:
        _compare(somebody, kept[somebody.table])


async def _play_and_kill(process: ServerProcess, rng: random.Random) -> list[PersistentPlayer]:
    names = itertools.cycle(discovery.names())
    server_up = asyncio.Event()
    async with httpx.AsyncClient(
        base_url=f"http://{process.address}", timeout=HANG_TIMEOUT_S
    ) as http:
        tables = [await start_game(http, server_up, next(names), rng) for _ in range(TABLE_COUNT)]
    people = [somebody for table in tables for somebody in table]
    server_up.set()
    async with asyncio.timeout(HANG_TIMEOUT_S), asyncio.TaskGroup() as group:
        playing = [group.create_task(somebody.play()) for somebody in people]
        for _ in range(KILL_COUNT):
            enough = _told(people) + rng.choice(UPDATES_BETWEEN_KILLS)
            while _told(people) < enough:  # noqa: ASYNC110 - there is no event to wait for
                await asyncio.sleep(0.01)
            await asyncio.sleep(rng.uniform(0, 0.1))
            server_up.clear()
            await asyncio.to_thread(process.kill)
            await asyncio.to_thread(process.start)
            server_up.set()
        await asyncio.gather(*(_go_on(*table) for table in tables))
        for task in playing:
            task.cancel()
    return people


async def _go_on(one: PersistentPlayer, two: PersistentPlayer) -> None:
    """Wait until both have seen more than was in flight at the last kill, or the game ends."""
    enough = max(one.number, two.number) + 2
    while not one.over and min(one.number, two.number) < enough:  # noqa: ASYNC110 - there is no event to wait for
        await asyncio.sleep(0.01)


def _told(people: Sequence[PersistentPlayer]) -> int:
    return sum(len(somebody.noted) for somebody in people)


def _compare(somebody: PersistentPlayer, kept: StoredTable) -> None:
    """Compare the stored log with the updates a player received."""
    assert kept.match.position.is_over() == (kept.row.state == "over")
    for number, (kind, seat, move) in somebody.noted.items():
        entry = kept.entries[number]
        assert (entry.kind, entry.seat, entry.by) == (kind, seat, "player")
        if kind == "move":
            assert entry.move == move
    for number in somebody.accepted:
        entry, asked = kept.entries[number], somebody.asked[number]
        assert (entry.kind, entry.seat) == (asked["type"], somebody.seat)
        assert entry.move == asked.get("move")
