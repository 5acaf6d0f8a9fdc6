"""A hub's Prometheus metrics, in the same formats as a table's."""

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Response
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric

from cardtable_club.hub.listener import Hub
from web.delivery.measured import answered

# The hub's counters since its start, by name.
_COUNTED = {
    "messages": "Messages received.",
    "batches": "Transactions that stored messages.",
    "events": "New events stored.",
    "repeated": "Events received that were already stored.",
    "finished": "Summaries of games that were new or changed.",
    "asked": "Requests to tables for missing events.",
    "bad": "Messages that were invalid or could not be stored.",
    "foreign": "Messages about a game of another table.",
    "refused": "Requests to tables that the broker refused.",
}


def answer(accepts: str, state: Mapping[str, Any], hub: Hub) -> Response:
    """Return the metrics of a hub; `state` is what `/health` reports."""
    return answered(accepts, [*_now(state, hub), *_counted(state["counts"]), *_kept(state["database"])])


def _now(state: Mapping[str, Any], hub: Hub) -> Iterator[Metric]:
    yield _gauge(
        "broker_connected", "Whether the hub is connected to the broker and subscribed.", state["broker"]["ok"]
    )
    yield _gauge("database_up", "Whether the database answers and stores messages.", state["database"]["ok"])
    yield _gauge("tables_known", "Tables that the hub knows.", state["tables"]["known"])
    yield _gauge("tables_online", "Tables that are online.", state["tables"]["online"])
    yield _gauge("games_lacking", "Games that lack events.", state["lacking"])
    yield _gauge("messages_waiting", "Messages received but not stored yet.", hub.waiting)
    lag = "Time from receiving to storing the oldest message of the latest batch."
    yield _gauge("lag_seconds", lag, hub.lag_s)


def _counted(counts: Mapping[str, int]) -> Iterator[Metric]:
    for name, about in _COUNTED.items():
        counter = CounterMetricFamily(f"cardtable_hub_{name}", about)
        counter.add_metric([], counts.get(name, 0))
        yield counter


def _kept(database: Mapping[str, Any]) -> Iterator[Metric]:
    for name in ("events", "games", "parts"):
        if name in database:
            yield _gauge(f"database_{name}", f"Rows of {name} in the database.", database[name])


def _gauge(name: str, about: str, measured: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"cardtable_hub_{name}", about, value=float(measured))
