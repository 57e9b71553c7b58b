"""The load test: a real server in one process, simulated clients in another."""

import asyncio
import gc
import tempfile
import time
from collections.abc import Coroutine
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs
import typer

from menagerie import discovery, jsontext
from menagerie.bench.load_report import Report, Window, percentiles_ms
from menagerie.bench.server_process import ServerProcess, database_bytes, stolen_cpu_s
from menagerie.bench.simulated_clients import SEATS, Measurements, SimulatedClients
from menagerie.errors import BadInput
from menagerie.file_limit import raise_file_limit

GAME_MIX = ("cubosaurs", "cubosaurs", "incubation", "cubosaurs", "cubosaurs", "catbox")
WARM_UP_S = 8.0  # at most; by then the server has started its render worker
SERVER, RENDER_WORKER = "process", "menagerie_scribe_process"  # prefixes of their metrics
WARM_UP_TABLES = 20  # at most; set up before memory is measured
MAX_TABLES, MAX_RATE, MAX_SECONDS = 100_000, 1_000_000, 86_400


@dataclass(frozen=True)
class Plan:
    """The load to generate."""

    tables: int
    rate: float  # moves per second in all; 0: as many as possible
    seconds: float
    games: tuple[str, ...]
    database: str | None


def run(plan: Plan, *, as_json: bool) -> None:
    """Run the load test and print its report; progress goes to stderr."""
    _check(plan)
    with ExitStack() as stack:
        database = plan.database
        if database is None:
            # On a real disk, which /tmp may not be.
            cache = platformdirs.user_cache_path("menagerie", ensure_exists=True)
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="load-", dir=cache))
            database = f"sqlite:///{Path(folder) / 'load.db'}"
        report = measure(plan, database)
    typer.echo(jsontext.write(report.to_json()) if as_json else "\n".join(report.lines()))


def _check(plan: Plan) -> None:
    for name in plan.games:
        discovery.load(name)
    for name, value, low, high in (
        ("tables", plan.tables, 1, MAX_TABLES),
        ("rate", plan.rate, 0, MAX_RATE),
        ("seconds", plan.seconds, 1, MAX_SECONDS),
    ):
        if not low <= value <= high:
            raise BadInput(f"{name} must be from {low} to {high:,}, not {value}")


def measure(plan: Plan, database: str) -> Report:
    """Start a server, measure it under load, and stop it."""
    raise_file_limit()  # the server inherits it
    _print_progress("starting a server …")
    with ServerProcess(database) as server:
        report = _run(_measure(plan, server))
    report.disk = database_bytes(database)
    if report.disk is not None and report.moves:
        report.disk_per_move = report.disk / report.moves
    return report


def _run(work: Coroutine[Any, Any, Report]) -> Report:
    """Use uvloop, where it is installed."""
    try:
        from uvloop import new_event_loop
    except ImportError:  # on Windows
        return asyncio.run(work)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(work)


async def _measure(plan: Plan, server: ServerProcess) -> Report:
    warm_up = SimulatedClients(
        server, list(plan.games), min(WARM_UP_TABLES, plan.tables), plan.rate
    )
    await warm_up.set_up()  # so that one-time allocations do not count
    await warm_up.connect()
    clients = SimulatedClients(server, list(plan.games), plan.tables, plan.rate)
    memory = await _connect(clients, plan.tables)
    gc.collect()
    gc.disable()  # no pauses of the clients; they make hardly any reference cycles
    async with clients.play() as measurements:
        _print_progress("warming up …")
        await asyncio.sleep(min(WARM_UP_S, plan.seconds))
        window = await _measure_window(server, measurements, plan.seconds)
    gc.enable()
    counted = int(server.metrics()["menagerie_moves_total"])
    memory["after"] = _memory(server)
    clients.disconnect()
    warm_up.disconnect()
    return _build_report(plan, measurements, window, memory, counted)


async def _connect(clients: SimulatedClients, tables: int) -> dict[str, int | None]:
    """Make the tables and open the sockets; return the memory of the server at each stage."""
    memory = {"before": _memory(clients.server)}
    _print_progress(f"making {tables:,} tables …")
    await clients.set_up()
    memory["with_tables"] = _memory(clients.server)
    _print_progress(f"opening {SEATS * tables:,} sockets …")
    await clients.connect()
    await asyncio.sleep(1)
    memory["with_sockets"] = _memory(clients.server)
    return memory


async def _measure_window(
    server: ServerProcess, measurements: Measurements, seconds: float
) -> Window:
    """Measure for some seconds, while the clients play."""
    before, clients_before, stolen_before = server.metrics(), time.process_time(), stolen_cpu_s()
    measurements.measuring, start = True, time.perf_counter()
    await _show_progress(measurements, seconds)
    measurements.measuring, seconds = False, time.perf_counter() - start
    measured = len(measurements.own_latency)
    after = server.metrics()
    return Window(
        seconds=seconds,
        rate=measured / seconds,
        server_cpu=_cpu_seconds(SERVER, before, after) / seconds,
        render_worker_cpu=_cpu_seconds(RENDER_WORKER, before, after) / seconds,
        clients_cpu=(time.process_time() - clients_before) / seconds,
        stolen_cpu=(stolen_cpu_s() - stolen_before) / seconds,
    )


def _build_report(
    plan: Plan,
    measurements: Measurements,
    window: Window,
    memory: dict[str, int | None],
    counted: int,
) -> Report:
    """Everything but the size of the database, which is known once the server has stopped."""
    before = memory["before"]
    return Report(
        tables=plan.tables,
        seats=SEATS * plan.tables,
        seconds=window.seconds,
        games=measurements.games,
        moves=measurements.own,
        counted=counted,
        refused=len(measurements.refused),
        rate=window.rate,
        other_ms=percentiles_ms(measurements.other_latency),
        own_ms=percentiles_ms(measurements.own_latency),
        server_cpu=window.server_cpu,
        render_worker_cpu=window.render_worker_cpu,
        clients_cpu=window.clients_cpu,
        stolen_cpu=window.stolen_cpu,
        memory=memory
        | {
            "per_table": _per_table(before, memory["with_tables"], plan.tables),
            "per_table_with_sockets": _per_table(before, memory["with_sockets"], plan.tables),
        },
        disk=None,
        disk_per_move=None,
    )


async def _show_progress(measurements: Measurements, seconds: float) -> None:
    """Print rate and latency every few seconds."""
    end, interval = time.perf_counter() + seconds, min(5.0, max(1.0, seconds / 10))
    while (left := end - time.perf_counter()) > 0.1:
        seen, at = len(measurements.other_latency), time.perf_counter()
        await asyncio.sleep(min(interval, left))
        new = measurements.other_latency[seen:]
        rate = len(new) / (time.perf_counter() - at)
        _print_progress(
            f"{rate:,.0f} moves a second, 99% of them within {percentiles_ms(new)['p99']:.0f} ms"
        )


def _cpu_seconds(process: str, before: dict[str, float], after: dict[str, float]) -> float:
    """CPU time of a process, which may have started in between."""
    name = f"{process}_cpu_seconds_total"
    return after.get(name, 0.0) - before.get(name, 0.0)


def _memory(server: ServerProcess) -> int | None:
    found = server.metrics().get("process_resident_memory_bytes")
    return None if found is None else int(found)


def _per_table(before: int | None, after: int | None, tables: int) -> int | None:
    return None if before is None or after is None else (after - before) // tables


def _print_progress(line: str) -> None:
    typer.echo(line, err=True)
