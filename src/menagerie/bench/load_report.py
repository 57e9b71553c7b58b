"""The report of a load test, as JSON and in words."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from menagerie.jsontext import Json

PERCENTILES = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "most": 1.0}
# Names of older versions, which are kept in the JSON form of the report.
JSON_NAMES = {"render_worker_cpu": "scribe_cpu", "clients_cpu": "crowd_cpu"}


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
    render_worker_cpu: float
    clients_cpu: float
    stolen_cpu: float  # steal time: given to other virtual machines by the hypervisor
    memory: dict[str, int | None]  # resident bytes of the server
    disk: int | None  # bytes of the database
    disk_per_move: float | None

    def to_json(self) -> Json:
        return {JSON_NAMES.get(name, name): value for name, value in asdict(self).items()}

    def lines(self) -> Iterator[str]:
        """The report in words."""
        memory = self.memory
        yield f"{self.tables:,} tables, {self.seats:,} seats, {self.games:,} games finished"
        yield f"{self.rate:,.0f} moves a second, measured for {self.seconds:.0f} seconds"
        for whose, found in (("the other seat", self.other_ms), ("the same seat", self.own_ms)):
            shown = ", ".join(f"{name} {value:.1f} ms" for name, value in found.items())
            yield f"latency from a move to the update at {whose}: {shown}"
        yield (
            f"CPU: server {self.server_cpu:.0%}, render worker {self.render_worker_cpu:.0%}, "
            f"simulated clients {self.clients_cpu:.0%}; "
            f"stolen by the hypervisor: {self.stolen_cpu:.0%}"
        )
        yield (
            f"memory of the server: {_readable_size(memory['before'])} before, "
            f"{_readable_size(memory['after'])} after; "
            f"an idle table {_readable_size(memory['per_table'])}, "
            f"with two sockets {_readable_size(memory['per_table_with_sockets'])}"
        )
        if self.disk_per_move is not None:
            yield f"on disk: {_readable_size(self.disk)}, {self.disk_per_move:,.0f} bytes per move"
        yield f"{self.moves:,} moves played, {self.counted:,} counted, {self.refused:,} refused"


@dataclass(frozen=True)
class Window:
    """What was measured after the warm-up; CPU time is in seconds per second."""

    seconds: float
    rate: float  # moves per second
    server_cpu: float
    render_worker_cpu: float
    clients_cpu: float
    stolen_cpu: float


def percentiles_ms(latencies: Sequence[float]) -> dict[str, float]:
    ordered = sorted(latencies) or [0.0]
    last = len(ordered) - 1
    return {name: 1000 * ordered[round(share * last)] for name, share in PERCENTILES.items()}


def _readable_size(count: int | None) -> str:
    if count is None:
        return "unknown"
    return f"{count / 1e6:,.1f} MB" if count >= 1e6 else f"{count / 1e3:,.1f} KB"
