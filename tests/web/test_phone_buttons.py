"""Phones as buttons over the API: who may press, what is refused, and what reaches the table."""

import json
import re

import pytest
from flask import Flask

from hardware.clock import ManualClock
from hardware.debounce import Contact
from hardware.observations import ButtonEdge
from hardware.phones import PhoneButtons
from tests.emulated import TableInTime
from tests.web.conftest import Phone, Shown, served

SEAT = 2
MS = 1_000_000
WAY_MS = 40


class WithPhones(Shown):
    """A table whose seats have phones as buttons, for what asks for them."""

    buttons: PhoneButtons

    @property
    def phones(self) -> PhoneButtons:
        return self.buttons


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(9_000 * MS)


@pytest.fixture
def buttons(clock: ManualClock) -> PhoneButtons:
    return PhoneButtons({SEAT: Contact(SEAT)}, clock)


@pytest.fixture
def app(table: TableInTime, buttons: PhoneButtons) -> Flask:
    shown = WithPhones(table)
    shown.buttons = buttons
    return served(shown)


@pytest.fixture
def phone(app: Flask) -> Phone:
    client = app.test_client()
    assert isinstance(client, Phone)
    client.takes(SEAT)
    return client


def reported(phone: Phone, clock: ManualClock, heard: dict[str, int], **more: object) -> dict[str, int]:
    """Report as a page does whose clock is the table's; return what it names next."""
    said_us = clock.now_ns() // 1000
    clock.sleep_ns(WAY_MS * MS)
    answer = phone.asks(f"seats/{SEAT}/button", clock=7, said_us=said_us, **heard, **more)
    assert answer.status_code == 200, answer.get_json()
    clock.sleep_ns(WAY_MS * MS)
    return {"reply": answer.get_json()["number"], "heard_us": clock.now_ns() // 1000}


def test_a_press_reaches_the_table_with_its_stamp_and_its_error(
    phone: Phone, clock: ManualClock, buttons: PhoneButtons
) -> None:
    heard = reported(phone, clock, {})
    heard = reported(phone, clock, heard)
    pressed_us = clock.now_ns() // 1000
    clock.sleep_ns(30 * MS)
    edge = {"number": 1, "at_us": pressed_us, "down": True}
    reported(phone, clock, heard, down=True, edges=[edge])

    [item] = buttons.poll().items
    assert item == ButtonEdge(item.at_ns, SEAT, down=True, error_ns=item.error_ns)
    assert item.at_ns // 1000 == pytest.approx(pressed_us, abs=50)
    assert item.error_ns == pytest.approx(WAY_MS * MS, abs=0.3 * MS)


def test_an_answer_says_how_sure_a_press_is_and_when_to_report_again(phone: Phone, clock: ManualClock) -> None:
    first = phone.asks(f"seats/{SEAT}/button", clock=7, said_us=0).get_json()
    assert first == {"number": 1, "again_ms": 0, "error_ms": None}

    clock.sleep_ns(WAY_MS * MS)
    second = phone.asks(f"seats/{SEAT}/button", clock=7, said_us=WAY_MS * 1000, reply=1, heard_us=WAY_MS * 1000)
    assert second.get_json() == {"number": 2, "again_ms": 0, "error_ms": pytest.approx(WAY_MS / 2, abs=0.3)}


@pytest.mark.parametrize(
    ("off_us", "said"),
    [
        (500_000, "This phone’s clock was ahead, so that press does not count. It is being matched again."),
        (-1_500_000, "That press came more than a second late, so it does not count."),
    ],
)
def test_a_stamp_that_cannot_be_is_refused_in_a_sentence(
    phone: Phone, clock: ManualClock, buttons: PhoneButtons, off_us: int, said: str
) -> None:
    clock.sleep_ns(3_000 * MS)
    heard = reported(phone, clock, reported(phone, clock, {}))
    edge = {"number": 1, "at_us": clock.now_ns() // 1000 + off_us, "down": True}
    answer = phone.asks(f"seats/{SEAT}/button", clock=7, said_us=clock.now_ns() // 1000, **heard, edges=[edge])

    assert (answer.status_code, answer.get_json()["error"]) == (409, said)
    assert buttons.poll().items == ()


def test_a_press_of_a_clock_that_nobody_knows_is_refused(phone: Phone) -> None:
    answer = phone.asks(f"seats/{SEAT}/button", clock=7, said_us=1, edges=[{"number": 1, "at_us": 1, "down": True}])

    assert answer.status_code == 409
    assert answer.get_json()["error"] == "The clock of this phone is not matched yet: press again."


def test_only_the_phone_of_a_seat_may_press_its_button(app: Flask, phone: Phone) -> None:
    stranger, other = app.test_client(), app.test_client()
    assert isinstance(other, Phone)
    other.takes(3)
    for client, status in ((stranger, 401), (other, 403)):
        assert client.post(f"/api/v1/seats/{SEAT}/button", json={"clock": 1, "said_us": 1}).status_code == status
    wired = other.asks("seats/3/button", clock=1, said_us=1)
    assert (wired.status_code, wired.get_json()["error"]) == (409, "The button of seat 3 is no phone.")


@pytest.mark.parametrize(
    "wrong",
    [
        {"clock": -1},
        {"said_us": 1.5},
        {"said_us": 1 << 53},
        {"grain_us": 10**9},
        {"edges": [{"number": 1, "at_us": 1}]},
        {"edges": [{"number": n, "at_us": 1, "down": True} for n in range(33)]},
        {"more": 1},
    ],
)
def test_a_report_of_another_form_is_refused(phone: Phone, wrong: dict[str, object]) -> None:
    assert phone.asks(f"seats/{SEAT}/button", **{"clock": 1, "said_us": 1, **wrong}).status_code == 400


def test_the_page_of_such_a_seat_knows_it(phone: Phone) -> None:
    assert '"phone": true' in phone.get(f"/seat/{SEAT}").get_data(as_text=True)
    assert '"phone": false' in phone.get("/seat/1").get_data(as_text=True)


def test_everybody_sees_whose_phone_a_race_waits_for(
    app: Flask, phone: Phone, buttons: PhoneButtons, clock: ManualClock
) -> None:
    heard: dict[str, int] = {}
    for _ in range(3):
        heard = reported(phone, clock, heard)
    assert room(app) == {"awaited": [], "held_up": []}
    buttons.expect_race(race=True)
    clock.sleep_ns(400 * MS)
    buttons.poll_often(often=True)
    buttons.poll()
    assert room(app) == {"awaited": [SEAT], "held_up": [SEAT]}

    buttons.expect_race(race=False)
    assert room(app) == {"awaited": [], "held_up": [SEAT]}


def test_without_phones_as_buttons_nothing_is_said_of_them(table: TableInTime) -> None:
    assert room(served(Shown(table))) == {}


def room(app: Flask) -> dict[str, object]:
    """Return what the page of a seat says of phones as buttons, to somebody who only looks."""
    page = app.test_client().get("/seat/1").get_data(as_text=True)
    found = re.search(r'id="room">(.*?)</script>', page)
    assert found is not None
    return {key: value for key, value in json.loads(found[1]).items() if key in ("awaited", "held_up")}
