"""The set-up over the API: for the host alone, as described; and where phones are led while a table is set up."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.emulated import TableInTime
from tests.table.test_set_up_session import Room
from tests.web.conftest import Phone, Shown, served
from web.described.openapi import described


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path / "wired.toml")
    yield room
    room.session.stop()


def phone_of(table: TableInTime, room: Room) -> Phone:
    app = served(Shown(table, setup=room.session))
    client = app.test_client()
    assert isinstance(client, Phone)
    return client


@pytest.fixture
def phone(table: TableInTime, room: Room) -> Phone:
    return phone_of(table, room)


def fits(answer: Any) -> None:
    api = described(["/api/v1/setup"])
    schema = {"$ref": "#/components/schemas/SetUp", "components": api["components"]}
    Draft202012Validator(schema).validate(answer)


def test_only_the_host_sees_and_does_anything(phone: Phone) -> None:
    assert phone.get("/api/v1/setup").status_code == 401
    assert phone.get("/api/v1/wired").status_code == 401
    assert phone.asks("setup", do="begin", pads=1, seats=1).status_code == 401
    phone.takes(2)
    assert phone.asks("setup", do="begin", pads=1, seats=1).status_code == 403


def test_a_table_is_set_up_by_answers_and_each_is_as_described(phone: Phone, room: Room) -> None:
    phone.becomes_host()
    fits(phone.gets("setup"))
    assert phone.asks("setup", do="begin", pads=1, seats=1).status_code == 200
    question = room.waits_for("touch").question
    fits(phone.gets("setup"))
    assert phone.asks("setup", do="say", question=question, answer="skip").status_code == 200
    room.waits_for("press")
    again = phone.asks("setup", do="say", question=question, answer="skip")
    assert (again.status_code, again.get_json()["error"]) == (400, "that was answered meanwhile")
    fits(phone.gets("setup"))
    phone.asks("setup", do="stop")
    room.waits_for(state="ready")


@pytest.mark.long
@pytest.mark.parametrize(
    "wrong",
    [
        {"do": "begin", "pads": 11, "seats": 1},
        {"do": "begin", "pads": 1, "seats": 9},
        {"do": "say", "question": 1, "answer": {"pins": [1]}},
        {"do": "say", "question": 1, "answer": [28]},
        {"do": "say", "question": -1, "answer": "yes"},
        {"do": "burn"},
    ],
)
def test_what_nobody_asks_for_is_refused_and_nothing_begins(phone: Phone, room: Room, wrong: dict[str, Any]) -> None:
    phone.becomes_host()
    assert phone.asks("setup", **wrong).status_code == 400
    assert room.session.shown.state == "ready"


def test_a_table_that_was_started_by_hand_says_where_it_is_set_up(client: Phone) -> None:
    client.becomes_host()
    fits(client.gets("setup"))
    answer = client.asks("setup", do="begin", pads=1, seats=1)
    assert (answer.status_code, "`cardtable setup`" in answer.get_json()["error"]) == (409, True)


def test_phones_are_led_to_it_from_the_start_page_until_somebody_wants_to_play(phone: Phone) -> None:
    assert phone.get("/").headers["Location"] == "/setup"
    assert phone.get("/?play").status_code == 200
    assert phone.get("/virtual").status_code == 200
    assert phone.get("/setup").status_code == 200


def test_while_nothing_else_can_be_done_phones_are_led_to_it_from_everywhere(table: TableInTime, room: Room) -> None:
    room.session.alone = True
    phone = phone_of(table, room)

    assert phone.get("/virtual").headers["Location"] == "/setup"
    assert phone.get("/api/v1/table").status_code == 503
    assert phone.asks("seats/1/take").status_code == 503
    assert phone.get("/setup").status_code == phone.get("/help").status_code == 200
    phone.becomes_host()
    assert phone.gets("setup")["alone"]


def test_the_host_sees_how_many_cards_lie_where_and_never_which(client: Phone, table: TableInTime) -> None:
    client.becomes_host()
    table.card("number2.1").lies_on("discard")
    assert table.hardware.tabletop is not None
    table.hardware.tabletop.press(2)
    table.runs(200)

    wired = client.gets("wired")

    assert {one["zones"][0]: one["cards"] for one in wired["readers"] if one["cards"]} == {"discard": 1}
    assert [one["good"] for one in wired["readers"] if one["cards"]] == [1.0]
    assert [one["seat"] for one in wired["buttons"] if one["down"]] == [2]
    assert "number2" not in str(wired)
    assert not any(uid.hex() in str(wired) for uid in table.hardware.emulated_tags)


def test_nobody_makes_himself_host_by_a_button_that_hangs_nowhere(phone: Phone) -> None:
    phone.takes(1)
    answer = phone.asks("host/claim")

    assert (answer.status_code, answer.get_json()["error"]) == (
        409,
        "This table has no buttons yet: log in with the host’s PIN.",
    )


def test_why_the_table_cannot_be_opened_everybody_may_read(table: TableInTime, room: Room) -> None:
    room.session.cannot_open("reader 1: SPI is not enabled")
    page = phone_of(table, room).get("/setup").get_data(as_text=True)

    assert "SPI is not enabled" in page
