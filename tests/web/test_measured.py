"""What programs that watch over many machines read of a table: OpenMetrics, and `/health`."""

import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families as read

from table.running.messages import Remark
from table.saying import say
from table.values import replace
from tests.emulated import TableInTime
from tests.web.conftest import Phone, Shown, phone, served
from web.delivery import measured
from web.delivery.shown import shown

CLUB = {"broker": "b.example:8883", "place": "riverside/kitchen", "connected": True, "waiting": 12}


def figures(phone: Phone) -> dict[str, float]:
    """The figures by name, and label if they have one."""
    answer = phone.get("/metrics")
    assert answer.content_type.startswith("application/openmetrics-text; version=")
    return samples(answer.get_data(as_text=True))


def samples(text: str) -> dict[str, float]:
    found = [sample for family in read(text) for sample in family.samples]
    return {" ".join([sample.name, *sample.labels.values()]): sample.value for sample in found}


def test_the_figures_of_a_table_are_openmetrics(client: Phone, table: TableInTime) -> None:
    found = figures(client)

    assert found["cardtable_up"] == found["cardtable_game_on"] == 1
    assert found["cardtable_events"] == len(table.told())
    assert found["cardtable_streams"] == found["cardtable_late_total"] == 0
    assert "cardtable_club_connected" not in found


def test_phones_that_listen_are_counted_while_they_do(client: Phone, other: Phone) -> None:
    with client.get("/api/v1/events") as listening:
        next(iter(listening.response))
        assert figures(other)["cardtable_streams"] == 1
    assert figures(other)["cardtable_streams"] == 0


def test_a_reader_that_is_lost_shows(table: TableInTime) -> None:
    readers = [{"reader": "left", "why": "no answer", "restarts": 3}, {"reader": "right", "why": None, "restarts": 0}]
    picture = replace(table.controller.board.picture, health={"readers": readers, "stalled": ["pico"]})

    found = samples(measured.text(picture, version="1", runs=True, streams=0, club=None).decode())

    assert (found["cardtable_reader_lost left"], found["cardtable_reader_lost right"]) == (1, 0)
    assert (found["cardtable_reader_restarts_total left"], found["cardtable_sources_stalled"]) == (3, 1)


def test_a_table_that_has_stopped_says_so(client: Phone, table: TableInTime) -> None:
    table.controller.board.close()

    assert figures(client)["cardtable_up"] == 0


def test_nobody_learns_who_presses_from_them(client: Phone, table: TableInTime) -> None:
    before = figures(client)
    table.seat(2).taps()

    assert table.controller.board.picture.health["presses"]
    assert figures(client) == before


@pytest.fixture
def member(table: TableInTime) -> Phone:
    """A phone at a table of a club."""
    return phone(served(Shown(table, club=CLUB)))


def test_how_publishing_in_a_club_goes_is_told(member: Phone) -> None:
    found = figures(member)

    assert (found["cardtable_club_connected"], found["cardtable_club_events_waiting"]) == (1, 12)
    assert member.get("/health").get_json()["club"] == {"place": "riverside/kitchen", "connected": True, "waiting": 12}


def test_how_publishing_goes_is_asked_once_for_an_answer(member: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([CLUB])
    monkeypatch.setattr(Shown, "club", property(lambda _: next(answers)))

    assert member.get("/health").get_json()["club"]["waiting"] == 12


def test_the_host_is_told_that_the_broker_is_away_until_it_is_back(table: TableInTime) -> None:
    def troubles() -> list[str]:
        found: list[str] = shown(table.controller.board.picture, "host")["health"]["troubles"]
        return found

    away = say("The broker is away.")
    table.controller.take(Remark("club", away))
    assert troubles() == ["The broker is away."]
    table.starts("mito", "Dan", "Eva", "Finn")
    assert troubles() == ["The broker is away."], "whatever is played"
    table.controller.take(Remark("club", None))
    assert troubles() == []
    table.controller.take(Remark("club", None))
    assert troubles() == []
