"""Converts a Pico's ticks to host time with an error bound; a pure function of pings and answers.

The host asks for the time and notes when it asked and when the answer came. The time between, minus the time spent on
the Pico, is the round trip. The Pico's clock was read at some point within it, so its midpoint is off by at most half a
round trip. Only the quarter of recent answers with the shortest round trips counts; a line through their midpoints
gives offset and drift. The asymmetry of the two directions cannot be measured (RFC 5905, section 8), so half a round
trip remains the error bound, which grows as the line is extrapolated. Only monotonic time is used, so steps of the wall
clock are harmless.

The line is accurate only if both directions take equally long: over a network, where one direction may be slower for a
while, all answers may be off in the same way. `between` does not need the line, only causality: a question is sent
before it is received, and so is its answer.
"""

import math
from collections import deque
from dataclasses import dataclass

from firmware_bridge.pico.messages import TICKS

KEPT = 64
FEWEST = 4  # answers before the clock counts as known
_QUARTER = 4
_TICK_NS = 1000.0
_WORST_DRIFT = 200e-6  # combined drift of both crystals until it is measured; 30 ppm each is usual
_JUMP_NS = 20_000_000
_SPAN_NS = 4_000_000_000  # how far apart answers must be to measure the drift


@dataclass(frozen=True)
class Sample:
    """One ping: when the host sent it and got the answer, in ns; when the Pico received and answered it, in ticks."""

    asked_ns: int
    heard: int
    said: int
    answered_ns: int

    @property
    def trip_ns(self) -> float:
        """The round trip, less the time on the Pico."""
        return max(0.0, self.answered_ns - self.asked_ns - (self.said - self.heard) * _TICK_NS)

    @property
    def middle(self) -> tuple[float, float]:
        """The tick and the time at the midpoint of the round trip."""
        return (self.heard + self.said) / 2, (self.asked_ns + self.answered_ns) / 2

    def between(self, tick: int) -> tuple[float, float]:
        """Return the earliest and latest times of a tick that this answer allows, in ns."""
        since_heard_ns, since_said_ns = (tick - self.heard) * _TICK_NS, (tick - self.said) * _TICK_NS
        return (
            self.asked_ns + since_heard_ns - abs(since_heard_ns) * _WORST_DRIFT,
            self.answered_ns + since_said_ns + abs(since_said_ns) * _WORST_DRIFT,
        )


@dataclass(frozen=True)
class _Line:
    tick: float
    at_ns: float
    slope: float
    begin: float  # the first and last answer that it was fitted to, in ticks
    end: float
    error_ns: float
    slope_error: float


class ClockSync:
    """What is known about one Pico's clock since it was switched on."""

    def __init__(self) -> None:
        self._samples: deque[Sample] = deque(maxlen=KEPT)
        self._newest: int | None = None  # unwrapped
        self._line: _Line | None = None

    @property
    def is_ready(self) -> bool:
        """Whether ticks can be turned into times."""
        return self._line is not None

    @property
    def error_ns(self) -> int:
        """The error bound in ns for a tick between the answers; 0 until the clock is known."""
        return 0 if self._line is None else round(self._line.error_ns)

    def add(self, asked_ns: int, heard: int, said: int, answered_ns: int) -> None:
        """Process an answer, with ticks as received. If it shows that a clock has jumped, forget earlier answers."""
        sample = Sample(asked_ns, self.unwrapped(heard), self.unwrapped(said), answered_ns)
        if self._line is not None and self._has_jumped(sample):
            self._samples.clear()
            self._line = None
        self._samples.append(sample)
        if len(self._samples) >= FEWEST:
            newest_first = reversed(self._samples)  # among answers with equal round trips
            self._line = _drawn(sorted(newest_first, key=lambda sample: sample.trip_ns))

    def _has_jumped(self, sample: Sample) -> bool:
        """Return whether either clock stopped for a while, as a suspended host's clock does."""
        told_ns, error_ns = self.time_of(sample.heard % TICKS)
        return not sample.asked_ns - error_ns - _JUMP_NS < told_ns < sample.answered_ns + error_ns + _JUMP_NS

    def unwrapped(self, tick: int) -> int:
        """Return a tick unwrapped: the value nearest to the newest tick.

        A stamp may be up to nine minutes older than the newest tick.
        """
        if self._newest is None:
            self._newest = tick
        place = self._newest + (tick - self._newest + TICKS // 2) % TICKS - TICKS // 2
        self._newest = max(self._newest, place)
        return place

    def time_of(self, tick: int) -> tuple[int, int]:
        """Return the time of a tick and its error bound, in ns. Raise LookupError until the clock is known."""
        if self._line is None:
            raise LookupError("the clock of the Pico is not known yet")
        line, place = self._line, self.unwrapped(tick)
        beyond = max(0.0, place - line.end, line.begin - place) * _TICK_NS
        error_ns = line.error_ns + beyond * line.slope_error
        return round(line.at_ns + (place - line.tick) * line.slope), round(error_ns)

    def between(self, tick: int) -> tuple[int, int]:
        """Return the earliest and latest possible times of a tick, in ns, however asymmetric the two directions were.

        One answer is enough. If the earliest time is after the latest, a clock has jumped. Raise LookupError before the
        first answer.
        """
        if not self._samples:
            raise LookupError("the clock was not asked yet")
        place = self.unwrapped(tick)
        bounds = [sample.between(place) for sample in self._samples]
        return math.floor(max(earliest for earliest, _ in bounds)), math.ceil(min(latest for _, latest in bounds))


def _drawn(samples: list[Sample]) -> _Line:
    """Fit the line to the quarter of samples with the shortest round trips."""
    best = samples[: max(FEWEST, len(samples) // _QUARTER)]
    points = [sample.middle for sample in best]
    tick = sum(point[0] for point in points) / len(points)
    at_ns = sum(point[1] for point in points) / len(points)
    begin, end = min(point[0] for point in points), max(point[0] for point in points)
    error_ns = max(sample.trip_ns for sample in best) / 2
    span_ns = (end - begin) * _TICK_NS
    if span_ns < _SPAN_NS:
        drifted_ns = span_ns * _WORST_DRIFT
        return _Line(tick, at_ns, _TICK_NS, begin, end, error_ns + drifted_ns, _WORST_DRIFT)
    spread = sum((point[0] - tick) ** 2 for point in points)
    slope = sum((point[0] - tick) * (point[1] - at_ns) for point in points) / spread
    slope_error = min(_WORST_DRIFT, 2 * error_ns / span_ns)
    return _Line(tick, at_ns, slope, begin, end, error_ns, slope_error)
