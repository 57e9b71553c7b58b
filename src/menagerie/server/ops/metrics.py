"""Prometheus metrics."""

from collections.abc import Callable
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.process_collector import ProcessCollector

from menagerie.log_entry import By

LATENCY_BUCKETS_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """The metrics of one server, in a registry of its own: a process may run several servers."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.moves = self._counter("moves", "Moves and undos.", "game", "by")
        self.refused = self._counter("refused", "Messages refused.", "code")
        self.faults = self._counter("faults", "Unexpected errors.")
        self.sockets = self._gauge("sockets", "Sockets that are open.")
        self.tables_in_memory = self._gauge("rooms", "Tables in memory.")
        self.move_seconds = Histogram(
            "menagerie_move_seconds",
            "From a move's arrival until it is durable and sent to everybody.",
            buckets=LATENCY_BUCKETS_S,
            registry=self.registry,
        )

    @cache  # noqa: B019 - memoised for the server's lifetime: `labels` is slower than `inc`
    def _moves_of(self, game: str, by: By) -> Counter:
        return self.moves.labels(game, by)

    def played(self, game: str, by: By = "player") -> None:
        self._moves_of(game, by).inc()

    def watch(self, pid: Callable[[], int]) -> None:
        """Also report the render worker's resources, while it runs."""
        ProcessCollector("menagerie_scribe", pid, registry=self.registry)

    def add(self, *metrics: MetricWrapperBase) -> None:
        """Include metrics of other modules."""
        for metric in metrics:
            self.registry.register(metric)

    def _counter(self, name: str, what: str, *labels: str) -> Counter:
        return Counter(f"menagerie_{name}", what, labels, registry=self.registry)

    def _gauge(self, name: str, what: str) -> Gauge:
        return Gauge(f"menagerie_{name}", what, registry=self.registry)

    def page(self) -> bytes:
        return generate_latest(self.registry)
