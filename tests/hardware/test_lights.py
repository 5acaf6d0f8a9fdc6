"""Lights: rhythms that differ without colour, a tick over what goes on, and no more writes than there are changes."""

from itertools import combinations, groupby

import pytest

from hardware import lights
from hardware.clock import ManualClock
from hardware.lights import RHYTHMS, LightBank, OneColour, Rhythm
from hardware.ports import BLACK, Colour
from hardware.signals import Signal

MS = 1_000_000
BEAT_MS = 10
STEADY, SLOW, TICK, NO, OFF = Signal.STEADY, Signal.SLOW, Signal.TICK, Signal.NO, Signal.OFF
REPEATING = [signal for signal in Signal if RHYTHMS[signal].repeats]


class Line:
    """An output that writes down what is written to it, and when; it may fail."""

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock
        self.written: list[tuple[int, bool]] = []
        self.broken = False

    def set(self, *, high: bool) -> None:
        if self.broken:
            raise OSError("the pin is gone")
        self.written.append((self._clock.now_ns() // MS, high))


class Shining:
    """A bank with two lamps in virtual time."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.lines = {name: Line(self.clock) for name in ("discard", "seat.1")}
        self.bank = LightBank({name: OneColour(line) for name, line in self.lines.items()}, self.clock)

    def runs(self, ms: int) -> None:
        for _ in range(ms // BEAT_MS):
            self.bank.refresh()
            self.clock.sleep_ns(BEAT_MS * MS)

    def written(self, name: str = "discard") -> list[tuple[int, bool]]:
        reported, self.lines[name].written = self.lines[name].written, []
        return reported


@pytest.fixture
def shining() -> Shining:
    return Shining()


# -- rhythms


def is_on(rhythm: Rhythm, since_ns: int) -> bool:
    return rhythm.shows(since_ns) != BLACK


def pattern(signal: Signal, ms: int = 4000) -> list[bool]:
    return [is_on(RHYTHMS[signal], at_ms * MS) for at_ms in range(0, ms, BEAT_MS)]


def lengths(signal: Signal) -> set[tuple[bool, int]]:
    """Return how long it is on and off at a time, whenever somebody begins to look."""
    runs = [(on, len(list(run))) for on, run in groupby(pattern(signal, 12_000))]
    return set(runs[1:-1] or runs)


@pytest.mark.parametrize(("one", "other"), [*combinations(REPEATING, 2)], ids=lambda signal: signal.name)
def test_any_two_signals_that_repeat_differ_in_their_rhythm(one: Signal, other: Signal) -> None:
    assert pattern(one) != pattern(other)
    assert lengths(one) != lengths(other), "and for whoever looks there late"


def test_every_signal_that_repeats_begins_as_it_goes_on() -> None:
    assert {signal for signal in REPEATING if pattern(signal)[0]} == set(REPEATING) - {OFF}
    assert all(pattern(STEADY))
    assert not any(pattern(OFF))


@pytest.mark.parametrize("signal", [TICK, NO])
def test_a_signal_for_a_moment_ends(signal: Signal) -> None:
    assert is_on(RHYTHMS[signal], 0)
    assert not any(is_on(RHYTHMS[signal], at_ms * MS) for at_ms in range(sum(RHYTHMS[signal].times_ms), 5000))


@pytest.mark.parametrize("signal", list(Signal), ids=lambda signal: signal.name)
def test_no_time_is_shorter_than_the_eye_and_the_beat(signal: Signal) -> None:
    assert all(time_ms >= 30 for time_ms in RHYTHMS[signal].times_ms)


def test_a_rhythm_turns_over_at_its_times_to_the_nanosecond() -> None:
    rhythm = Rhythm((100, 50, 20, 30))
    edges = [0, 100, 150, 170, 200, 300]

    assert [is_on(rhythm, at_ms * MS) for at_ms in edges] == [True, False, True, False, True, False]
    assert [is_on(rhythm, at_ms * MS - 1) for at_ms in edges[1:]] == [True, False, True, False, True]


# -- what a lamp writes


def test_only_changes_are_written(shining: Shining) -> None:
    shining.bank.play("discard", SLOW)
    shining.runs(2100)

    assert shining.written() == [(0, True), (700, False), (1400, True)]
    assert shining.written("seat.1") == [(0, False)], "dark from the start, whatever the pin was before"


def test_a_signal_that_is_played_already_goes_on_undisturbed(shining: Shining) -> None:
    for _ in range(7):
        shining.bank.play("discard", SLOW)
        shining.runs(300)

    assert shining.written() == [(0, True), (700, False), (1400, True)]


def test_a_tick_goes_over_a_steady_light_and_ends_in_it(shining: Shining) -> None:
    shining.bank.play("discard", STEADY)
    shining.runs(100)
    shining.bank.play("discard", TICK)
    shining.runs(500)

    assert shining.written() == [(0, True), (130, False), (160, True)], "as long a dark, or nobody would see it"


def test_a_no_over_a_slow_light_does_not_move_its_rhythm(shining: Shining) -> None:
    shining.bank.play("discard", SLOW)
    shining.runs(100)
    shining.bank.play("discard", NO)
    shining.runs(2000)

    reported = shining.written()
    assert reported[:4] == [(0, True), (300, False), (400, True), (600, False)]
    assert reported[4:] == [(1400, True)], "it would have been dark from 700 to 1400 without the no, too"


def test_what_is_played_under_a_tick_is_shown_after_it(shining: Shining) -> None:
    shining.bank.play("discard", TICK)
    shining.bank.play("discard", STEADY)
    shining.runs(200)

    assert shining.written() == [(0, True), (30, False), (60, True)]


class Coloured:
    """A light that writes down what it is to show."""

    def __init__(self) -> None:
        self.shown: list[Colour] = []

    def show(self, colour: Colour) -> None:
        self.shown.append(colour)


def test_a_coloured_light_shows_what_a_lamp_of_one_colour_only_lights() -> None:
    clock = ManualClock()
    light, line = Coloured(), Line(clock)
    bank = LightBank({"seat.1": light, "discard": OneColour(line)}, clock)
    for signal in (STEADY, Signal.FAST, OFF):
        for name in bank.names:
            bank.play(name, signal)
        bank.refresh()

    assert light.shown == [RHYTHMS[STEADY].colour, RHYTHMS[Signal.FAST].colour, BLACK]
    assert len(set(light.shown)) == 3
    assert [high for _, high in line.written] == [True, False], "it is not switched for another colour"


def test_off_is_dark(shining: Shining) -> None:
    shining.bank.play("discard", STEADY)
    shining.runs(100)
    shining.bank.play("discard", OFF)
    shining.runs(1000)

    assert shining.written() == [(0, True), (100, False)]


def test_a_lamp_that_is_not_there_is_done_without(shining: Shining) -> None:
    shining.bank.play("buzzer", TICK)
    shining.runs(100)

    assert shining.bank.names == ("discard", "seat.1")
    assert shining.written() == [(0, False)]


def test_a_lamp_that_fails_is_named_and_given_up_and_the_others_go_on(shining: Shining) -> None:
    for name in shining.lines:
        shining.bank.play(name, SLOW)
    shining.lines["discard"].broken = True
    with pytest.raises(OSError, match=r"^the light of discard has failed: the pin is gone$"):
        shining.bank.refresh()
    shining.runs(1000)

    assert shining.bank.names == ("seat.1",)
    assert shining.written("seat.1") == [(0, True), (700, False)]


def test_in_the_end_everything_is_dark_though_one_fails(shining: Shining) -> None:
    shining.bank.play("discard", STEADY)
    shining.bank.play("seat.1", TICK)
    shining.runs(10)
    shining.lines["discard"].broken = True
    with pytest.raises(OSError, match="the light of discard"):
        shining.bank.dark()

    assert shining.written("seat.1") == [(0, True), (10, False)]
    shining.runs(500)
    assert shining.written("seat.1") == [], "and stays dark"


def test_examples_hold() -> None:
    import doctest

    assert doctest.testmod(lights).failed == 0


def test_lights_are_steady_when_none_of_them_is_about_to_change(shining: Shining) -> None:
    assert not shining.bank.is_steady, "nothing has been set yet"
    reported = []
    for signal in (OFF, STEADY, SLOW, STEADY, TICK):
        shining.bank.play("discard", signal)
        shining.runs(BEAT_MS)
        reported.append(shining.bank.is_steady)

    assert reported == [True, True, False, True, False]
    shining.runs(100)
    assert shining.bank.is_steady, "the tick is over"
