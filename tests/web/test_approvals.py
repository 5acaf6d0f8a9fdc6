"""Claims: becoming host by hand, and having a seat back whose phone is gone, when somebody else at the table agrees."""

from typing import Any

import pytest
from flask import Flask

from table.keeping.journal import Journal
from tests.emulated import TableInTime
from tests.web.conftest import Phone, Real, Shown, phone, served
from tests.web.test_people import refusal
from tests.web.test_stream import messages
from web.access.approvals import TWO_AT_ONCE

SECOND = 10**9
STILL_HERE = "The phone at that seat says: I am still here."


def presses_for(table: TableInTime, seat: int, ms: int) -> None:
    table.seat(seat)._is_down_for(ms)
    table.runs(100)


def claim_shown(app: Flask) -> dict[str, Any] | None:
    """What the scoreboard shows of a claim."""
    with phone(app).get("/api/v1/events") as answer:
        pieces = {name: data for _, name, data in messages([next(iter(answer.response))])}
    shown: dict[str, Any] | None = pieces["room"]["claim"]
    return shown


def says(somebody: Phone, app: Flask, *, agree: bool) -> int:
    """Answer the claim that is shown; return the status."""
    claim = claim_shown(app)
    assert claim is not None
    return somebody.asks("claim", id=claim["id"], agree=agree).status_code


# -- to be host


def asked(somebody: Phone) -> tuple[bool, int]:
    answer = somebody.asks("host/claim").get_json()
    return answer["host"], answer["left_s"]


def test_whoever_asks_and_then_holds_his_button_is_host(client: Phone, other: Phone, table: TableInTime) -> None:
    for seat in (2, 3):
        client.takes(seat)
    assert asked(client) == (False, 30)
    presses_for(table, 2, 2900)
    assert asked(client) == (False, 27)
    presses_for(table, 3, 3100)

    assert asked(client) == (True, 0)
    assert client.is_known_as() == (True, [2, 3])
    assert asked(client) == (True, 0)
    assert asked(other) == (False, 30), "the press is used up"


def test_the_phone_that_asks_and_the_scoreboard_show_the_same_sign(client: Phone, app: Flask) -> None:
    assert claim_shown(app) is None
    signs = [client.asks("host/claim").get_json()["sign"] for _ in range(2)]

    shown = claim_shown(app)
    assert shown is not None
    assert (shown["seat"], shown["sign"]) == (0, signs[0])
    assert signs[0] == signs[1], "as long as it is the same claim"
    assert set(signs[0]) == {"word", "number", "colour"}


def test_a_second_phone_that_asks_ends_both(client: Phone, other: Phone, app: Flask, table: TableInTime) -> None:
    for phone_, seat in ((client, 1), (other, 2)):
        phone_.takes(seat)
    client.asks("host/claim")
    table.clock.sleep_ns(10 * SECOND)
    assert refusal(other.asks("host/claim")) == (409, TWO_AT_ONCE)
    assert claim_shown(app) is None
    presses_for(table, 1, 3100)

    assert refusal(client.asks("host/claim")) == (409, TWO_AT_ONCE), "the first one is told so, too"
    assert client.is_known_as() == (False, [1])
    assert asked(client) == (False, 30), "who asks after that asks anew"


def test_a_press_that_began_before_the_claim_does_not_count(client: Phone, table: TableInTime) -> None:
    client.takes(1)
    assert table.hardware.tabletop is not None
    table.hardware.tabletop.press(1)
    table.runs(100)
    client.asks("host/claim")
    table.runs(4000)

    assert asked(client)[0] is False


def test_an_emulated_button_counts_only_for_who_holds_its_seat(client: Phone, other: Phone, table: TableInTime) -> None:
    other.takes(2)
    client.takes(3)
    client.asks("host/claim")
    assert client.asks("tabletop", do="press", seat=1).status_code == 200, "nobody holds that seat"
    presses_for(table, 2, 3100)

    assert asked(client)[0] is False
    assert other.is_known_as() == (False, [2])


def test_of_a_real_table_any_button_counts(table: TableInTime) -> None:
    somebody = phone(served(Real(table)))
    somebody.asks("host/claim")
    presses_for(table, 1, 3100)

    assert asked(somebody)[0] is True


def test_a_phone_that_asks_on_and_on_keeps_its_claim_for_half_a_minute(
    client: Phone, other: Phone, table: TableInTime
) -> None:
    left = [asked(client)[1]]
    while left[-1] > 0 and len(left) < 60:
        table.clock.sleep_ns(700 * 10**6)
        left.append(asked(client)[1])

    assert (left[-2:], len(left)) == ([1, 0], 44)
    assert asked(other) == (False, 30)


def test_who_comes_back_after_a_claim_ran_out_opens_another(client: Phone, table: TableInTime) -> None:
    client.asks("host/claim")
    table.clock.sleep_ns(60 * SECOND)

    assert asked(client) == (False, 30)


def test_while_a_round_is_on_nobody_becomes_host_by_hand(client: Phone, table: TableInTime) -> None:
    client.takes(1)
    client.asks("host/claim")
    presses_for(table, 1, 3100)
    table.card("number2.1").touches("discard")

    sentence = "A round is on: wait until it is over, or log in with the host’s PIN."
    assert refusal(client.asks("host/claim")) == (409, sentence)
    assert client.is_known_as() == (False, [1])


# -- to have a seat back


@pytest.fixture
def ana(app: Flask) -> Phone:
    ana = phone(app)
    ana.takes(1)
    return ana


@pytest.fixture
def ben(app: Flask) -> Phone:
    """Ben's phone, the one that is gone."""
    ben = phone(app)
    ben.takes(2)
    return ben


def test_who_lost_his_phone_has_his_seat_back_when_somebody_else_agrees(
    client: Phone, ana: Phone, ben: Phone, app: Flask, table: TableInTime
) -> None:
    with ben.get("/api/v1/seats/2/events") as answer:
        stream = iter(answer.response)
        next(stream)
        claim = client.asks("seats/2/claim").get_json()
        shown = claim_shown(app)
        assert shown is not None
        assert (shown["seat"], shown["sign"], shown["by"]) == (2, claim["sign"], [1])
        assert says(ana, app, agree=True) == 200
        table.clock.sleep_ns(5 * SECOND)
        assert client.asks("seats/2/claim").get_json()["seats"] == [2]

        assert [name for chunk in stream for _, name, _ in messages([chunk]) if name == "picture"] == []
    assert (client.is_known_as(), ben.is_known_as()) == ((False, [2]), (False, []))
    assert claim_shown(app) is None


def test_a_seat_changes_phones_only_after_everybody_could_say_no(
    client: Phone, ana: Phone, ben: Phone, app: Flask, table: TableInTime
) -> None:
    client.asks("seats/2/claim")
    says(ana, app, agree=True)
    table.clock.sleep_ns(4 * SECOND)
    claim = client.asks("seats/2/claim").get_json()
    assert (claim["seats"], claim["agreed"]) == ([], True)

    assert says(ben, app, agree=False) == 200

    table.clock.sleep_ns(SECOND)
    assert refusal(client.asks("seats/2/claim")) == (409, STILL_HERE)
    assert (client.is_known_as(), ben.is_known_as()) == ((False, []), (False, [2]))


@pytest.mark.long
@pytest.mark.parametrize("who", ["asker", "stranger", "came later", "in no game", "whose seat it is"])
def test_nobody_agrees_but_who_played_here_before(
    client: Phone, ana: Phone, ben: Phone, app: Flask, table: TableInTime, who: str
) -> None:
    table.starts("mito", "Ana", "Ben", "Cleo", None)
    people = {"asker": client, "stranger": phone(app), "came later": phone(app), "whose seat it is": ben}
    people["in no game"] = phone(app)
    people["in no game"].asks("seats/4/take")
    client.asks("seats/2/claim")
    people["came later"].takes(3)

    assert says(people[who], app, agree=True) == 403

    table.clock.sleep_ns(6 * SECOND)
    assert client.asks("seats/2/claim").get_json()["seats"] == []


def test_who_takes_a_seat_that_was_given_up_meanwhile_has_no_say(
    client: Phone, ana: Phone, ben: Phone, app: Flask
) -> None:
    client.asks("seats/2/claim")
    ana.asks("seats/1/leave")
    accomplice = phone(app)
    accomplice.takes(1)

    assert says(accomplice, app, agree=True) == 403


def test_a_phone_that_holds_several_seats_does_not_agree_to_itself(ana: Phone, ben: Phone, app: Flask) -> None:
    ana.takes(3)

    assert refusal(ana.asks("seats/2/claim")) == (
        409, "Nobody else here can agree. The host can free that seat."
    )  # fmt: skip


def test_the_host_may_agree_and_whoever_may_agree_may_say_no(
    client: Phone, ana: Phone, ben: Phone, host: Phone, app: Flask, table: TableInTime
) -> None:
    client.asks("seats/2/claim")
    assert says(ana, app, agree=False) == 200
    assert refusal(client.asks("seats/2/claim")) == (409, "Somebody at the table says no.")
    client.asks("seats/2/claim")
    assert says(host, app, agree=True) == 200
    table.clock.sleep_ns(5 * SECOND)

    assert client.asks("seats/2/claim").get_json()["seats"] == [2]


def test_who_asks_takes_it_back(client: Phone, ana: Phone, ben: Phone, app: Flask) -> None:
    client.asks("seats/2/claim")
    assert says(client, app, agree=False) == 200

    assert claim_shown(app) is None


def test_an_answer_is_to_the_claim_that_was_seen(client: Phone, ana: Phone, ben: Phone, app: Flask) -> None:
    client.asks("seats/2/claim")
    seen = claim_shown(app)
    assert seen is not None
    says(client, app, agree=False)
    client.asks("seats/2/claim")

    assert refusal(ana.asks("claim", id=seen["id"], agree=True)) == (409, "That request is over.")


def test_at_the_emulated_table_a_held_button_agrees_for_the_phone_of_its_seat(
    client: Phone, ana: Phone, ben: Phone, table: TableInTime
) -> None:
    client.asks("seats/2/claim")
    assert client.asks("tabletop", do="press", seat=3).status_code == 200, "nobody holds that seat, so anybody may"
    table.runs(6_000)
    assert client.asks("seats/2/claim").get_json()["agreed"] is False
    presses_for(table, 1, 3100)

    assert client.asks("seats/2/claim").get_json()["seats"] == [2]


def test_an_answer_is_seen_at_once(client: Phone, ana: Phone, ben: Phone, app: Flask, table: TableInTime) -> None:
    client.asks("seats/2/claim")
    claim, board = claim_shown(app), table.controller.board
    assert claim is not None
    before = board.snapshot.number
    assert ana.asks("claim", id=claim["id"], agree=False).status_code == 200

    assert board.wait(before, 0).number > before


def test_a_phone_at_a_seat_that_is_in_no_game_has_no_say(journal: Journal) -> None:
    with TableInTime(journal, game="mytho", seats=3) as table:
        table.starts("mytho", "Ana", "Ben")
        app = served(Shown(table))
        ana, lost, onlooker, new = (phone(app) for _ in range(4))
        lost.takes(2)
        onlooker.takes(3)

        assert refusal(new.asks("seats/2/claim")) == (409, "Nobody else here can agree. The host can free that seat.")
        ana.takes(1)
        assert new.asks("seats/2/claim").status_code == 200


@pytest.fixture
def real(table: TableInTime) -> tuple[Phone, Phone]:
    """A real table: Ben's new phone, and the one that is gone."""
    app = served(Real(table))
    gone = phone(app)
    gone.takes(2)
    return phone(app), gone


@pytest.mark.long
def test_at_a_real_table_somebody_elses_button_agrees(real: tuple[Phone, Phone], table: TableInTime) -> None:
    new, gone = real
    new.asks("seats/2/claim")
    presses_for(table, 2, 3100)
    table.runs(3_000)
    assert new.asks("seats/2/claim").get_json()["seats"] == [], "that is his own button"
    presses_for(table, 3, 3100)

    assert new.asks("seats/2/claim").get_json()["seats"] == [2]
    assert gone.is_known_as() == (False, [])


def test_while_a_round_is_on_no_button_agrees_for_it_means_something_in_the_game(
    real: tuple[Phone, Phone], table: TableInTime
) -> None:
    new, _ = real
    table.card("number2.1").touches("discard")

    assert refusal(new.asks("seats/2/claim"))[0] == 409


@pytest.mark.parametrize(("seat", "status"), [(1, 409), (9, 404)])
def test_only_a_seat_that_another_phone_holds_is_asked_for(client: Phone, ben: Phone, seat: int, status: int) -> None:
    assert client.asks(f"seats/{seat}/claim").status_code == status
    assert ben.asks("seats/2/claim").get_json()["seats"] == [2], "who holds it has it"


def test_who_asks_in_vain_again_and_again_waits(
    client: Phone, ana: Phone, ben: Phone, app: Flask, table: TableInTime
) -> None:
    for _ in range(5):
        assert client.asks("seats/2/claim").status_code == 200
        says(ana, app, agree=False)
        client.asks("seats/2/claim")
    early = client.asks("seats/2/claim")

    assert refusal(early) == (429, "That was asked too often: wait 5 seconds.")
    assert early.headers["Retry-After"] == "5"
    table.clock.sleep_ns(5 * SECOND)
    assert client.asks("seats/2/claim").status_code == 200
