"""What a tap of whose turn it is does stands in the picture of Mytho, for pages to say so on the button."""

from collections.abc import Iterator

import pytest

from table.keeping.journal import Journal
from tests.emulated import TableInTime


@pytest.fixture
def table(journal: Journal) -> Iterator[TableInTime]:
    with TableInTime(journal, game="mytho") as table:
        table.starts("mytho", "Ana", "Ben", "Cleo")
        assert not table.view["may_draw"], "the round has not begun"
        table.card("7h").touches("visible")
        assert table.view["may_draw"]
        yield table


def test_who_has_drawn_may_not_draw_again(table: TableInTime) -> None:
    table.seat(1).taps()

    assert (table.view["turn"], table.view["may_draw"]) == (1, False)
    table.seat(1).taps()
    assert (table.view["turn"], table.view["may_draw"]) == (2, True)


def test_nobody_draws_while_a_card_lies_wrong_or_can_be_contested(table: TableInTime) -> None:
    table.card("kd").touches("visible")
    assert not table.view["may_draw"]
    table.card("kd").touches("visible")
    assert table.view["may_draw"]

    table.card("3c").touches("hidden")

    assert not table.view["may_draw"]


@pytest.mark.parametrize(("order", "may"), [("draw_first", False), ("either", True)])
def test_who_has_played_draws_only_where_that_was_agreed_on(table: TableInTime, order: str, may: bool) -> None:
    table.starts("mytho", "Ana", "Ben", "Cleo", turn_order=order, plays_per_turn=2)
    table.card("7h").touches("visible")

    table.card("7s").touches("visible")

    assert (table.view["turn"], table.view["may_draw"]) == (1, may)
