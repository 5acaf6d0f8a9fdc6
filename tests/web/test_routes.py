"""Which routes a table has: a real one lacks what moves emulated cards and buttons."""

import pytest

from tests.emulated import TableInTime
from tests.web.conftest import Phone, Real, phone, served


@pytest.fixture
def visitor(table: TableInTime) -> Phone:
    return phone(served(Real(table)))


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/host", "/decks", "/rules/mito", "/join.svg", "/api/v1/games", "/api/v1/tags"])
def test_a_real_table_has_every_other_page(visitor: Phone, path: str) -> None:
    assert visitor.get(path).status_code == 200


@pytest.mark.long
@pytest.mark.parametrize("path", ["tabletop", "hands", "practice", "practice/end"])
def test_at_a_real_table_nothing_moves_but_by_hand(visitor: Phone, path: str) -> None:
    visitor.becomes_host()

    assert visitor.asks(path).status_code == 404
    assert f"/api/v1/{path}" not in visitor.gets("openapi.json")["paths"]


def test_a_real_table_has_no_virtual_one(visitor: Phone) -> None:
    assert visitor.get("/virtual").status_code == 404


def test_at_a_real_table_a_seat_sees_no_hand(visitor: Phone) -> None:
    visitor.takes(2)

    with visitor.get("/api/v1/seats/2/events") as answer:
        piece = next(iter(answer.response))
    assert b'event: room\ndata: {"taken": [2], "coming": {}, "practice": false, "claim": null, "asking": ' in piece
