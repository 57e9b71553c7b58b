"""A fault trial: a database, a real server, and players during the faults."""

import asyncio
import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from support.server.forked_server import ForkedProcess, ForkedServer, ServerOverrides
from support.server.shifted_clock import set_offset
from support.store.silent_proxy import new_proxy
from torture.fault_databases import PostgresServer, SqliteFile, children_of
from torture.verification import verify
from torture.workload import Workload

Database = SqliteFile | PostgresServer
NO_SUBSTITUTES = "--grace=1000000000"  # no bot takes over a seat
LAST_LOG_LINES = 5  # shown when a table is stuck
NO_BOT_DELAY = "--bot-pause=0"


@dataclass(frozen=True)
class Setting:
    """The setup that a kind of fault needs."""

    tables: int = 8
    options: tuple[str, ...] = ("--busy=inf",)
    constants: tuple[tuple[str, str, float], ...] = ()
    small_disk: bool = False
    proxy: bool = False
    clock: str = "none"


@dataclass
class Trial:
    """Everything that a fault can act on."""

    database: Database
    process: ForkedServer
    workload: Workload
    clock: Path
    rng: random.Random
    counts: Counter[str] = field(default_factory=Counter)
    recoveries: list[float] = field(default_factory=list)  # seconds

    @property
    def problems(self) -> list[str]:
        return self.workload.problems

    @property
    def pid(self) -> int:
        assert isinstance(self.process.process, ForkedProcess)
        return self.process.process.pid

    def render_worker_pid(self) -> int | None:
        """The process id of the render worker, if it runs."""
        return next(iter(children_of(self.pid)), None)

    def rolled_back(self) -> None:
        for table in self.workload.tables:
            for guest in table.guests:
                guest.allow_rollback()

    def set_clock(self, offset: float) -> None:
        set_offset(self.clock, offset)

    async def play_a_little(self) -> None:
        """Wait for a random number of updates, so that faults hit at random moments."""
        enough = self.workload.told + self.rng.choice((0, 1, 5, 20, 40))
        end = time.monotonic() + 2.0  # finished games no longer count
        while self.workload.told < enough and time.monotonic() < end:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await asyncio.sleep(self.rng.uniform(0, 0.05))

    async def recover(self) -> bool:
        """Wait until every table progresses; record the time and return whether it did."""
        began = time.monotonic()
        went_on = await self.workload.wait_for_progress()
        self.recoveries.append(time.monotonic() - began)
        if not went_on:
            said = self.process.output.splitlines()[-LAST_LOG_LINES:]
            self.problems.append("\n".join(("the server's last lines:", *said)))
        return went_on

    def read_log(self) -> None:
        """Check the server's log: a traceback is a problem."""
        for line in self.process.output.splitlines():
            if not line.startswith("{"):
                if "Traceback" in line:
                    self.problems.append("the server wrote a traceback")
                continue
            said = json.loads(line)
            if "traceback" in said:
                self.problems.append(f"a fault of the server: {said['traceback'][-1500:]}")
            self.counts[f"logged: {said['event']}"] += said["level"] == "error"


@asynccontextmanager
async def new_trial(
    kind: str, setting: Setting, folder: Path, rng: random.Random
) -> AsyncIterator[Trial]:
    """Set up a trial; at the end, stop everything and compare the updates with the log."""
    clock = folder / "clock"
    set_offset(clock, 0.0)
    async with _database(kind, setting, folder) as database:
        process = ForkedServer(folder, database.url, NO_SUBSTITUTES, NO_BOT_DELAY, *setting.options)
        process.overrides = ServerOverrides(clock, setting.constants)
        await asyncio.to_thread(process.__enter__)
        try:
            workload = Workload(process.address, setting.tables, rng, setting.clock)
            trial = Trial(database, process, workload, clock, rng)
            async with workload.running():
                await trial.recover()
                trial.recoveries.clear()
                yield trial
            if await asyncio.to_thread(process.stop) != 0:
                trial.problems.append("the server did not stop as it should")
        finally:
            await asyncio.to_thread(process.__exit__, None, None, None)
        trial.read_log()
        await asyncio.to_thread(database.check)
        trial.counts += await verify(database.url, workload)


@asynccontextmanager
async def _database(kind: str, setting: Setting, folder: Path) -> AsyncIterator[Database]:
    database: Database
    if kind == "sqlite":
        database = SqliteFile(folder, setting.small_disk)
        try:
            yield database
        finally:
            database.close()
        return
    with tempfile.TemporaryDirectory(prefix="menagerie-", ignore_cleanup_errors=True) as short:
        place = Path(short)  # Unix sockets need a short path
        async with new_proxy(place / ".s.PGSQL.5432") as proxy:
            database = await asyncio.to_thread(
                PostgresServer, place, setting.small_disk, proxy if setting.proxy else None
            )
            try:
                yield database
            finally:
                await asyncio.to_thread(database.close)
