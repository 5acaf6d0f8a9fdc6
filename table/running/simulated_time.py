"""Time for robots and simulated people: real time, or faster time on a clock that their thread advances.

Faster time works as in a simulation (`virtual.py`): one thread polls readers and lets players act, each at its own
time, and skips polls that would find nothing. So the events are the same as in real time. If the computer cannot keep
up, time passes more slowly.
"""

import time
from math import inf
from typing import Protocol

from table.running.live import Agenda, LiveTable

SLOWEST, FASTEST = 1, 100  # times faster than real time
_SECOND_NS = 1_000_000_000
_LAG_S = 0.5  # how much lost time is made up for; a computer that loses more is too slow


class Passing(Protocol):
    """The passing of time, for robots or a population."""

    @property
    def speed(self) -> float:
        """How many times faster than real time the table's time should pass."""
        ...

    def now_ns(self) -> int:
        """Return the table's time."""
        ...

    def passes(self, shown: int, for_s: float, agenda: Agenda | None = None) -> None:
        """Run the agenda for `for_s` seconds, or until the board has a newer snapshot than `shown`."""
        ...


LONGEST_WAIT_S = 1.0  # how often players check for something to do; a new snapshot wakes them sooner


def until_next_s(time: Passing, agenda: Agenda) -> float:
    """Return how long players may wait, in s: until the next planned event, but at most LONGEST_WAIT_S."""
    left_s = (agenda.peek() - time.now_ns()) / _SECOND_NS
    return min(max(left_s, 0.0), LONGEST_WAIT_S)


class RealTime:
    """Real time; sources have threads of their own."""

    speed = 1.0

    def __init__(self, table: LiveTable) -> None:
        self._table = table

    def now_ns(self) -> int:
        """Return the table's time, which is the computer's."""
        return time.monotonic_ns()

    def passes(self, shown: int, for_s: float, agenda: Agenda | None = None) -> None:
        """Wait for a new snapshot, at most `for_s` seconds, then run the events that are due."""
        self._table.board.wait(shown, for_s)
        while agenda is not None and agenda.peek() <= self.now_ns():
            agenda.step()


class FastTime:
    """Time that only the players' thread controls."""

    def __init__(self, table: LiveTable, *, speed: float) -> None:
        assert table.in_hand is not None, "it is on a shared clock"  # noqa: S101 - built for this
        self.speed = speed
        self._table = table
        self._hand = table.in_hand
        self._ahead_s = 0.0
        self._counted_s, self._counted_ns = time.monotonic(), self.now_ns()

    def now_ns(self) -> int:
        """Return the table's time."""
        return self._hand.clock.now_ns()

    def passes(self, shown: int, for_s: float, agenda: Agenda | None = None) -> None:
        """Poll every source once, skip polls that would find nothing, and wait until real time has caught up."""
        ends_ns = self.now_ns() + for_s * _SECOND_NS
        self._hand.clock.agenda = agenda
        self._table.poll()
        if self._table.board.snapshot.number == shown:
            due_us = self._table.controller.due_us
            self._hand.skip_idle(min(ends_ns, inf if due_us is None else due_us * 1000))
        self._hand.clock.agenda = None
        self._keep_pace()

    def _keep_pace(self) -> None:
        """Wait until real time has caught up, at this speed."""
        now_s, now_ns = time.monotonic(), self.now_ns()
        self._ahead_s += (now_ns - self._counted_ns) / _SECOND_NS / self.speed - (now_s - self._counted_s)
        self._counted_s, self._counted_ns = now_s, now_ns
        self._ahead_s = max(self._ahead_s, -_LAG_S)
        if self._ahead_s > 0:
            time.sleep(self._ahead_s)
