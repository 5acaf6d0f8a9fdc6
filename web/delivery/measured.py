"""The table's metrics for Prometheus, in the OpenMetrics format if the request prefers it, otherwise as plain text.

It reports the state shown at `/health` and the load on the table, but nothing about what anybody holds or presses.
"""

from collections.abc import Iterable, Iterator, Mapping

from flask import Response
from prometheus_client import CollectorRegistry
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric

from table.board import Snapshot
from table.games.game import PUBLIC

Gauges = Mapping[str, tuple[str, float]]


def answer(
    accepts: str, snapshot: Snapshot, *, version: str, runs: bool, streams: int, more: Iterable[Gauges] = ()
) -> Response:
    """Return a table's metrics. `streams` is the number of open streams, `more` are the gauges of other followers."""
    others = (_gauge(name, *of) for gauges in more for name, of in gauges.items())
    return answered(accepts, [*_of_table(snapshot, version, runs, streams), *others])


def answered(accepts: str, figures: list[Metric]) -> Response:
    """Return metrics in the format that a request prefers according to its `Accept` header."""
    registry = CollectorRegistry()
    registry.register(_Figures(figures))
    encode, content_type = choose_encoder(accepts)
    said = Response(encode(registry), content_type=content_type)
    said.vary.add("Accept")
    return said


class _Figures:
    """A collector of ready-made metrics for a registry."""

    def __init__(self, figures: list[Metric]) -> None:
        self._figures = figures

    def collect(self) -> Iterator[Metric]:
        return iter(self._figures)


def _of_table(snapshot: Snapshot, version: str, runs: bool, streams: int) -> Iterator[Metric]:
    health = snapshot.host.health
    yield InfoMetricFamily("cardtable", "Version of the table's program.", {"version": version})
    yield _gauge("up", "Whether the table is running.", runs)
    yield _gauge("game_on", "Whether a game is on.", snapshot.game.is_there)
    yield _gauge("events", "Public events of the current or latest game.", len(snapshot.game.delivered(PUBLIC)))
    yield _gauge("streams", "Open event streams of phones and screens.", streams)
    yield _gauge("sources_stalled", "Readers and buttons that do not answer.", len(health.get("stalled", ())))
    yield _gauge("errors", "Errors that the host's page shows.", len(health.get("errors", ())))
    late = CounterMetricFamily("cardtable_late", "Observations that arrived too late to be processed in order.")
    late.add_metric([], health.get("late", 0))
    yield late
    up = GaugeMetricFamily("cardtable_reader_lost", "Whether the reader is lost.", labels=["reader"])
    restarts = CounterMetricFamily("cardtable_reader_restarts", "Restarts of the reader.", labels=["reader"])
    for reader in health.get("readers", ()):
        up.add_metric([reader["reader"]], float(reader["why"] is not None))
        restarts.add_metric([reader["reader"]], reader["restarts"])
    yield up
    yield restarts


def _gauge(name: str, about: str, measured: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"cardtable_{name}", about, value=float(measured))
