"""The table's metrics (OpenMetrics).

It says what `/health` says, and how much is asked of the table; nothing of what anybody holds or presses.
"""

from collections.abc import Iterable, Iterator, Mapping

from prometheus_client import CollectorRegistry
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.openmetrics import exposition

from table.board import Snapshot
from table.games.game import PUBLIC

CONTENT_TYPE = exposition.CONTENT_TYPE_LATEST


Gauges = Mapping[str, tuple[str, float]]


def text(snapshot: Snapshot, *, version: str, runs: bool, streams: int, more: Iterable[Gauges] = ()) -> bytes:
    """Return the figures of a table: `streams` are the phones that listen, `more` is of who else follows."""
    others = (_gauge(name, *of) for gauges in more for name, of in gauges.items())
    return written([*_of_table(snapshot, version, runs, streams), *others])


def written(figures: list[Metric]) -> bytes:
    """Return figures as OpenMetrics."""
    registry = CollectorRegistry()
    registry.register(_Figures(figures))
    said: bytes = exposition.generate_latest(registry)  # type: ignore[no-untyped-call]
    return said


class _Figures:
    """Figures as a registry asks for them."""

    def __init__(self, figures: list[Metric]) -> None:
        self._figures = figures

    def collect(self) -> Iterator[Metric]:
        return iter(self._figures)


def _of_table(snapshot: Snapshot, version: str, runs: bool, streams: int) -> Iterator[Metric]:
    health = snapshot.host.health
    yield InfoMetricFamily("cardtable", "The table's program.", {"version": version})
    yield _gauge("up", "Whether the table runs.", runs)
    yield _gauge("game_on", "Whether a game is on.", snapshot.game.is_there)
    yield _gauge("events", "Events that everybody was told in the latest game.", len(snapshot.game.delivered(PUBLIC)))
    yield _gauge("streams", "Phones and screens that listen.", streams)
    yield _gauge("sources_stalled", "Readers and buttons that do not answer.", len(health.get("stalled", ())))
    late = CounterMetricFamily("cardtable_late", "What a reader told too late to be judged in order.")
    late.add_metric([], health.get("late", 0))
    yield late
    up = GaugeMetricFamily("cardtable_reader_lost", "Whether a reader is lost.", labels=["reader"])
    restarts = CounterMetricFamily("cardtable_reader_restarts", "How often it was restarted.", labels=["reader"])
    for reader in health.get("readers", ()):
        up.add_metric([reader["reader"]], float(reader["why"] is not None))
        restarts.add_metric([reader["reader"]], reader["restarts"])
    yield up
    yield restarts


def _gauge(name: str, about: str, measured: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"cardtable_{name}", about, value=float(measured))
