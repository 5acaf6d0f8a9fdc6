"""What a seat is offered in sentences: what is asked of it first; and nothing that its phone is not shown."""

from typing import Any

import pytest
from flask import Flask

from table.emulated.people import Stack
from tests.emulated import TableInTime
from tests.web.conftest import Phone, phone

HAND = ("number3.1", "spider4.1", "number5.1", "ant1.1", "ant2.1", "ant3.1", "ant4.1", "ant5.1")


@pytest.fixture
def ana(app: Flask, table: TableInTime) -> Phone:
    ana = phone(app)
    ana.takes(1)
    table.live.beat()
    return ana


def deals(table: TableInTime) -> None:
    """Deal: Ana has a 3, a spider 4, a 5 and five ants, and a 4 is turned up."""
    table.people.follow(table.controller.board.picture)
    table.people.deal(Stack(1, HAND, ("number4.1",)))
    table.runs(800)
    table.live.beat()


def offered(phone: Phone) -> list[dict[str, Any]]:
    offers: list[dict[str, Any]] = phone.gets("seats/1/offers")["offers"]
    return offers


def test_before_all_the_cards_are_to_be_dealt(ana: Phone) -> None:
    told = ana.gets("seats/1/offers")

    assert told["hand"] == ["No cards have been dealt yet."]
    assert told["offers"][0]["text"] == "Shuffle and deal"


def test_a_card_is_chosen_first_and_then_where_it_goes(ana: Phone, table: TableInTime) -> None:
    deals(table)
    told = ana.gets("seats/1/offers")
    spider = next(one for one in told["offers"] if one["text"] == "Spider 4")

    assert told["hand"][0].startswith("You hold 8 cards: 3, spider 4, 5, ")
    assert told["table"] == ["The discard: a 4 is on top."]
    assert spider["steps"] == []
    assert [one["text"] for one in spider["then"]] == [
        "Lay it on the discard, on the 4", "Give it to Ben", "Give it to Cleo", "Put it on the draw pile",
        "Let it vanish",
    ]  # fmt: skip
    step = spider["then"][0]["steps"][0]
    assert ana.post(step["path"], json=step["body"]).status_code == 200


def test_cards_of_one_name_are_offered_once(ana: Phone, table: TableInTime) -> None:
    table.people.follow(table.controller.board.picture)
    table.people.deal(Stack(1, ("number3.1", "number3.2", "number3.3", *HAND[3:]), ("number4.1",)))
    table.runs(800)
    table.live.beat()

    assert [one["text"] for one in offered(ana)].count("3") == 1


def test_of_other_hands_nothing_is_told(ana: Phone, table: TableInTime, app: Flask) -> None:
    deals(table)
    labels = table.controller.board.picture.labels
    theirs = {str(labels[code]) for seat in (2, 3) for code in table.people.held.hand(seat)}
    mine = {str(labels[code]) for code in table.people.held.hand(1)} | {"4"}
    told = str(ana.gets("seats/1/offers")).lower()

    assert theirs - mine
    assert [name for name in theirs - mine if len(name) > 1 and name in told] == []
    assert phone(app).get("/api/v1/seats/1/offers").status_code in (401, 403)


def test_when_a_game_is_over_nothing_is_offered(ana: Phone) -> None:
    ana.becomes_host()
    assert ana.asks("choices", choice="abort").status_code == 200

    assert ana.gets("seats/1/offers") == {"hand": [], "table": [], "offers": []}
