"""The load test: a real server in one process, a crowd of players in another."""

import asyncio
import gc
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import platformdirs
import typer

from menagerie import discovery, jsontext
from menagerie.bench.server_process import Host, size_of, stolen
from menagerie.bench.simulated_clients import SEATS, Crowd, Tally
from menagerie.errors import BadInput

MIX = ("cubosaurs", "cubosaurs", "incubation", "cubosaurs", "cubosaurs", "catbox")
WARM_UP = 8.0  # seconds at most, before anything is measured: by then the scribe has come
PROCESSES = ("process", "menagerie_scribe_process")  # as their metrics begin: server, scribe
FIRST = 20  # tables at most, that are made before memory is measured
SHARES = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "most": 1.0}
MOST_TABLES, MOST_RATE, LONGEST = 100_000, 1_000_000, 86_400


@dataclass(frozen=True)
class Plan:
    """What is to be measured."""

    tables: int
    rate: float  # moves a second, in all; 0 is as many as can be
    seconds: float
    games: tuple[str, ...]
    database: str | None


@dataclass
class Report:
    """What was measured."""

    tables: int
    seats: int
    seconds: float
    games: int  # that came to their end
    moves: int  # all that were played, the warm-up included
    counted: int  # moves that the server counted
    refused: int
    rate: float  # moves a second while it was measured
    other_ms: dict[str, float]  # from sending a move to the other seat's update
    own_ms: dict[str, float]
    server_cpu: float  # seconds of processor time in a second
    scribe_cpu: float  # that of the second process that helps it
    crowd_cpu: float
    stolen_cpu: float  # what a virtual machine's host gave to others meanwhile
    memory: dict[str, int | None]  # bytes of the server
    disk: int | None  # bytes of the database, in all
    disk_per_move: float | None


def run(plan: Plan, *, as_json: bool) -> None:
    """Measure, and print what came out; how it goes is told on the error channel."""
    _check(plan)
    with ExitStack() as stack:
        database = plan.database
        if database is None:
            home = platformdirs.user_cache_path("menagerie", ensure_exists=True)  # a real disk
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="load-", dir=home))
            database = f"sqlite:///{Path(folder) / 'load.db'}"
        report = measure(plan, database)
    typer.echo(jsontext.write(asdict(report)) if as_json else "\n".join(_lines(report)))


def _check(plan: Plan) -> None:
    for name in plan.games:
        discovery.load(name)
    for what, value, least, most in (
        ("tables", plan.tables, 1, MOST_TABLES),
        ("rate", plan.rate, 0, MOST_RATE),
        ("seconds", plan.seconds, 1, LONGEST),
    ):
        if not least <= value <= most:
            raise BadInput(f"{what} must be from {least} to {most:,}, not {value}")


def measure(plan: Plan, database: str) -> Report:
    """From the start of a server to its end."""
    _allow_sockets()
    _note("starting a server …")
    with Host(database) as host:
        report = _run(_measure(plan, host))
    report.disk = size_of(database)
    if report.disk is not None and report.moves:
        report.disk_per_move = report.disk / report.moves
    return report


def _run(work: Any) -> Report:
    """On the quick event loop, where there is one."""
    try:
        from uvloop import new_event_loop
    except ImportError:  # on Windows
        return asyncio.run(work)  # type: ignore[no-any-return]
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(work)  # type: ignore[no-any-return]


async def _measure(plan: Plan, host: Host) -> Report:
    first = Crowd(host, list(plan.games), min(FIRST, plan.tables), plan.rate)
    await first.set_up()  # so that what is made only once is there
    await first.come()
    crowd = Crowd(host, list(plan.games), plan.tables, plan.rate)
    bare = _memory(host)
    _note(f"making {plan.tables:,} tables …")
    await crowd.set_up()
    made = _memory(host)
    _note(f"opening {SEATS * plan.tables:,} sockets …")
    await crowd.come()
    await asyncio.sleep(1)
    joined = _memory(host)
    gc.collect()
    gc.disable()  # no pauses of ours in what is measured; there is little garbage in circles
    async with crowd.at_play() as tally:
        _note("warming up …")
        await asyncio.sleep(min(WARM_UP, plan.seconds))
        before, before_crowd, lost = host.metrics(), time.process_time(), stolen()
        tally.measuring, start = True, time.perf_counter()
        await _watch(tally, plan.seconds)
        tally.measuring, seconds = False, time.perf_counter() - start
        measured = len(tally.own_latency)
        after = host.metrics()
        server_cpu, scribe_cpu = (_used(name, before, after) / seconds for name in PROCESSES)
        crowd_cpu = (time.process_time() - before_crowd) / seconds
        stolen_cpu = (stolen() - lost) / seconds
    gc.enable()
    counted = host.metrics()["menagerie_moves_total"]
    played = _memory(host)
    crowd.go()
    first.go()
    return Report(
        tables=plan.tables,
        seats=SEATS * plan.tables,
        seconds=seconds,
        games=tally.games,
        moves=tally.own,
        counted=int(counted),
        refused=len(tally.refused),
        rate=measured / seconds,
        other_ms=_shares(tally.other_latency),
        own_ms=_shares(tally.own_latency),
        server_cpu=server_cpu,
        scribe_cpu=scribe_cpu,
        crowd_cpu=crowd_cpu,
        stolen_cpu=stolen_cpu,
        memory={
            "before": bare,
            "with_tables": made,
            "with_sockets": joined,
            "after": played,
            "per_table": _each(bare, made, plan.tables),
            "per_table_with_sockets": _each(bare, joined, plan.tables),
        },
        disk=None,
        disk_per_move=None,
    )


async def _watch(tally: Tally, seconds: float) -> None:
    """Tell how it goes, every second or so."""
    end, step = time.perf_counter() + seconds, min(5.0, max(1.0, seconds / 10))
    while (left := end - time.perf_counter()) > 0.1:
        seen, at = len(tally.other_latency), time.perf_counter()
        await asyncio.sleep(min(step, left))
        new = tally.other_latency[seen:]
        rate = len(new) / (time.perf_counter() - at)
        _note(f"{rate:,.0f} moves a second, 99% of them within {_shares(new)['p99']:.0f} ms")


def _shares(latencies: Sequence[float]) -> dict[str, float]:
    """In milliseconds: half of all are within the first, and so on."""
    ordered = sorted(latencies) or [0.0]
    last = len(ordered) - 1
    return {name: 1000 * ordered[round(share * last)] for name, share in SHARES.items()}


def _used(process: str, before: dict[str, float], after: dict[str, float]) -> float:
    """Seconds of processor time; a process may have begun in between."""
    name = f"{process}_cpu_seconds_total"
    return after.get(name, 0.0) - before.get(name, 0.0)


def _memory(host: Host) -> int | None:
    found = host.metrics().get("process_resident_memory_bytes")
    return None if found is None else int(found)


def _each(before: int | None, after: int | None, tables: int) -> int | None:
    return None if before is None or after is None else (after - before) // tables


def _allow_sockets() -> None:
    """As many open files as we may have; the server inherits it."""
    try:
        import resource
    except ImportError:  # on Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _note(line: str) -> None:
    typer.echo(line, err=True)


def _lines(report: Report) -> Iterator[str]:
    memory = report.memory
    yield f"{report.tables:,} tables, {report.seats:,} seats, {report.games:,} games came to an end"
    yield f"{report.rate:,.0f} moves a second, measured for {report.seconds:.0f} seconds"
    for whose, found in (("the other seat", report.other_ms), ("one's own seat", report.own_ms)):
        shown = ", ".join(f"{name} {value:.1f} ms" for name, value in found.items())
        yield f"from sending a move to the update at {whose}: {shown}"
    yield (
        f"processors in use: server {report.server_cpu:.0%}, its scribe {report.scribe_cpu:.0%}, "
        f"load generator {report.crowd_cpu:.0%}; "
        f"given to other machines by their host: {report.stolen_cpu:.0%}"
    )
    yield (
        f"memory of the server: {_size(memory['before'])} before, {_size(memory['after'])} after; "
        f"an idle table {_size(memory['per_table'])}, "
        f"with two sockets {_size(memory['per_table_with_sockets'])}"
    )
    if report.disk_per_move is not None:
        yield f"on disk: {_size(report.disk)}, {report.disk_per_move:,.0f} bytes a move"
    yield f"{report.moves:,} moves played, {report.counted:,} counted, {report.refused:,} refused"


def _size(count: int | None) -> str:
    if count is None:
        return "unknown"
    return f"{count / 1e6:,.1f} MB" if count >= 1e6 else f"{count / 1e3:,.1f} KB"
