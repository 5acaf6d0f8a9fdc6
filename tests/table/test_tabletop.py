"""Hands of the emulated table: they may not take a pad's time from everybody else."""

import pytest

from table.complaints import BadInput
from table.tabletop import MOST_AHEAD_NS, Tabletop
from tests.emulated import TableInTime


@pytest.fixture
def tabletop(table: TableInTime) -> Tabletop:
    assert table.hardware.tabletop is not None
    return table.hardware.tabletop


def touches(tabletop: Tabletop, zone: str) -> int:
    """Touch a pad with card after card, until hands are told to wait."""
    for number, card in enumerate(tabletop.cards):
        try:
            tabletop.touch(card, zone)
        except BadInput:
            return number
    raise AssertionError("nobody was told to wait")


def test_who_touches_and_touches_is_told_to_wait(tabletop: Tabletop, table: TableInTime) -> None:
    assert 15 <= touches(tabletop, "discard") <= 17
    tabletop.touch("guard", "seat.1")

    table.runs(700)

    assert touches(tabletop, "discard") in (2, 3), "as many as have been there"


def test_a_hand_is_shown_whole_however_large(tabletop: Tabletop, table: TableInTime) -> None:
    hand = tabletop.cards[:30]
    tabletop.show(hand, "seat.1")
    with pytest.raises(BadInput, match="too many cards wait"):
        tabletop.show(hand[:1], "seat.1")

    table.runs(30 * 330 - MOST_AHEAD_NS / 1e6 + 50)

    tabletop.show(hand[:1], "seat.1")
