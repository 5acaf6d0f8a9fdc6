"""A Pico's ticks as times of the host: within the bound, over the wrap, whatever the crystal does."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.clock_sync import FEWEST, ClockSync
from firmware_bridge.pico.messages import TICKS

MS = 1_000_000


class Crystal:
    """A Pico's clock, so many millionths too fast, and the questions that it is asked."""

    def __init__(self, ppm: float, tick: int = 0, seed: int = 0) -> None:
        self._rate, self._tick = 1 + ppm / 1e6, tick
        self._chance = Random(seed)  # noqa: S311 - chance, no secret

    def tick(self, at_ns: float) -> int:
        return (self._tick + round(at_ns / 1000 * self._rate)) % TICKS

    def asked(self, sync: ClockSync, at_ns: int, there_ns: int, back_ns: int) -> None:
        heard_ns = at_ns + there_ns
        said_ns = heard_ns + 200_000
        sync.add(at_ns, self.tick(heard_ns), self.tick(said_ns), said_ns + back_ns)

    def asked_for(self, sync: ClockSync, seconds: float, *, begin_ns: int = 0, every_ms: int = 500) -> int:
        at_ns = begin_ns
        while at_ns < begin_ns + seconds * 1e9:
            self.asked(sync, at_ns, self._way(), self._way())
            at_ns += every_ms * MS
        return at_ns

    def _way(self) -> int:
        hiccup = self._chance.randrange(8 * MS) if self._chance.random() < 0.05 else 0
        return self._chance.randrange(100_000, 1_300_000) + hiccup


@given(st.floats(-100, 100), st.integers(0, TICKS - 1), st.integers(0, 1000))
def test_a_stamp_is_within_its_bound(ppm: float, tick: int, seed: int) -> None:
    crystal, sync = Crystal(ppm, tick, seed), ClockSync()
    now_ns = crystal.asked_for(sync, 0.5, every_ms=20)
    now_ns = crystal.asked_for(sync, 40, begin_ns=now_ns)
    for at_ns in range(now_ns - 500 * MS, now_ns + 500 * MS, 37 * MS):
        told_ns, error_ns = sync.time_of(crystal.tick(at_ns))
        assert abs(told_ns - at_ns) <= error_ns < 2 * MS


def test_ticks_begin_again_and_times_go_on() -> None:
    crystal, sync = Crystal(40, TICKS - 2_000_000), ClockSync()
    now_ns = crystal.asked_for(sync, 5, every_ms=50)
    times = [sync.time_of(crystal.tick(at_ns))[0] for at_ns in range(1_500 * MS, now_ns, 100 * MS)]

    assert crystal.tick(1_500 * MS) > crystal.tick(3_000 * MS)  # they did begin again
    assert times == sorted(times)


def test_nothing_is_said_before_some_answers_have_come() -> None:
    crystal, sync = Crystal(0), ClockSync()
    for number in range(FEWEST - 1):
        crystal.asked(sync, number * 20 * MS, 500_000, 500_000)
    assert not sync.is_ready
    with pytest.raises(LookupError):
        sync.time_of(0)

    crystal.asked(sync, 100 * MS, 500_000, 500_000)
    assert sync.is_ready


def test_answers_that_were_long_on_their_way_do_not_count() -> None:
    crystal, sync = Crystal(0), ClockSync()
    for number in range(64):
        slow = number % 2 * 8 * MS
        crystal.asked(sync, number * 500 * MS, 300_000 + slow, 300_000)
    told_ns, error_ns = sync.time_of(crystal.tick(20_000 * MS))

    assert abs(told_ns - 20_000 * MS) < 5_000
    assert error_ns < 400_000


def test_ways_that_are_unequal_are_covered_by_the_bound() -> None:
    crystal, sync = Crystal(0), ClockSync()
    for number in range(20):
        crystal.asked(sync, number * 100 * MS, 2 * MS, 0)
    told_ns, error_ns = sync.time_of(crystal.tick(1_000 * MS))

    assert abs(told_ns - 1_000 * MS) == pytest.approx(MS, abs=5_000)  # nobody can know: RFC 5905, section 8
    assert abs(told_ns - 1_000 * MS) <= error_ns


def test_the_bound_grows_where_nobody_was_asked() -> None:
    crystal, sync = Crystal(100), ClockSync()
    now_ns = crystal.asked_for(sync, 2, every_ms=50)
    _, near_ns = sync.time_of(crystal.tick(now_ns))
    told_ns, far_ns = sync.time_of(crystal.tick(now_ns + 60_000 * MS))

    assert far_ns > near_ns
    assert abs(told_ns - now_ns - 60_000 * MS) <= far_ns


def test_a_host_that_was_suspended_begins_anew() -> None:
    crystal, sync = Crystal(30), ClockSync()
    now_ns = crystal.asked_for(sync, 20)
    slept = Crystal(30, tick=crystal.tick(60_000 * MS))  # a minute went by of which the host knows nothing
    slept.asked_for(sync, 4, begin_ns=now_ns)
    told_ns, error_ns = sync.time_of(slept.tick(now_ns + 3_000 * MS))

    assert abs(told_ns - now_ns - 3_000 * MS) <= error_ns < 3 * MS


def test_ways_that_change_sides_mislead_the_line_but_not_the_bounds() -> None:
    crystal, sync = Crystal(0), ClockSync()
    for number in range(40):
        there, back = (20, 300) if number < 32 else (300, 20)
        crystal.asked(sync, number * 500 * MS, there * MS, back * MS)
    now_ns = 20_000 * MS
    told_ns, error_ns = sync.time_of(crystal.tick(now_ns))
    earliest_ns, latest_ns = sync.between(crystal.tick(now_ns))

    assert abs(told_ns - now_ns) > error_ns
    assert earliest_ns <= now_ns <= latest_ns
    assert latest_ns - earliest_ns < 50 * MS, "the shortest way there and the shortest way back"


def test_bounds_need_one_answer() -> None:
    crystal, sync = Crystal(0), ClockSync()
    with pytest.raises(LookupError):
        sync.between(0)
    crystal.asked(sync, 0, MS, 3 * MS)
    earliest_ns, latest_ns = sync.between(crystal.tick(MS))

    assert (earliest_ns, latest_ns) == pytest.approx((0, 4 * MS), abs=2_000)
