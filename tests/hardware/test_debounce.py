"""Debounce as a function of stamped changes, and the bank that feeds it."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.button_bank import ButtonBank
from hardware.clock import ManualClock
from hardware.debounce import DEAD_TIME_NS, Contact, change, settle
from hardware.emulator.pins import BOUNCE_NS, EmulatedButton
from hardware.ports import Edge, Level

MS = 1_000_000


def after(*changes: tuple[int, bool], until: int) -> list[Edge]:
    contact, told = Contact(), []
    for at_ns, down in changes:
        contact, edges = change(contact, at_ns, down)
        told += edges
    return [*told, *settle(contact, until)[1]]


def test_the_first_touch_counts_and_carries_the_time() -> None:
    assert after((10 * MS, True), (11 * MS, False), (12 * MS, True), until=200 * MS) == [Edge(10 * MS, 0, down=True)]


def test_a_press_and_a_release_are_two() -> None:
    told = after((10 * MS, True), (110 * MS, False), (111 * MS, True), (112 * MS, False), until=300 * MS)

    assert told == [Edge(10 * MS, 0, down=True), Edge(110 * MS, 0, down=False)]


def test_a_very_short_press_is_released_when_the_dead_time_is_over() -> None:
    told = after((10 * MS, True), (13 * MS, False), until=10 * MS + DEAD_TIME_NS)

    assert told == [Edge(10 * MS, 0, down=True), Edge(13 * MS, 0, down=False)]


def test_a_worn_contact_may_bounce_for_ten_milliseconds_and_a_quick_finger_lift_after_sixteen() -> None:
    bounce = (10 * MS, True), (11 * MS, False), (19 * MS, True), (20 * MS, False), (21 * MS, True)
    finger = (100 * MS, True), (116 * MS, False), (126 * MS, True)

    assert [edge.at_ns for edge in after(*bounce, until=50 * MS)] == [10 * MS]
    assert [edge.at_ns for edge in after(*finger, until=200 * MS)] == [100 * MS, 116 * MS, 126 * MS]


@given(st.lists(st.tuples(st.integers(0, 400 * MS), st.booleans())))
def test_what_counts_alternates_in_order_and_ends_as_the_contact_rests(changes: list[tuple[int, bool]]) -> None:
    changes.sort(key=lambda one: one[0])
    told = after(*changes, until=1000 * MS)

    assert [flip.down for flip in told] == [i % 2 == 0 for i in range(len(told))]
    assert [flip.at_ns for flip in told] == sorted(flip.at_ns for flip in told)
    rests_down = bool(changes) and changes[-1][1]
    assert (len(told) % 2 == 1) == rests_down


def test_a_bouncing_button_gives_one_edge_stamped_with_its_first_touch() -> None:
    clock = ManualClock()
    button = EmulatedButton(clock)
    bank = ButtonBank({3: button}, clock)
    bank.poll()
    pressed_at = clock.now_ns()
    button.press()
    assert len(BOUNCE_NS) > 1

    edges = [edge for _ in range(10) for edge in bank.poll().items]

    assert edges == [Edge(pressed_at, 3, down=True)]


class Line:
    """A line that was low when it was opened, as drivers tell it: by a change at that time."""

    def __init__(self, *levels: Level) -> None:
        self._levels = [*levels]

    def changes(self, until_ns: int) -> list[Level]:
        found = [one for one in self._levels if one.at_ns <= until_ns]
        self._levels = [one for one in self._levels if one.at_ns > until_ns]
        return found


def test_a_button_that_is_down_when_watching_begins_was_so_before() -> None:
    clock = ManualClock()
    levels = [
        Level(clock.now_ns() + after_ms * 1_000_000, high=high)
        for after_ms, high in ((0, False), (100, True), (200, False))
    ]
    bank = ButtonBank({3: Line(*levels)}, clock)

    edges = [edge for _ in range(200) for edge in bank.poll().items]

    assert [(edge.down, edge.was_down) for edge in edges if isinstance(edge, Edge)] == [
        (True, True),
        (False, False),
        (True, False),
    ]


def test_the_watermark_never_passes_an_edge_that_is_still_to_come() -> None:
    clock = ManualClock()
    button = EmulatedButton(clock)
    bank = ButtonBank({1: button}, clock)
    watermark = 0
    for press in (True, False, True, True, False):
        button.press() if press else button.release()
        for _ in range(3):
            batch = bank.poll()
            assert all(edge.at_ns >= watermark for edge in batch.items)
            watermark = batch.watermark_ns


def test_a_finger_that_is_down_already_does_nothing() -> None:
    clock = ManualClock()
    button = EmulatedButton(clock)
    button.press()
    before = button.changes(1000 * MS)
    button.press()

    assert before != []
    assert button.changes(1000 * MS) == []


def test_the_watermark_stops_before_a_bounce_that_may_become_a_release() -> None:
    clock = ManualClock()
    down_ns, up_ns = clock.now_ns() + 10 * MS, clock.now_ns() + 14 * MS
    bank = ButtonBank({1: Line(Level(down_ns, high=False), Level(up_ns, high=True))}, clock)

    bank.poll()
    batch = bank.poll()
    assert batch.items == ()
    assert batch.watermark_ns == up_ns, "it went up, and may stay there"
    assert [edge.at_ns for edge in bank.poll().items] == [up_ns]


def test_while_nobody_plays_a_press_waits_a_tenth_of_a_second_at_most() -> None:
    clock = ManualClock()
    button = EmulatedButton(clock)
    bank = ButtonBank({3: button}, clock)
    bank.look_often(often=False)
    bank.poll()
    pressed_at_ns = clock.now_ns()
    button.press()

    assert [edge.at_ns for edge in bank.poll().items if isinstance(edge, Edge)] == [pressed_at_ns]
    assert clock.now_ns() - pressed_at_ns <= 100 * MS
