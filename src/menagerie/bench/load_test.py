"""The load test: a real server in one process, simulated clients in another."""

import asyncio
import gc
import tempfile
import time
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import platformdirs
import typer

from menagerie import discovery, jsontext
from menagerie.bench.server_process import ServerProcess, database_bytes, stolen_cpu_s
from menagerie.bench.simulated_clients import SEATS, Measurements, SimulatedClients
from menagerie.errors import BadInput
from menagerie.file_limit import raise_file_limit

GAME_MIX = ("cubosaurs", "cubosaurs", "incubation", "cubosaurs", "cubosaurs", "catbox")
WARM_UP_S = 8.0  # at most; by then the server has started its second process
PROCESSES = ("process", "menagerie_scribe_process")  # prefixes of metrics: server, second process
WARM_UP_TABLES = 20  # at most; set up before memory is measured
PERCENTILES = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "most": 1.0}
MAX_TABLES, MAX_RATE, MAX_SECONDS = 100_000, 1_000_000, 86_400


@dataclass(frozen=True)
class Plan:
    """The load to generate."""

    tables: int
    rate: float  # moves per second in all; 0: as many as possible
    seconds: float
    games: tuple[str, ...]
    database: str | None


@dataclass
class Report:
    """The result of a load test."""

    tables: int
    seats: int
    seconds: float
    games: int  # finished
    moves: int  # all, including the warm-up
    counted: int  # moves, by the metrics of the server
    refused: int
    rate: float  # moves per second, measured
    other_ms: dict[str, float]  # latency from sending a move to the opponent's update
    own_ms: dict[str, float]
    server_cpu: float  # CPU seconds per second; 1.0 is one core
    scribe_cpu: float  # of the second process of the server
    crowd_cpu: float  # of the simulated clients
    stolen_cpu: float  # steal time: given to other virtual machines by the hypervisor
    memory: dict[str, int | None]  # resident bytes of the server
    disk: int | None  # bytes of the database
    disk_per_move: float | None


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
    typer.echo(jsontext.write(asdict(report)) if as_json else "\n".join(_report_lines(report)))


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
    memory_before = _memory(server)
    _print_progress(f"making {plan.tables:,} tables …")
    await clients.set_up()
    with_tables = _memory(server)
    _print_progress(f"opening {SEATS * plan.tables:,} sockets …")
    await clients.connect()
    await asyncio.sleep(1)
    with_sockets = _memory(server)
    gc.collect()
    gc.disable()  # no pauses of the clients; they make hardly any reference cycles
    async with clients.play() as measurements:
        _print_progress("warming up …")
        await asyncio.sleep(min(WARM_UP_S, plan.seconds))
        before, clients_before, stolen_before = (
            server.metrics(),
            time.process_time(),
            stolen_cpu_s(),
        )
        measurements.measuring, start = True, time.perf_counter()
        await _show_progress(measurements, plan.seconds)
        measurements.measuring, seconds = False, time.perf_counter() - start
        measured = len(measurements.own_latency)
        after = server.metrics()
        server_cpu, scribe_cpu = (_cpu_seconds(name, before, after) / seconds for name in PROCESSES)
        crowd_cpu = (time.process_time() - clients_before) / seconds
        stolen_cpu = (stolen_cpu_s() - stolen_before) / seconds
    gc.enable()
    counted = server.metrics()["menagerie_moves_total"]
    memory_after = _memory(server)
    clients.disconnect()
    warm_up.disconnect()
    return Report(
        tables=plan.tables,
        seats=SEATS * plan.tables,
        seconds=seconds,
        games=measurements.games,
        moves=measurements.own,
        counted=int(counted),
        refused=len(measurements.refused),
        rate=measured / seconds,
        other_ms=_percentiles_ms(measurements.other_latency),
        own_ms=_percentiles_ms(measurements.own_latency),
        server_cpu=server_cpu,
        scribe_cpu=scribe_cpu,
        crowd_cpu=crowd_cpu,
        stolen_cpu=stolen_cpu,
        memory={
            "before": memory_before,
            "with_tables": with_tables,
            "with_sockets": with_sockets,
            "after": memory_after,
            "per_table": _per_table(memory_before, with_tables, plan.tables),
            "per_table_with_sockets": _per_table(memory_before, with_sockets, plan.tables),
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
            f"{rate:,.0f} moves a second, 99% of them within {_percentiles_ms(new)['p99']:.0f} ms"
        )


def _percentiles_ms(latencies: Sequence[float]) -> dict[str, float]:
    ordered = sorted(latencies) or [0.0]
    last = len(ordered) - 1
    return {name: 1000 * ordered[round(share * last)] for name, share in PERCENTILES.items()}


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


def _report_lines(report: Report) -> Iterator[str]:
    memory = report.memory
    yield f"{report.tables:,} tables, {report.seats:,} seats, {report.games:,} games finished"
    yield f"{report.rate:,.0f} moves a second, measured for {report.seconds:.0f} seconds"
    for whose, found in (("the other seat", report.other_ms), ("the same seat", report.own_ms)):
        shown = ", ".join(f"{name} {value:.1f} ms" for name, value in found.items())
        yield f"latency from a move to the update at {whose}: {shown}"
    yield (
        f"CPU: server {report.server_cpu:.0%}, its second process {report.scribe_cpu:.0%}, "
        f"simulated clients {report.crowd_cpu:.0%}; "
        f"stolen by the hypervisor: {report.stolen_cpu:.0%}"
    )
    yield (
        f"memory of the server: {_readable_size(memory['before'])} before, "
        f"{_readable_size(memory['after'])} after; "
        f"an idle table {_readable_size(memory['per_table'])}, "
        f"with two sockets {_readable_size(memory['per_table_with_sockets'])}"
    )
    if report.disk_per_move is not None:
        yield f"on disk: {_readable_size(report.disk)}, {report.disk_per_move:,.0f} bytes per move"
    yield f"{report.moves:,} moves played, {report.counted:,} counted, {report.refused:,} refused"


def _readable_size(count: int | None) -> str:
    if count is None:
        return "unknown"
    return f"{count / 1e6:,.1f} MB" if count >= 1e6 else f"{count / 1e3:,.1f} KB"
