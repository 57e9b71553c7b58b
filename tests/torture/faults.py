"""Faults to inject into a running server, its render worker, its database and its clock.

Each function injects one fault, and removes it if it does not go away by itself.
"""

import asyncio
import os
import signal
from contextlib import suppress

from torture import bad_clients
from torture.fault_databases import PostgresServer, SqliteFile
from torture.trial import Trial

DAY_S = 86_400.0
SETTLE_S = 0.5  # until messages in flight have arrived
CLOCK_JUMPS_S = (
    60 * DAY_S,
    -60 * DAY_S,
    61 * DAY_S,
    -61 * DAY_S,
    400 * DAY_S,
    -400 * DAY_S,
    3600.0,
    -3600.0,
    2.0,
    -2.0,
)


async def kill_server(trial: Trial) -> None:
    """SIGKILL, like a power failure; restart at once."""
    await asyncio.to_thread(trial.process.kill)
    await asyncio.to_thread(trial.process.start)


async def kill_render_worker(trial: Trial) -> None:
    """SIGKILL for the render worker; sometimes for the server instead."""
    await _wait_for_render_worker(trial)
    if trial.rng.random() < 0.1:
        await kill_server(trial)
        return
    if (pid := trial.render_worker_pid()) is not None:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        trial.counts["second processes killed"] += 1


async def _wait_for_render_worker(trial: Trial) -> None:
    """The first moves start the render worker, which is ready some time later."""
    for _ in range(1000):
        if trial.render_worker_pid() is not None:
            break
        await asyncio.sleep(0.02)
    await asyncio.sleep(trial.rng.uniform(0.0, 3.0))


async def stop_and_continue(trial: Trial) -> None:
    """SIGSTOP for up to a few seconds, then SIGCONT, like a paused machine."""
    with suppress(ProcessLookupError):
        os.kill(trial.pid, signal.SIGSTOP)
        await asyncio.sleep(trial.rng.choice((0.05, 0.3, 1.0, 2.5)))
        os.kill(trial.pid, signal.SIGCONT)


async def fill_disk(trial: Trial) -> None:
    """Fill the disk completely or almost, then free the space again."""
    assert trial.database.disk is not None
    leave = trial.rng.choice((0, 0, 4096, 20_000, 100_000))
    before = trial.workload.counts["refused: unavailable"]
    await asyncio.to_thread(trial.database.disk.fill, leave)
    for _ in range(trial.rng.choice((20, 100))):
        if trial.workload.counts["refused: unavailable"] > before and not trial.rng.randrange(20):
            break
        await asyncio.sleep(0.02)
    trial.counts["full disks that somebody felt"] += (
        trial.workload.counts["refused: unavailable"] > before
    )
    await asyncio.to_thread(trial.database.disk.free)
    if isinstance(trial.database, PostgresServer):  # it may have shut down
        await asyncio.to_thread(trial.database.start)


async def kill_database(trial: Trial) -> None:
    """Kill all PostgreSQL processes at once; it runs crash recovery at the next start."""
    database = _postgres(trial)
    await asyncio.to_thread(database.kill)
    await asyncio.sleep(trial.rng.choice((0.0, 0.2, 1.0)))
    await asyncio.to_thread(database.start)


async def restart_database(trial: Trial) -> None:
    """Shut PostgreSQL down regularly and start it again."""
    database = _postgres(trial)
    await asyncio.to_thread(database.stop)
    await asyncio.sleep(trial.rng.choice((0.0, 0.2, 1.0)))
    await asyncio.to_thread(database.start)


async def cut_network(trial: Trial) -> None:
    """Drop all traffic between server and PostgreSQL without closing connections; then heal."""
    proxy = _postgres(trial).proxy
    assert proxy is not None
    before = trial.workload.counts["refused: unavailable"]
    proxy.cut()
    await asyncio.sleep(trial.rng.choice((0.2, 1.0, 3.0, 5.5)))
    trial.counts["cuts that somebody felt"] += (
        trial.workload.counts["refused: unavailable"] > before
    )
    proxy.heal()


async def roll_back(trial: Trial) -> None:
    """Restore the database to a state of some moments ago."""
    if isinstance(trial.database, SqliteFile):
        await _restore_backup(trial, trial.database)
        return
    database = trial.database
    await asyncio.to_thread(database.take_snapshot)
    await trial.recover()
    await trial.play_a_little()
    await asyncio.to_thread(database.kill)
    await asyncio.sleep(SETTLE_S)
    trial.rolled_back()
    await asyncio.to_thread(database.restore)
    await asyncio.to_thread(database.start)


async def _restore_backup(trial: Trial, database: SqliteFile) -> None:
    """Stop the server and replace the database file with a backup."""
    await asyncio.to_thread(database.take_snapshot)
    await trial.recover()
    await trial.play_a_little()
    await asyncio.to_thread(trial.process.kill)
    await asyncio.sleep(SETTLE_S)
    trial.rolled_back()
    await asyncio.to_thread(database.restore)
    await asyncio.to_thread(trial.process.start)


async def jump_clock(trial: Trial) -> None:
    """Shift the system clock for a while, by seconds up to more than a year."""
    trial.set_clock(trial.rng.choice(CLOCK_JUMPS_S))
    await trial.recover()
    await asyncio.sleep(trial.rng.choice((0.0, 0.5)))
    if trial.rng.random() < 0.3:  # also start a server with a wrong clock
        await kill_server(trial)
        await trial.recover()
    trial.set_clock(0.0)


async def misbehave(trial: Trial) -> None:
    """Clients that never read, stop in the middle of a frame, or lose the connection."""
    for table in list(trial.workload.current.values()):
        for guest in table.guests:
            if trial.rng.random() < 0.4:
                guest.abort()
                trial.counts["players cut off"] += 1
    table = trial.rng.choice(list(trial.workload.current.values()))
    guest = trial.rng.choice(table.guests)
    trial.counts += await asyncio.to_thread(
        bad_clients.attack, trial.process.address, table.id, guest.token, trial.rng
    )


def _postgres(trial: Trial) -> PostgresServer:
    assert isinstance(trial.database, PostgresServer)
    return trial.database
