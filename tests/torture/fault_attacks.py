"""The attacks that inject faults repeatedly while players play."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from torture import faults
from torture.attack import Outcome, Place, Progress
from torture.trial import Setting, Trial, new_trial

DEFAULT_SETTING = Setting()
BOTH_DATABASES = ("sqlite", "postgresql")
POSTGRES_ONLY = ("postgresql",)
FREQUENT_SWEEPS = (  # sweep tables all the time, not once an hour
    ("menagerie.server.background.eviction", "SWEEP_INTERVAL_S", 0.3),
    ("menagerie.server.background.eviction", "DELETION_INTERVAL_S", 0.3),
)
FAST_WORKER_RESTART = (("menagerie.server.views.rendering.client", "RESTART_DELAY_S", 0.5),)


@dataclass(frozen=True)
class FaultAttack:
    """One kind of fault, injected repeatedly."""

    name: str
    unit: str
    inject: Callable[[Trial], Awaitable[None]]
    databases: tuple[str, ...] = BOTH_DATABASES
    full: int = 100
    quick: int = 2
    piece: int = 25
    setting: Setting = DEFAULT_SETTING

    def run(self, amount: int, seed: int, place: Place, progress: Progress) -> Outcome:
        return asyncio.run(self._run(amount, seed, place, progress))

    async def _run(self, amount: int, seed: int, place: Place, progress: Progress) -> Outcome:
        rng = random.Random(f"{self.name} {place.database} {seed}")
        async with new_trial(place.database, self.setting, place.folder, rng) as trial:
            for number in range(amount):
                await trial.play_a_little()
                await self.inject(trial)
                trial.counts[self.unit] += 1
                if not await trial.recover() or trial.problems:
                    break
                progress(number + 1)
        return Outcome(dict(trial.counts), tuple(trial.problems), tuple(trial.recoveries))


KILLS = FaultAttack("kill", "kills of the server", faults.kill_server, full=500, quick=6, piece=100)
FAULT_ATTACKS = (
    KILLS,
    FaultAttack(
        "kill-second",
        "kills of the render worker",
        faults.kill_render_worker,
        setting=Setting(options=("--busy=1",), constants=FAST_WORKER_RESTART),
    ),
    FaultAttack("pause", "pauses of the server", faults.stop_and_continue),
    FaultAttack(
        "full-disk", "full disks", faults.fill_disk, setting=Setting(small_disk=True), piece=50
    ),
    FaultAttack("database-kill", "kills of the database", faults.kill_database, POSTGRES_ONLY),
    FaultAttack(
        "database-restart", "restarts of the database", faults.restart_database, POSTGRES_ONLY
    ),
    FaultAttack(
        "database-cut",
        "silent cuts of the database's network",
        faults.cut_network,
        POSTGRES_ONLY,
        setting=Setting(proxy=True),
    ),
    FaultAttack("database-rollback", "rollbacks of the database", faults.roll_back),
    FaultAttack(
        "clock",
        "jumps of the clock",
        faults.jump_clock,
        setting=Setting(constants=FREQUENT_SWEEPS, clock="2m"),
    ),
    FaultAttack("clients", "rounds of slow and dead clients", faults.misbehave),
)
