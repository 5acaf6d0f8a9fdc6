"""What programs that watch over many machines read of a table: OpenMetrics, and `/health`."""

import shutil
import subprocess
from collections.abc import Iterator, Mapping
from typing import Any, Self

import pytest
from flask import Blueprint
from prometheus_client.openmetrics.parser import text_string_to_metric_families as read

from table.board import HostSnapshot
from table.running.messages import Remark
from table.saying import say
from table.values import replace
from tests import lacking
from tests.emulated import TableInTime
from tests.web.conftest import Phone, Shown, phone, served
from web.delivery import measured
from web.delivery.shown import shown

OPENMETRICS = "application/openmetrics-text; version=1.0.0"


class Follower:
    """Who follows a table, as the table knows it."""

    name = "guests"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    @property
    def health(self) -> Mapping[str, Any]:
        return {"waiting": 12}

    @property
    def gauges(self) -> Mapping[str, tuple[str, float]]:
        return {"guests_waiting": ("What nobody has heard yet.", 12)}

    def pages(self) -> Iterator[Blueprint]:
        pages = Blueprint("guests", __name__)
        pages.add_url_rule("/guests", view_func=lambda: "12 wait")
        yield pages


def figures(phone: Phone) -> dict[str, float]:
    """The figures by name, and label if they have one."""
    answer = phone.get("/metrics", headers={"Accept": OPENMETRICS})
    assert answer.content_type.startswith("application/openmetrics-text; version=")
    return samples(answer.get_data(as_text=True))


def samples(text: str) -> dict[str, float]:
    found = [sample for family in read(text) for sample in family.samples]
    return {" ".join([sample.name, *sample.labels.values()]): sample.value for sample in found}


def test_the_figures_of_a_table_are_openmetrics(client: Phone, table: TableInTime) -> None:
    found = figures(client)

    assert found["cardtable_up"] == found["cardtable_game_on"] == 1
    assert found["cardtable_events"] == len(table.event_names())
    assert found["cardtable_streams"] == found["cardtable_late_total"] == 0
    assert "cardtable_guests_waiting" not in found


def test_who_does_not_ask_for_openmetrics_reads_prometheus_own_format(client: Phone) -> None:
    answer = client.get("/metrics")

    assert answer.content_type.startswith("text/plain; version=")
    assert answer.headers["Vary"] == "Accept"
    assert "# TYPE cardtable_info gauge" in answer.text


@pytest.mark.long
def test_promtool_finds_nothing_wrong(client: Phone) -> None:
    promtool = shutil.which("promtool") or lacking.skip("no promtool: Debian has it in the package prometheus")
    said = subprocess.run([promtool, "check", "metrics"], input=client.get("/metrics").data, check=False, timeout=30)

    assert said.returncode == 0


def test_phones_that_listen_are_counted_while_they_do(client: Phone, other: Phone) -> None:
    with client.get("/api/v1/events") as listening:
        next(iter(listening.response))
        assert figures(other)["cardtable_streams"] == 1
    assert figures(other)["cardtable_streams"] == 0


def test_a_reader_that_is_lost_shows(table: TableInTime) -> None:
    readers = [{"reader": "left", "why": "no answer", "restarts": 3}, {"reader": "right", "why": None, "restarts": 0}]
    host = HostSnapshot(health={"readers": readers, "stalled": ["pico"], "errors": ["No backup."]})
    picture = replace(table.controller.board.snapshot, host=host)

    found = samples(measured.answer(OPENMETRICS, picture, version="1", runs=True, streams=0).get_data(as_text=True))

    assert (found["cardtable_reader_lost left"], found["cardtable_reader_lost right"]) == (1, 0)
    assert (found["cardtable_reader_restarts_total left"], found["cardtable_sources_stalled"]) == (3, 1)
    assert found["cardtable_errors"] == 1


def test_a_table_that_has_stopped_says_so(client: Phone, table: TableInTime) -> None:
    table.controller.board.close()

    assert figures(client)["cardtable_up"] == 0


def test_nobody_learns_who_presses_from_them(client: Phone, table: TableInTime) -> None:
    before = figures(client)
    table.seat(2).taps()

    assert table.controller.board.snapshot.host.health["presses"]
    assert figures(client) == before


@pytest.fixture
def followed(table: TableInTime) -> Phone:
    """A phone at a table that somebody follows."""
    return phone(served(Shown(table, following=[Follower()])))


def test_how_who_follows_a_table_is_is_told(followed: Phone) -> None:
    assert figures(followed)["cardtable_guests_waiting"] == 12
    assert followed.get("/health").get_json()["guests"] == {"waiting": 12}
    assert followed.get("/guests").text == "12 wait"


def test_the_host_is_told_that_the_broker_is_away_until_it_is_back(table: TableInTime) -> None:
    def errors() -> list[str]:
        found: list[str] = shown(table.controller.board.snapshot, "host")["health"]["errors"]
        return found

    away = say("The broker is away.")
    table.controller.take(Remark("club", away))
    assert errors() == ["The broker is away."]
    table.starts("mito", "Dan", "Eva", "Finn")
    assert errors() == ["The broker is away."], "whatever is played"
    table.controller.take(Remark("club", None))
    assert errors() == []
    table.controller.take(Remark("club", None))
    assert errors() == []
