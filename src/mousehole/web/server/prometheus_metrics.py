"""Metrics in the format of Prometheus, served at an address of their own."""

from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from mousehole.core.words import UserError, line
from mousehole.store import folder
from mousehole.store.backup import last_backup
from mousehole.web.server.metrics import Metrics
from mousehole.web.server_state import ServerState

CALL_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
HIGHEST_PORT = 65535
JOB_BUCKETS = (0.01, 0.05, 0.25, 1.0, 2.5, 5.0, 15.0, 60.0, 300.0)


class PrometheusMetrics(Metrics):
    """Counts in a registry of its own; the child of each label is looked up once."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)
        self._moves = Histogram(
            "mousehole_move_seconds",
            "From a move's arrival to its acknowledgement",
            ["game"],
            buckets=CALL_BUCKETS,
            registry=registry,
        )
        self._refusals = Counter("mousehole_refusals", "What was refused to pages", ["reason"], registry=registry)
        self._answers = Counter("mousehole_requests", "Requests by their status", ["status"], registry=registry)
        self._store = Histogram(
            "mousehole_store_seconds", "Until the store has answered", ["call"], buckets=CALL_BUCKETS, registry=registry
        )
        self._store_failures = Counter("mousehole_store_failures", "Calls that failed", ["call"], registry=registry)
        self._jobs = Histogram(
            "mousehole_job_seconds", "Until a job was done", ["kind"], buckets=JOB_BUCKETS, registry=registry
        )
        self._waiting = Gauge("mousehole_jobs", "Jobs that somebody waits for", ["kind"], registry=registry)
        self._job_failures = Counter("mousehole_job_failures", "Jobs that failed", ["kind"], registry=registry)
        self._children: dict[tuple[int, str], Histogram] = {}

    def count_move(self, game: str, seconds: float) -> None:
        """Count a move."""
        self._child(self._moves, game).observe(seconds)

    def count_refusal(self, reason: str) -> None:
        """Count a refusal."""
        self._refusals.labels(reason).inc()

    def count_request(self, status: int) -> None:
        """Count a request."""
        self._answers.labels(str(status)).inc()

    def count_store_call(self, call: str, seconds: float, failed: bool) -> None:
        """Count a call of the store."""
        self._child(self._store, call).observe(seconds)
        if failed:
            self._store_failures.labels(call).inc()

    def count_job_start(self, kind: str) -> None:
        """Count a job that was asked for."""
        self._waiting.labels(kind).inc()

    def count_job(self, kind: str, seconds: float, failed: bool) -> None:
        """Count a job."""
        self._waiting.labels(kind).dec()
        self._child(self._jobs, kind).observe(seconds)
        if failed:
            self._job_failures.labels(kind).inc()

    def _child(self, parent: Histogram, name: str) -> Histogram:
        key = (id(parent), name)
        if key not in self._children:
            self._children[key] = parent.labels(name)
        return self._children[key]


class Gauges(Collector):
    """What a server holds, read on request."""

    def __init__(self, server: ServerState) -> None:
        self._server = server

    def collect(self) -> Iterator[Metric]:
        """The values of this moment."""
        server = self._server
        rooms = server.rooms()
        watching = sum(viewer.seat is None for room in rooms for viewer in list(room.viewers))
        yield GaugeMetricFamily("mousehole_sockets", "Live connections", len(server.guests))
        yield GaugeMetricFamily("mousehole_rooms", "Tables that somebody looks at", len(rooms))
        yield GaugeMetricFamily("mousehole_watchers", "Pages that only watch", watching)
        held = server.host.open_tables
        yield GaugeMetricFamily("mousehole_tables_held", "Tables in memory", len(held))
        yield GaugeMetricFamily("mousehole_tables_bytes", "Memory that these tables take", held.weight)
        yield GaugeMetricFamily("mousehole_tables_budget_bytes", "Memory that tables may take", held.budget)
        yield CounterMetricFamily("mousehole_tables_unloaded", "Idle tables let go", held.unloaded)
        yield GaugeMetricFamily("mousehole_loop_lag_seconds", "How late the event loop is", server.host.load.pulse.late)
        last = last_backup(folder())
        yield GaugeMetricFamily("mousehole_last_backup_seconds", "When the last backup was written; 0: never", last)
        yield GaugeMetricFamily("mousehole_draining", "Whether this server is about to end", int(server.draining))


def serve_metrics(server: ServerState, address: str) -> Callable[[], None]:
    """Serve metrics at an address such as "127.0.0.1:9100"; returns a function that stops it."""
    host, port = split(address)
    metrics = server.metrics
    assert isinstance(metrics, PrometheusMetrics)
    metrics.registry.register(Gauges(server))
    try:
        listening, thread = start_http_server(port, host, metrics.registry)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UserError(line("cannot listen on {host}:{port}: {reason}", host=host, port=port, reason=reason)) from None

    def stop() -> None:
        listening.shutdown()
        listening.server_close()
        thread.join()

    return stop


def split(address: str) -> tuple[str, int]:
    """Split an address into host and port."""
    host, _, port = address.rpartition(":")
    if not port.isdecimal() or int(port) > HIGHEST_PORT:
        raise UserError(line("{address} is not an address for figures, such as 127.0.0.1:9100", address=address))
    return host.strip("[]") or "127.0.0.1", int(port)
