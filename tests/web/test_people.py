"""Who does what: the host by PIN, seats taken and freed, and what each may then do."""

import json
from collections.abc import Callable

import pytest
from werkzeug.test import TestResponse

from table.keeping.journal import Journal
from tests.emulated import TableInTime
from tests.web.conftest import PIN, Phone
from tests.web.test_stream import messages


def refusal(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, answer.get_json()["error"]


# -- the host, by PIN


def test_whoever_knows_the_pin_is_host_until_he_leaves(client: Phone, table: TableInTime) -> None:
    assert client.is_known_as() == (False, [])
    number = table.controller.board.snapshot.number

    assert client.asks("host", pin="482 913").get_json() == {"host": True}
    assert client.is_known_as() == (True, [])
    assert client.asks("host/leave").get_json() == {"host": False}

    assert client.is_known_as() == (False, [])
    assert table.controller.board.snapshot.number == number + 2, "streams are woken"


def test_a_wrong_pin_is_refused_and_then_waits(client: Phone, host: Phone, table: TableInTime) -> None:
    for _ in range(4):
        assert refusal(client.asks("host", pin="000000"))[0] == 401
    early = client.asks("host", pin=PIN)

    assert refusal(early) == (429, "Too many wrong PINs: wait 5 seconds.")
    assert early.headers["Retry-After"] == "5"
    assert host.asks("choices", choice="pause").status_code == 200, "who is host already is not concerned"
    table.clock.sleep_ns(5 * 10**9)
    assert client.asks("host", pin=PIN).status_code == 200


@pytest.mark.long
@pytest.mark.parametrize("pin", ["", "12345", "1234567", "12 3456", "abcdef", "48291\u0663", "482913\n", 482913, None])
def test_what_is_no_pin_is_told_and_costs_nothing(client: Phone, pin: object) -> None:
    for _ in range(20):
        status, message = refusal(client.asks("host", pin=pin))
        assert (status, message[:5]) == (400, "pin: ")
    assert client.asks("host", pin=PIN).status_code == 200


def test_only_the_host_makes_the_hosts_choices(client: Phone, other: Phone, host: Phone) -> None:
    other.takes(1)

    sentence = "Only the host may do that: log in with the host’s PIN."
    assert refusal(client.asks("choices", choice="pause")) == (401, sentence)
    assert refusal(other.asks("choices", choice="pause")) == (403, sentence)
    assert host.asks("choices", choice="pause").status_code == 200


# -- seats


def test_a_phone_holds_the_seats_that_it_takes(client: Phone, other: Phone, table: TableInTime) -> None:
    number = table.controller.board.snapshot.number
    assert client.asks("seats/1/take").get_json() == {"seats": [1]}
    assert client.asks("seats/3/take").get_json() == {"seats": [1, 3]}
    assert client.asks("seats/3/take").get_json() == {"seats": [1, 3]}, "once more does no harm"
    assert refusal(other.asks("seats/3/take")) == (409, "Another phone holds seat 3: ask for it if that phone is gone.")
    assert other.get("/api/v1/me").get_json() == {"host": False, "seats": [], "held": [1, 3]}

    assert client.asks("seats/3/leave").get_json() == {"seats": [1]}
    other.takes(3)

    assert table.controller.board.snapshot.number == number + 5
    assert client.is_known_as() == (False, [1])


@pytest.mark.parametrize("seat", [0, 4, 99])
def test_a_seat_that_is_not_there_cannot_be_taken(client: Phone, seat: int) -> None:
    assert refusal(client.asks(f"seats/{seat}/take")) == (404, f"This table has no seat {seat}.")


def test_only_the_host_frees_anothers_seat_and_for_good(client: Phone, other: Phone, host: Phone) -> None:
    client.takes(2)
    assert refusal(other.asks("seats/2/free"))[0] == 401
    assert refusal(client.asks("seats/2/free"))[0] == 403
    assert refusal(other.asks("seats/2/leave"))[0] == 401
    assert host.asks("seats/2/free").status_code == 200

    other.takes(2)

    assert client.is_known_as() == (False, [])
    assert refusal(client.asks("choices", seat=2, choice="settle", value=1))[0] == 401


def test_a_seats_choices_are_for_the_phone_that_holds_it(client: Phone, other: Phone, host: Phone) -> None:
    client.takes(2)
    other.takes(1)

    choice = {"seat": 2, "choice": "undo"}
    sentence = "This phone does not hold seat 2: take it first."
    assert refusal(other.asks("choices", **choice)) == (403, sentence)
    assert refusal(host.asks("choices", **choice)) == (403, sentence)
    assert refusal(client.asks("choices", **choice)) == (400, "choice: undo is for the host (seat 0), not for seat 2")


def test_an_answer_without_a_question_leaves_no_trace(
    client: Phone, host: Phone, table: TableInTime, journal: Journal
) -> None:
    client.takes(2)
    before = len(journal.facts(1)), table.event_names(), table.event_names("seat:2")

    for who, seat in ((host, 0), (client, 2)):
        answer = who.asks("choices", seat=seat, choice="settle", value="anything")
        assert refusal(answer) == (400, "choice: no question is open")

    assert (len(journal.facts(1)), table.event_names(), table.event_names("seat:2")) == before


@pytest.mark.parametrize("long", [{"value": "x" * 101}, {"choice": "x" * 101}])
def test_no_choice_and_no_answer_is_that_long(host: Phone, long: dict[str, str]) -> None:
    status, sentence = refusal(host.asks("choices", **{"choice": "turn", "value": 1, **long}))

    assert (status, "at most 100 characters" in sentence, len(sentence) < 150) == (400, True, True), sentence


def test_another_phones_button_is_not_pressed(client: Phone, other: Phone, table: TableInTime) -> None:
    client.takes(1)
    table.card("number2.1").touches("discard")
    for do in ("press", "release"):
        refused = other.asks("tabletop", do=do, seat=1)
        assert refusal(refused) == (403, "Another phone holds seat 1: only it can press that button.")
    for do in ("press", "release"):
        assert other.asks("tabletop", do=do, seat=2).status_code == 200, "that one is nobody's"
    table.runs(600)

    assert client.asks("tabletop", do="press", seat=1).status_code == 200
    table.runs(100)
    assert client.asks("tabletop", do="release", seat=1).status_code == 200
    table.runs(600)

    assert table.event_names()[-2:] == ["draw_owed", "turn_started"]


def test_a_finger_on_a_button_is_lifted_when_somebody_takes_its_seat(
    client: Phone, other: Phone, table: TableInTime
) -> None:
    table.card("number2.1").touches("discard")
    other.asks("tabletop", do="press", seat=1)
    table.runs(100)
    client.takes(1)
    table.runs(600)

    assert table.event_names()[-2:] == ["draw_owed", "turn_started"], "it was a tap"


def test_a_game_is_begun_by_the_host_or_between_rounds_by_who_sits_there(
    client: Phone, other: Phone, host: Phone, table: TableInTime
) -> None:
    other.takes(1)
    assert refusal(client.asks("games"))[0] == 401
    client.takes(2)
    assert other.asks("games").status_code == 200
    table.runs(300)
    table.card("number2.1").touches("discard")

    assert refusal(other.asks("games"))[0] == 403
    assert host.asks("games").status_code == 200


# -- streams


@pytest.mark.parametrize("path", ["/api/v1/seats/2/events", "/api/v1/host/events"])
def test_a_private_stream_is_for_whom_it_belongs_to(client: Phone, other: Phone, path: str) -> None:
    other.takes(1)

    assert client.get(path).status_code == 401
    assert other.get(path).status_code == 403


def leaves(client: Phone, host: Phone) -> None:
    client.asks("seats/2/leave")


def is_freed(client: Phone, host: Phone) -> None:
    host.asks("seats/2/free")


@pytest.mark.parametrize("goes", [leaves, is_freed])
def test_a_seats_stream_ends_when_the_seat_is_no_longer_held(
    client: Phone, host: Phone, goes: Callable[[Phone, Phone], None], table: TableInTime
) -> None:
    client.takes(2)
    with client.get("/api/v1/seats/2/events") as answer:
        stream = iter(answer.response)
        (_, name, picture), *_ = messages([next(stream)])
        assert (name, picture["game"]) == ("picture", "mito")
        goes(client, host)
        table.card("number2.1").touches("discard")

        assert list(stream) == []


def test_the_hosts_stream_ends_when_he_leaves(host: Phone, table: TableInTime) -> None:
    with host.get("/api/v1/host/events") as answer:
        stream = iter(answer.response)
        assert [name for _, name, _ in messages([next(stream)])] == ["picture", "room"]
        table.card("stranger").touches("discard")
        (_, name, _), (_, _, event) = messages([next(stream)])
        assert (name, event["event"]) == ("picture", "tag_unknown"), "the host is told what others are not"
        host.asks("host/leave")
        table.card("number2.1").touches("discard")

        assert list(stream) == []


def test_errors_are_a_page_for_people_and_json_for_programs(client: Phone) -> None:
    page = client.get("/nowhere", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert (page.status_code, page.mimetype) == (404, "text/html")
    assert "There is nothing here." in page.get_data(as_text=True)

    for accept in ("*/*", "application/json", ""):
        answer = client.get("/nowhere", headers={"Accept": accept})
        assert json.loads(answer.data) == {"error": "There is nothing here."}
