"""Phones as buttons: stamps within their errors whatever the network does, and how long the table waits."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import ManualClock
from hardware.debounce import Contact
from hardware.observations import ButtonEdge
from hardware.phones import BUSY_MS, CALM_MS, LATEST_NS, QUICK, THERE_NS, Answer, Edge, PhoneButtons, Report

MS = 1_000_000
SECOND = 1_000 * MS
ROUND = st.tuples(st.floats(20, 300), st.floats(20, 300))


class Table:
    """The phones of a table, on a clock that only moves when it is told to."""

    def __init__(self, *seats: int) -> None:
        self.clock = ManualClock(7 * SECOND)
        self.phones = PhoneButtons({seat: Contact(seat) for seat in seats or (1,)}, self.clock)
        self.edges: list[ButtonEdge] = []
        self.watermark_ns = 0

    def passes(self, ms: float) -> None:
        self.clock.sleep_ns(round(ms * MS))

    def polls(self) -> None:
        self.phones._bell.set()  # a poll that sleeps would move the clock
        batch = self.phones.poll()
        self.edges += [item for item in batch.items if isinstance(item, ButtonEdge)]
        assert batch.watermark_ns >= self.watermark_ns
        self.watermark_ns = batch.watermark_ns

    @property
    def behind_ms(self) -> float:
        """How far the watermark lies behind the time."""
        self.polls()
        return (self.clock.now_ns() - self.watermark_ns) / MS


class Phone:
    """A page: its clock began somewhere, and is so many millionths too fast."""

    def __init__(self, table: Table, seat: int = 1, ppm: float = 0, begins_us: int = 5_000_000, clock: int = 1) -> None:
        self.table, self.seat, self.clock = table, seat, clock
        self._rate, self._begins_us = 1 + ppm / 1e6, begins_us
        self._heard: tuple[int | None, int] = (None, 0)
        self.edges: list[Edge] = []
        self.down = False
        self.asleep_ns = 0

    @property
    def now_us(self) -> int:
        return round(self._begins_us + (self.table.clock.now_ns() - self.asleep_ns) / 1000 * self._rate)

    def presses(self, down: bool = True, *, at_us: int | None = None) -> int:
        """Note an edge; return the true time."""
        self.down = down
        self.edges.append(Edge(len(self.edges), self.now_us if at_us is None else at_us, down))
        return self.table.clock.now_ns()

    def reports(self, there_ms: float = 40, back_ms: float = 40, *, grain_us: int = 0) -> Answer:
        """Report, and hear the answer."""
        report = Report(self.clock, self.now_us, *self._heard, self.down, tuple(self.edges), grain_us)
        self.table.passes(there_ms)
        answer = self.table.phones.report(self.seat, report, self.table.clock.now_ns())
        self.table.passes(back_ms)
        self._heard = (answer.number, self.now_us)
        return answer

    def is_matched(self, rounds: Sequence[tuple[float, float]] = ((40, 40),) * (QUICK + 1)) -> None:
        for there_ms, back_ms in rounds:
            self.reports(there_ms, back_ms)


@given(st.floats(-200, 200), st.integers(0, 2**50), st.lists(ROUND, min_size=2, max_size=40), st.floats(0, 3000), ROUND)
def test_the_true_time_is_always_within_the_error(
    ppm: float, begins_us: int, rounds: list[tuple[float, float]], rests_ms: float, way: tuple[float, float]
) -> None:
    table = Table()
    phone = Phone(table, ppm=ppm, begins_us=begins_us)
    phone.is_matched(rounds)
    table.passes(rests_ms)
    true_ns = phone.presses()
    phone.reports(*way)
    table.polls()

    [edge] = table.edges
    assert abs(edge.at_ns - true_ns) <= edge.error_ns + 1000
    shortest_ms = min(sum(pair) for pair in rounds[:-1]) if len(rounds) > 1 else 0
    assert edge.error_ns <= (sum(max(rounds)) + sum(way)) * MS
    assert edge.error_ns >= 0 <= shortest_ms


@given(st.booleans(), st.integers(3, 30), st.floats(-200, 200))
def test_delays_that_change_sides_mislead_nobody(first: bool, half: int, ppm: float) -> None:
    table = Table()
    phone = Phone(table, ppm=ppm)
    phone.is_matched([(20, 300) if first else (300, 20)] * half + [(300, 20) if first else (20, 300)] * half)
    true_ns = phone.presses()
    phone.reports(20, 20)
    table.polls()

    assert abs(table.edges[0].at_ns - true_ns) <= table.edges[0].error_ns + 1000


def test_an_error_is_less_than_half_the_round_trip() -> None:
    table = Table()
    phone = Phone(table)
    phone.is_matched()
    phone.presses()

    assert phone.reports().error_us == pytest.approx(39_750, abs=50)
    table.polls()
    assert table.edges[0].error_ns == pytest.approx(39.75 * MS, abs=50_000)


def test_where_ways_vary_the_shortest_of_each_count() -> None:
    table = Table()
    phone = Phone(table)
    phone.is_matched([(20, 150), (150, 20)] * 10)

    assert phone.reports(150, 150).error_us == pytest.approx(20_000, abs=600)


def test_a_coarse_clock_is_less_sure() -> None:
    table = Table()
    phone = Phone(table)
    phone.reports(grain_us=1000)

    assert phone.reports().error_us == pytest.approx(41_750, abs=50)


def test_a_clock_that_stood_still_is_matched_anew() -> None:
    table = Table()
    phone = Phone(table)
    phone.is_matched()
    phone.asleep_ns += 700 * MS  # and nobody told that
    phone.is_matched()
    true_ns = phone.presses()
    phone.reports()
    table.polls()

    assert abs(table.edges[0].at_ns - true_ns) <= table.edges[0].error_ns < 60 * MS


def test_a_phone_that_has_slept_says_so_and_is_unknown_at_first() -> None:
    table = Table()
    phone = Phone(table)
    phone.is_matched()
    phone.asleep_ns += 30 * MS
    phone.clock = 2

    assert phone.reports().error_us is None
    assert phone.reports().error_us == pytest.approx(39_750, abs=50)


@pytest.mark.parametrize("ahead_us", [100, 60_000_000])
def test_a_report_with_a_stamp_in_the_future_is_refused(ahead_us: int) -> None:
    table = Table()
    phone = Phone(table)
    phone.is_matched()
    phone.presses(at_us=phone.now_us + ahead_us)
    phone.edges.append(Edge(1, phone.now_us, down=False))

    assert phone.reports().refused == "future"
    table.polls()
    assert table.edges == [], "of edges that come with it none counts"
    phone.edges = []
    assert phone.reports().refused == ""


def test_a_late_edge_is_refused_and_the_fresh_ones_with_it_count() -> None:
    table = Table()
    phone = Phone(table)
    phone.is_matched()
    phone.presses(at_us=phone.now_us - 1_100_000)
    phone.edges.append(Edge(1, phone.now_us - 1_050_000, down=False))
    true_ns = table.clock.now_ns()
    phone.edges.append(Edge(2, phone.now_us, down=True))

    assert phone.reports().refused == "late"
    table.polls()
    [edge] = table.edges
    assert edge.down
    assert abs(edge.at_ns - true_ns) <= edge.error_ns < 60 * MS


def test_what_a_report_denies_cannot_be_told_later() -> None:
    table = Table()
    phone = Phone(table)
    phone.is_matched()
    table.passes(300)
    before_us = phone.now_us
    table.passes(300)
    phone.reports()
    phone.presses(at_us=before_us)

    assert phone.reports().refused == "late"


def test_edges_without_a_match_are_refused() -> None:
    phone = Phone(Table())
    phone.presses()

    assert phone.reports().refused == "unmatched"


def test_an_edge_that_is_told_again_counts_once() -> None:
    table = Table()
    phone = Phone(table)
    phone.is_matched()
    phone.presses()
    phone.reports()
    table.passes(100)
    phone.presses(down=False)
    for _ in range(3):
        phone.reports()
    table.polls()

    assert [edge.down for edge in table.edges] == [True, False]


def test_a_release_that_was_lost_is_seen_by_the_level() -> None:
    table = Table()
    phone = Phone(table)
    phone.is_matched()
    phone.presses()
    phone.reports()
    phone.down, phone.edges = False, []
    phone.reports()
    phone.reports()
    table.polls()

    assert [edge.down for edge in table.edges] == [True, False]
    assert table.edges[1].error_ns == pytest.approx(20 * MS, abs=MS)


def test_two_pages_of_a_seat_do_not_disturb_each_other() -> None:
    table = Table()
    one, other = Phone(table, clock=1), Phone(table, begins_us=99, clock=2)
    for _ in range(QUICK):
        one.reports()
        other.reports()
    true_ns = one.presses()
    one.reports()
    for _ in range(5):
        other.reports()
    table.polls()

    [edge] = table.edges
    assert abs(edge.at_ns - true_ns) <= edge.error_ns < 45 * MS


# -- how long the table waits


def test_the_table_lags_by_as_much_as_a_press_takes() -> None:
    table = Table()
    assert table.behind_ms == 0, "nobody is waited for who was never heard"
    phone = Phone(table)
    phone.is_matched()
    phone.reports(40, 0)

    assert table.behind_ms == pytest.approx(80, abs=1)  # 40 for the way, and 40 for the error


def test_a_race_waits_until_each_phone_has_said_that_it_has_not_pressed() -> None:
    table = Table(1, 2)
    phones = [Phone(table, seat) for seat in (1, 2)]
    for _ in range(QUICK):
        for phone in phones:
            phone.reports(20, 20)
    table.phones.expect_race(race=True)
    table.passes(500)
    begun = table.behind_ms
    assert 500 < begun < 700

    phones[1].reports(40, 0)
    assert table.behind_ms > begun, "the other has said nothing yet"
    phones[0].reports(40, 0)
    assert table.behind_ms == pytest.approx(100, abs=2)  # the first one said that 80 ms ago, and may be 20 ms off


def test_nobody_is_waited_for_longer_than_a_second_or_once_he_is_silent() -> None:
    table = Table(1, 2)
    silent, awake = Phone(table, 1), Phone(table, 2)
    silent.is_matched()
    awake.is_matched([(5, 5)] * QUICK)
    table.phones.expect_race(race=True)
    table.passes(1_500)
    awake.reports(5, 0)
    assert table.behind_ms == LATEST_NS / MS

    table.passes(THERE_NS / MS)
    awake.reports(5, 0)
    assert table.behind_ms < 50
    assert table.phones.errors_us[1] is None


def test_a_gesture_is_waited_for_so_a_tap_stays_a_tap_on_a_slow_network() -> None:
    table = Table()
    phone = Phone(table)
    phone.is_matched([(300, 300)] * QUICK)
    phone.presses()
    phone.reports(300, 0)
    table.passes(250)
    released_ns = phone.presses(down=False)
    table.passes(300)
    table.polls()
    assert table.watermark_ns < released_ns, "until it is known whether the finger is still down"

    phone.reports(0, 0)
    table.polls()
    down, up = table.edges
    assert up.at_ns - down.at_ns == pytest.approx(550 * MS, abs=2 * MS)


def test_a_phone_that_falls_silent_lets_go_of_its_button() -> None:
    table = Table()
    phone = Phone(table)
    phone.is_matched()
    phone.presses()
    phone.reports()
    table.passes(THERE_NS / MS)
    table.polls()

    assert [edge.down for edge in table.edges] == [True, False]


def test_reports_are_rare_until_something_is_on() -> None:
    table = Table()
    phone = Phone(table)
    answers = [phone.reports() for _ in range(QUICK + 2)]
    assert [answer.again_ms for answer in answers] == [0] * QUICK + [CALM_MS] * 2

    table.phones.expect_race(race=True)
    assert phone.reports().again_ms == BUSY_MS
    table.phones.expect_race(race=False)
    phone.presses()
    assert phone.reports().again_ms == BUSY_MS


# -- whoever lets a race wait is named


def test_a_race_names_the_phone_that_it_waits_for_and_afterwards_who_held_it_up() -> None:
    table = Table(1, 2)
    late, prompt = Phone(table, 1), Phone(table, 2)
    late.is_matched([(5, 5)] * QUICK)
    prompt.is_matched([(5, 5)] * QUICK)
    table.passes(2_000)
    table.phones.expect_race(race=True)
    table.polls()
    assert table.phones.awaited == frozenset(), "a page needs a moment to hear of a race"

    for _ in range(4):
        table.passes(100)
        prompt.reports(5, 5)
        table.polls()
    assert table.phones.awaited == {1}
    late.reports(5, 5)
    table.polls()
    assert (table.phones.awaited, table.phones.held_up) == (frozenset(), {1})

    table.phones.expect_race(race=False)
    assert table.phones.held_up == {1}, "as long as its result is shown"
    table.phones.expect_race(race=True)
    assert table.phones.held_up == frozenset()


def test_a_race_does_not_wait_for_a_silent_phone_so_it_names_none() -> None:
    table = Table(1, 2)
    Phone(table, 1).is_matched()
    awake = Phone(table, 2)
    awake.is_matched([(5, 5)] * QUICK)
    table.passes(THERE_NS / MS)
    awake.reports(5, 5)
    table.phones.expect_race(race=True)
    table.passes(400)
    awake.reports(5, 5)
    table.polls()

    assert table.phones.held_up == frozenset()
