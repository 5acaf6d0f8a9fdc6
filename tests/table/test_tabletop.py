"""Hands of the emulated table: they may not take a pad's time from everybody else."""

import pytest

from hardware.clock import ManualClock
from hardware.emulator.field import Field
from hardware.emulator.tag import Tag
from table.complaints import BadInput
from table.emulated.tabletop import AGAIN_NS, BETWEEN_NS, MOST_AHEAD_NS, TOUCH_NS, Tabletop, Touching
from tests.emulated import TableInTime
from tests.hardware.test_air import CALL

PATIENCE_NS = 40_000_000


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
    with pytest.raises(BadInput, match="too many cards are waiting"):
        tabletop.show(hand[:1], "seat.1")

    table.runs(30 * 330 - MOST_AHEAD_NS / 1e6 + 50)

    tabletop.show(hand[:1], "seat.1")


def test_the_next_card_comes_when_a_hand_has_gone_that_waited_for_the_tick() -> None:
    tabletop, field, clock = waiting()
    tabletop.touch("first", "discard")
    clock.sleep_ns(1_000_000_000)  # nobody looks
    assert field.exchange(CALL, clock.now_ns()) is not None

    tabletop.touch("second", "discard")

    first_gone_ns = clock.now_ns() - PATIENCE_NS + TOUCH_NS
    assert field.busy_until_ns == first_gone_ns + BETWEEN_NS + TOUCH_NS


@pytest.mark.parametrize("later_ns", [0, TOUCH_NS], ids=["while it is there", "when it has gone"])
def test_the_same_card_comes_again_when_it_has_been_away_long_enough(later_ns: int) -> None:
    tabletop, field, clock = waiting()
    tabletop.touch("first", "discard")
    clock.sleep_ns(1_000_000_000)  # nobody looks
    assert field.exchange(CALL, clock.now_ns()) is not None
    gone_ns = clock.now_ns() - PATIENCE_NS + TOUCH_NS
    for _ in range(later_ns // PATIENCE_NS + 1):
        clock.sleep_ns(PATIENCE_NS)
        field.exchange(CALL, clock.now_ns())
    assert bool(field.busy_until_ns) == (later_ns == 0)

    tabletop.touch("first", "discard")

    assert field.busy_until_ns >= gone_ns + AGAIN_NS + TOUCH_NS


def test_hands_wait_longer_where_no_reader_sees_a_card_leave() -> None:
    field, clock = Field(), ManualClock(1_000_000_000)
    pads, tags = {"discard": field}, {"first": Tag(b"\x04" + bytes(6))}
    tabletop = Tabletop(pads=pads, buttons={}, tags=tags, now_ns=clock.now_ns, touching=Touching(2 * AGAIN_NS))
    tabletop.touch("first", "discard")
    gone_ns = field.busy_until_ns
    tabletop.touch("first", "discard")

    assert field.busy_until_ns == gone_ns + 2 * AGAIN_NS + TOUCH_NS


def test_a_button_that_is_not_there_is_named(tabletop: Tabletop) -> None:
    for does in (tabletop.press, tabletop.release):
        with pytest.raises(BadInput, match=r"^seat: "):
            does(9)


def waiting() -> tuple[Tabletop, Field, ManualClock]:
    """A pad at which hands wait for the tick."""
    field, clock = Field(patience_ns=PATIENCE_NS), ManualClock()
    field.power(True)
    tags = {"first": Tag(b"\x04" + bytes(6)), "second": Tag(b"\x05" + bytes(6))}
    return Tabletop(pads={"discard": field}, buttons={}, tags=tags, now_ns=clock.now_ns), field, clock
