"""Debounce as a function of stamped changes and levels, held against a simple model; and the bank that feeds it."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from hardware.button import SELDOM_NS, ButtonBank
from hardware.clock import ManualClock
from hardware.debounce import DEAD_TIME_NS, SETTLE_NS, Contact, change, read
from hardware.emulator.pins import BOUNCE_NS, EmulatedButton
from hardware.observations import ButtonChatter, ButtonEdge
from hardware.ports import Level

MS = 1_000_000
LOOK_MS = 10
PAST_ALL = 1000
UP = Contact(known_ns=0)  # nobody presses, and that is known


def ms(at: float) -> int:
    return round(at * MS)


def counted(
    edges: Sequence[tuple[float, bool]], reads: Sequence[tuple[float, bool]] = (), *, until: float, of: Contact = UP
) -> list[tuple[float, bool]]:
    """Take in edges and levels, in ms and in order of time; return what counts, in ms."""
    contact, reported = of, list[ButtonEdge]()
    entries = [(at, 0, down) for at, down in edges] + [(at, 1, down) for at, down in reads]
    for at, is_read, down in sorted(entries, key=lambda entry: entry[:2]):
        contact, more = (read if is_read else change)(contact, ms(at), down)
        reported += more
    reported += read(contact, ms(until), contact.raw_down)[1]
    return [(edge.at_ns / MS, edge.down) for edge in reported]


def test_the_first_touch_of_a_train_carries_the_time() -> None:
    assert counted([(10, True), (11, False), (12, True)], until=200) == [(10, True)]


def test_a_press_and_a_release_are_two() -> None:
    edges = [(10, True), (110, False), (111, True), (112, False)]

    assert counted(edges, until=300) == [(10, True), (110, False)]


def test_a_spike_is_no_press_and_swallows_none() -> None:
    spike, press = [(10, True), (10.002, False)], [(14, True), (80, False)]

    assert counted(spike, until=100) == []
    assert counted([*spike, *press], until=100) == [(14, True), (80, False)]


def test_a_spike_just_before_a_press_is_part_of_its_train() -> None:
    assert counted([(10, True), (10.5, False), (13, True)], until=100) == [(10, True)]


def test_a_spike_on_the_wire_of_a_button_that_is_held_is_no_release() -> None:
    assert counted([(10, True), (300, False), (302, True), (700, False)], until=800) == [(10, True), (700, False)]


def test_a_very_short_press_is_released_when_the_dead_time_is_over() -> None:
    assert counted([(10, True), (13, False)], until=25) == [(10, True), (13, False)]
    assert counted([(10, True), (13, False)], until=24.9) == [(10, True)]
    assert counted([(10, True), (12.9, False)], until=25) == []


def test_a_worn_contact_may_chatter_for_ten_milliseconds_and_a_quick_finger_lift_after_sixteen() -> None:
    bounce = [(10, True), (11, False), (19, True), (20, False), (21, True)]
    finger = [(100, True), (116, False), (126, True)]

    assert counted(bounce, until=50) == [(19, True)], "a contact of 1 ms is a spike, 8 ms before the press"
    assert counted(finger, until=200) == [(100, True), (116, False), (126, True)]


def test_without_settling_the_first_touch_is_the_press() -> None:
    at_once = replace(UP, settle_ns=0)
    contact, edges = change(at_once, ms(10), down=True)

    assert [edge.at_ns for edge in edges] == [ms(10)]
    assert change(contact, ms(10.002), down=False)[1] == ()
    assert counted([(10, True), (10.002, False)], until=30, of=at_once) == [(10, True), (10.002, False)]


# -- edges that get lost


def test_an_up_edge_that_was_lost_is_found_by_the_level_with_its_error() -> None:
    contact, _ = read(change(UP, ms(10), down=True)[0], ms(100), down=True)

    contact, doubted = read(contact, ms(110), down=False)
    assert doubted == (), "the edge may be on its way"
    assert read(contact, ms(110.9), down=False) == (contact, ()), "it still may"
    assert contact.unsettled_since_ns == ms(100)
    contact, reported = read(contact, ms(120), down=False)

    assert reported == (ButtonEdge(ms(105), 0, down=False, error_ns=ms(5)),)
    assert contact.unsettled_since_ns is None


def test_an_edge_that_comes_after_its_level_was_read_is_the_edge() -> None:
    contact, _ = read(change(UP, ms(10), down=True)[0], ms(100), down=True)
    contact, _ = read(contact, ms(110), down=False)
    contact, reported = change(contact, ms(109.9), down=False)
    contact, more = read(contact, ms(120), down=False)

    assert (*reported, *more) == (ButtonEdge(ms(109.9), 0, down=False),)


def test_an_edge_that_comes_later_still_is_not_told_twice() -> None:
    contact, reported = change(UP, ms(10), down=True)
    for at, down in ((100, True), (110, False), (120, False)):
        contact, more = read(contact, ms(at), down)
        reported = (*reported, *more)
    contact, more = change(contact, ms(109.9), down=False)
    reported = (*reported, *more)

    assert contact.unsettled_since_ns is None
    assert [(edge.at_ns, edge.down) for edge in reported] == [(ms(10), True), (ms(105), False)]


def test_two_falls_in_a_row_are_two_presses_with_a_release_between() -> None:
    contact, first = change(UP, ms(10), down=True)
    contact, pressed = read(contact, ms(20), down=True)
    contact, again = change(contact, ms(300), down=True)  # the table was busy meanwhile
    contact, more = read(contact, ms(310), down=True)

    assert [(edge.at_ns / MS, edge.down, edge.error_ns / MS) for edge in (*first, *pressed, *again, *more)] == [
        (10, True, 0),
        (160, False, 140),
        (300, True, 0),
    ]


def test_two_falls_within_a_look_are_a_spike_while_the_button_is_held() -> None:
    assert counted([(10, True), (305, True)], [(20, True), (300, True), (310, True)], until=400) == [(10, True)]


def test_two_rises_in_a_row_are_a_spike_whose_level_was_read_too_late() -> None:
    assert counted([(200, False), (200.002, False)], [(100, False)], until=300) == []


def test_a_contact_has_stayed_closed_only_as_far_as_that_is_known() -> None:
    spike = [(10, True)]  # its other edge is lost

    assert counted(spike, [(15, False), (16, False)], until=100) == []


# -- against a model

TICK_MS = 1  # contacts move on a grid, so that the model can go through it step by step
SPANS = st.lists(st.integers(1, 40), max_size=30)  # how long the contact stays as it is, in ms


def model(levels: Sequence[bool], settle: int, dead: int) -> list[tuple[int, bool]]:
    """Go through the true levels, one for each ms, and tell what counts: what somebody would do by hand."""
    reported, is_down, told_at = list[tuple[int, bool]](), False, -PAST_ALL
    for now in range(1, len(levels) + 1):
        state = not is_down
        stays = now >= settle and all(level == state for level in levels[max(0, now - settle) : now])
        if not stays or now < told_at + dead:
            continue
        first, gap = now - 1, 0
        for at in range(now - 1, max(0, told_at) - 1, -1):  # back through contacts less than `settle` apart
            gap = 0 if levels[at] == state else gap + 1
            if gap >= settle:
                break
            first = at if levels[at] == state else first
        reported.append((first, state))
        is_down, told_at = state, first
    return reported


@given(SPANS, st.integers(1, 8), st.integers(0, 30))
def test_what_counts_is_what_a_model_says_that_goes_through_every_millisecond(
    spans: list[int], settle: int, dead: int
) -> None:
    levels, edges, now = [False] * 40, list[tuple[float, bool]](), 40
    for number, span in enumerate(spans):
        edges.append((now, number % 2 == 0))
        levels += [number % 2 == 0] * span
        now += span
    levels += [levels[-1]] * 100
    contact = replace(UP, settle_ns=settle * MS, dead_time_ns=dead * MS)

    assert counted(edges, until=len(levels), of=contact) == model(levels, settle, dead)


@st.composite
def fingers(draw: st.DrawFn) -> list[tuple[float, float]]:
    """When fingers come down and go up, in ms: nobody is quicker than 40 ms."""
    at, presses = 50.0, []
    for apart, lasts in draw(st.lists(st.tuples(st.integers(60, 400), st.integers(40, 900)), max_size=6)):
        presses.append((at + apart, at + apart + lasts))
        at += apart + lasts
    return presses


@given(fingers(), st.data())
def test_fingers_are_told_whatever_gets_lost_and_whatever_the_wire_picks_up(
    presses: list[tuple[float, float]], data: st.DataObject
) -> None:
    """Each finger is told as one press and one release, off by no more than their errors; and nothing else is."""
    ends = presses[-1][1] + 60 if presses else 100.0
    flips = [at + bounce for press in presses for at in press for bounce in (0, 0.4, 0.9)]
    spikes = data.draw(st.lists(st.tuples(st.floats(1, ends), st.floats(0.002, 2)), max_size=4))
    flips += [
        at for spike, lasts in spikes if all(abs(spike - flip) > 6 for flip in flips) for at in (spike, spike + lasts)
    ]
    flips.sort()
    true = [(flip, number % 2 == 0) for number, flip in enumerate(flips)]
    lost = data.draw(st.sets(st.sampled_from(range(len(true))), max_size=3)) if true else set()
    reads = [(poll, _level(true, poll)) for poll in _polls(ends)]
    contact, reported = UP, list[ButtonEdge]()
    entries = [(at, 0, down) for number, (at, down) in enumerate(true) if number not in lost]
    for at, is_read, down in sorted([*entries, *((at, 1, down) for at, down in reads)], key=lambda entry: entry[:2]):
        contact, more = (read if is_read else change)(contact, ms(at), down)
        reported += more

    assert [edge.down for edge in reported] == [True, False] * len(presses)
    for edge, at in zip(reported, (at for press in presses for at in press), strict=True):
        assert abs(edge.at_ns - ms(at)) <= edge.error_ns + ms(0.9)


def _polls(until: float) -> list[float]:
    return [float(at) for at in range(0, round(until) + 60, LOOK_MS // 2)]


def _level(true: Sequence[tuple[float, bool]], at: float) -> bool:
    return next((down for flip, down in reversed(true) if flip <= at), False)


# -- the bank


def polled(bank: ButtonBank, times: int) -> list[ButtonEdge]:
    return [item for _ in range(times) for item in bank.poll().items if isinstance(item, ButtonEdge)]


def test_a_bouncing_button_gives_one_edge_stamped_with_its_first_touch() -> None:
    clock = ManualClock()
    button = EmulatedButton(clock)
    bank = ButtonBank({3: button}, clock)
    bank.poll()
    pressed_at = clock.now_ns()
    button.press()
    assert len(BOUNCE_NS) > 1

    assert polled(bank, 10) == [ButtonEdge(pressed_at, 3, down=True)]


class Line:
    """A line that was low when it was opened, as drivers tell it: by a change at that time."""

    def __init__(self, clock: ManualClock, *levels: Level, lost: Sequence[int] = ()) -> None:
        """So many of the levels are `lost`, by their numbers."""
        self._clock = clock
        self._all = levels
        self._levels = [level for number, level in enumerate(levels) if number not in lost]

    def changes(self, until_ns: int) -> list[Level]:
        found = [one for one in self._levels if one.at_ns <= until_ns]
        self._levels = [one for one in self._levels if one.at_ns > until_ns]
        return found

    @property
    def high(self) -> bool:
        now_ns = self._clock.now_ns()
        return next((one.high for one in reversed(self._all) if one.at_ns <= now_ns), True)


def line(clock: ManualClock, *levels: tuple[float, bool], lost: Sequence[int] = ()) -> Line:
    return Line(clock, *(Level(clock.now_ns() + ms(at), high) for at, high in levels), lost=lost)


def test_a_button_that_is_down_when_watching_begins_was_so_before() -> None:
    clock = ManualClock()
    bank = ButtonBank({3: line(clock, (0, False), (100, True), (200, False))}, clock)

    assert [(edge.down, edge.was_down) for edge in polled(bank, 200)] == [(True, True), (False, False), (True, False)]


def test_the_watermark_never_passes_an_edge_that_is_still_to_come() -> None:
    clock = ManualClock()
    button = EmulatedButton(clock, spikes=600, lost=0.02, seed=1)
    bank = ButtonBank({1: button}, clock)
    watermark, presses = 0, 0
    for number in range(200):
        button.release() if number % 2 else button.press()
        for _ in range(8):
            batch = bank.poll()
            assert all(item.at_ns >= watermark for item in batch.items)
            assert batch.watermark_ns >= watermark
            watermark = batch.watermark_ns
            presses += sum(isinstance(item, ButtonEdge) and item.down for item in batch.items)

    assert presses == 100


def test_the_watermark_waits_for_a_press_until_it_is_told() -> None:
    clock = ManualClock()
    bank = ButtonBank({1: line(clock, (18.5, False))}, clock)
    bank.poll()

    waits, tells = bank.poll(), bank.poll()

    assert (waits.items, waits.watermark_ns) == ((), ms(18.5))
    assert tells.items == (ButtonEdge(ms(18.5), 1, down=True),)
    assert clock.now_ns() == ms(18.5) + SETTLE_NS, "it was looked at as soon as it could have settled"


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
    bank = ButtonBank({1: line(clock, (10, False), (14, True))}, clock)

    batches = [bank.poll() for _ in range(4)]
    waiting = next(batch for batch in batches if batch.watermark_ns == ms(14))
    reported = [*batches, *(bank.poll() for _ in range(4))]

    assert waiting.items == (), "it went up, and may stay there"
    assert [item.at_ns for batch in reported for item in batch.items] == [ms(10), ms(14)]


def test_a_release_that_no_edge_reports_is_told_within_fifty_milliseconds() -> None:
    clock = ManualClock()
    bank = ButtonBank({1: line(clock, (5, False), (333, True), lost=[1])}, clock)
    for often in (True, False):
        bank.poll_often(often=often)
        if often:
            polled(bank, 30)
    reported = []
    while not reported:
        reported = [edge for edge in polled(bank, 1) if not edge.down]

    assert clock.now_ns() <= ms(333 + 50)
    assert abs(reported[0].at_ns - ms(333)) <= reported[0].error_ns <= 5 * MS


def test_while_nobody_plays_a_press_waits_for_a_moment_at_most() -> None:
    clock = ManualClock()
    button = EmulatedButton(clock)
    bank = ButtonBank({3: button}, clock)
    bank.poll_often(often=False)
    bank.poll()
    pressed_at_ns = clock.now_ns()
    button.press()

    assert [edge.at_ns for edge in polled(bank, 1)] == [pressed_at_ns]
    assert clock.now_ns() - pressed_at_ns <= SELDOM_NS <= 50 * MS


def test_a_contact_that_chatters_longer_than_its_debounce_time_is_told_once() -> None:
    clock = ManualClock()
    flips = [(10 + 2 * number, number % 2 == 1) for number in range(21)]
    bank = ButtonBank({2: line(clock, *flips)}, clock)

    items = [item for _ in range(60) for item in bank.poll().items]

    assert [item.lasts_ns for item in items if isinstance(item, ButtonChatter)] == [ms(40)]
    assert [(item.at_ns, item.down) for item in items if isinstance(item, ButtonEdge)] == [(ms(10), True)]
    assert ms(40) > DEAD_TIME_NS


def test_spikes_beside_a_press_are_no_chatter() -> None:
    clock = ManualClock()
    bank = ButtonBank({2: line(clock, (10, False), (10.5, True), (24, False), (24.4, True), (24.9, False))}, clock)

    assert [type(item) for _ in range(60) for item in bank.poll().items] == [ButtonEdge]


CHATTERS_PAST_ITS_DEAD_TIME = [
    (15, [100, 112, 118, 126, 133], 33),
    (15, [100, 108, 115, 124, 132, 138, 144], 44),
    (15, [100, 400, 412, 418, 426], 26),  # on release, and then it stays down
    (15, [100, 400, 410, 424, 436], 36),
    (60, [100, 112, 125, 138, 151, 164, 171], 71),  # the last press is reported long after the burst
]


@pytest.mark.parametrize(("dead_time_ms", "changes", "lasts_ms"), CHATTERS_PAST_ITS_DEAD_TIME)
def test_chatter_of_a_few_changes_is_reported_if_it_makes_presses_of_its_own(
    dead_time_ms: int, changes: list[int], lasts_ms: int
) -> None:
    clock = ManualClock()
    flips = [(at, number % 2 == 1) for number, at in enumerate(changes)]
    bank = ButtonBank({2: line(clock, *flips)}, clock, contacts={2: Contact(2, dead_time_ns=ms(dead_time_ms))})

    items = [item for _ in range(120) for item in bank.poll().items]

    assert [item.lasts_ns for item in items if isinstance(item, ButtonChatter)] == [ms(lasts_ms)]
    assert len([item for item in items if isinstance(item, ButtonEdge)]) >= 3


@given(st.lists(st.tuples(st.floats(15, 300), st.floats(20, 400)), min_size=1, max_size=8), st.floats(0.1, 4.8))
def test_fast_taps_and_double_presses_are_no_chatter(taps: list[tuple[float, float]], bounce: float) -> None:
    clock = ManualClock()
    flips, at = list[tuple[float, bool]](), 100.0
    for held, apart in taps:
        flips += [(at, False), (at + bounce / 2, True), (at + bounce, False)]
        flips += [(at + bounce + held, True)]
        at += bounce + held + apart
    bank = ButtonBank({2: line(clock, *flips)}, clock)

    items = list[ButtonEdge | ButtonChatter]()
    while clock.now_ns() < ms(at + 100):
        items += bank.poll().items

    assert not [item for item in items if isinstance(item, ButtonChatter)]
