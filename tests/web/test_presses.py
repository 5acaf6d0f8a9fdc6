"""Presses of emulated buttons are bounded, for each is kept: how fast they come, and how many a seat has."""

import pytest
from flask import Flask
from werkzeug.exceptions import TooManyRequests

from tests.emulated import MS, TableInTime
from tests.web.conftest import Phone, phone
from web.access.presses import BURST, MOST_UNHELD, PER_S, Presses


def test_whoever_presses_on_and_on_is_told_to_wait_and_the_finger_can_be_lifted(
    client: Phone, table: TableInTime
) -> None:
    table.card("number2.1").touches("discard")
    for _ in range(BURST):
        assert client.asks("tabletop", do="press", seat=2).status_code == 200
        assert client.asks("tabletop", do="release", seat=2).status_code == 200
    table.clock.sleep_ns(1)

    refused = client.asks("tabletop", do="press", seat=2)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
    assert refused.get_json()["error"] == "That button is pressed too often: wait a second."
    assert client.asks("tabletop", do="release", seat=2).status_code == 200
    assert client.asks("tabletop", do="press", seat=3).status_code == 200

    table.clock.sleep_ns(1_000 * MS)
    assert client.asks("tabletop", do="press", seat=2).status_code == 200


def test_a_seat_that_nobody_holds_is_pressed_so_often_in_a_game_and_no_more() -> None:
    now = [0]
    presses = Presses(lambda: now[0])

    def press(game_id: int, *, held: bool = False) -> None:
        now[0] += 1_000_000_000 // PER_S
        presses.count(2, game_id, held=held)

    for _ in range(MOST_UNHELD):
        press(1)
    with pytest.raises(TooManyRequests, match="Nobody holds seat 2: take it to press its button again"):
        press(1)
    for _ in range(10):
        press(1, held=True)
    press(2)


def test_a_hold_is_made_by_one_request_as_long_as_it_means_what_was_meant(client: Phone, table: TableInTime) -> None:
    client.takes(1)
    table.card("number2.1").touches("discard")
    table.runs(2_000)
    stale = client.asks("tabletop", do="press", seat=1, gesture="hold", means="guilty")
    assert (stale.status_code, stale.get_json()["error"]) == (409, "That has just changed: look again.")

    assert client.asks("tabletop", do="press", seat=1, gesture="hold", means="out").status_code == 200
    table.runs(1_000)
    assert table.event_names()[-1] == "hands_due"


def test_a_seat_that_is_taken_and_left_on_and_on_is_told_to_wait(client: Phone, table: TableInTime) -> None:
    for _ in range(BURST):
        assert client.asks("seats/1/take").status_code == 200
        assert client.asks("seats/1/leave").status_code == 200
    table.clock.sleep_ns(1)

    refused = client.asks("seats/1/take")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
    assert client.asks("seats/2/take").status_code == 200


def test_whoever_tries_to_take_a_held_seat_on_and_on_does_not_count_for_its_holder(app: Flask, client: Phone) -> None:
    client.takes(1)
    stranger = phone(app)
    for _ in range(BURST + 1):
        assert stranger.asks("seats/1/take").status_code == 409

    assert client.asks("seats/1/leave").status_code == 200
    assert client.asks("seats/1/take").status_code == 200


def test_a_seat_that_asks_for_the_end_on_and_on_is_told_to_wait(app: Flask, table: TableInTime, client: Phone) -> None:
    client.takes(1)
    phone(app).takes(2)
    table.card("number2.1").touches("discard")
    for _ in range(BURST):
        assert client.asks("end").status_code == 202

    assert client.asks("end").status_code == 429


@pytest.mark.parametrize("stays", [False, True], ids=["button that says it", "round button"])
def test_a_hold_that_a_phone_has_timed_acts_at_once(client: Phone, table: TableInTime, *, stays: bool) -> None:
    table.card("number2.1").touches("discard")
    table.runs(2_000)
    client.asks("tabletop", do="press", seat=1, gesture="hold", stays=stays)
    table.runs(100)
    assert table.event_names()[-1] == "hands_due"


@pytest.mark.parametrize(("gesture", "event"), [("tap", "draw_owed"), ("double", "call_made")])
def test_a_gesture_is_what_the_phone_says_however_late_the_next_request_is(
    client: Phone, table: TableInTime, gesture: str, event: str
) -> None:
    table.card("number2.1").touches("discard")
    table.runs(2_000)
    client.asks("tabletop", do="press", seat=1, gesture=gesture)
    table.runs(2_000)
    assert event in table.event_names()
