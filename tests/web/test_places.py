"""Changing places: names, robots and phones move together, before the cards are dealt."""

import pytest
from flask import Flask

from table.keeping.journal import Journal
from tests.emulated import TableInTime
from tests.web.conftest import Phone, Real, phone, served


@pytest.fixture
def table(journal: Journal) -> TableInTime:
    """A table for six, where Ana and Ben have agreed on Mytho and nothing is dealt."""
    table = TableInTime(journal, game="mytho", seats=6)
    table.starts("mytho", "Ana", "Ben")
    return table


def people(client: Phone) -> dict[int, tuple[str | None, str | None]]:
    return {one["seat"]: (one["name"], one["robot"]) for one in client.gets("table")["seats"]}


def deals(table: TableInTime) -> None:
    snapshot = table.controller.board.snapshot
    table.people.follow(snapshot)
    table.people.deal()
    table.runs(1500)


def test_names_robots_and_phones_move_together(client: Phone, other: Phone) -> None:
    client.takes(1)
    other.takes(2)
    client.asks("robots", seat=3, kind="keen")

    assert client.asks("seats/order", order=[3, 1, 2]).get_json() == {"seats": [2]}

    assert people(other) == {1: ("Bolt", "keen"), 2: ("Ana", None), 3: ("Ben", None)}
    assert (client.is_known_as(), other.is_known_as()) == ((False, [2]), (False, [3]))
    assert client.asks("seats/2/name", name="Anna").status_code == 200
    assert client.asks("seats/3/name", name="Mal").status_code == 403


def test_a_phone_that_moved_and_takes_its_old_seat_too_holds_both(client: Phone) -> None:
    client.takes(1)
    client.asks("seats/order", order=[2, 1])
    client.takes(1)
    assert client.is_known_as() == (False, [1, 2])

    client.asks("seats/2/leave")

    assert client.is_known_as() == (False, [1])


def test_a_stream_ends_when_its_seat_has_gone_to_another_phone(client: Phone, other: Phone) -> None:
    client.takes(1)
    other.takes(2)
    with client.get("/api/v1/seats/1/events") as answer:
        pieces = iter(answer.response)
        next(pieces)
        client.asks("seats/order", order=[2, 1])

        assert [piece for piece in pieces if b"event: room" in bytes(piece)] == []
    assert client.get("/api/v1/seats/1/events").status_code == 403


def test_people_who_wait_for_others_change_places(client: Phone, table: TableInTime) -> None:
    client.takes(2)
    client.asks("seats/1/take")
    client.asks("seats/1/leave")
    client.asks("seats/2/leave")
    client.takes(4)
    client.asks("seats/4/name", name="Dan")
    before = people(client)

    client.asks("seats/order", order=[4, 2, 3, 1])

    assert people(client)[1] == before[4] == ("Dan", None)


def test_once_the_cards_are_dealt_everybody_stays(client: Phone, host: Phone, table: TableInTime) -> None:
    client.takes(1)
    deals(table)
    before = people(client)

    for asking in (client, host):
        assert asking.asks("seats/order", order=[2, 1]).status_code == 409
    assert people(client) == before

    host.asks("choices", choice="abort")
    assert client.asks("seats/order", order=[2, 1]).status_code == 403, "when it is over the host says so"
    assert host.asks("seats/order", order=[2, 1]).status_code == 200
    assert people(client) == {1: ("Ben", None), 2: ("Ana", None)}


@pytest.mark.long
@pytest.mark.parametrize("order", [[1, 1], [2, 3], [1, 2, 3, 4, 5, 6, 7], [1], [], None, ["1", "2"]])
def test_what_is_no_order_of_seats_is_refused_and_changes_nothing(client: Phone, order: object) -> None:
    client.takes(1)
    before = people(client)

    assert client.asks("seats/order", order=order).status_code == 400

    assert (people(client), client.is_known_as()) == (before, (False, [1]))


def test_nobody_moves_while_a_phone_asks_for_a_seat(client: Phone, other: Phone, host: Phone) -> None:
    client.takes(1)
    other.takes(2)
    assert host.asks("seats/2/claim").status_code == 200

    assert client.asks("seats/order", order=[2, 1]).status_code == 409


def test_phones_beside_a_real_table_change_places_too(table: TableInTime) -> None:
    ana = phone(real := _real(table))
    ben = phone(real)
    ana.takes(1)
    ben.takes(2)

    assert ana.asks("seats/order", order=[2, 1]).status_code == 200

    assert (ana.is_known_as(), ben.is_known_as()) == ((False, [2]), (False, [1]))


def _real(table: TableInTime) -> Flask:
    return served(Real(table))
