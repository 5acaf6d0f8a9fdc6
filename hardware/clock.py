"""Time for drivers: one monotonic clock, which tests move by hand. Nanoseconds, as `time.monotonic_ns`."""

import time
from math import inf
from typing import Protocol


class Clock(Protocol):
    """Monotonic time and the only way for a driver to wait."""

    def now_ns(self) -> int:
        """Tell the time in ns; it never goes back."""
        ...

    def sleep_ns(self, duration_ns: int) -> None:
        """Wait at least `duration_ns` ns."""
        ...


class SystemClock:
    """CLOCK_MONOTONIC: the clock with which the Linux kernel stamps GPIO edges too."""

    def now_ns(self) -> int:
        """Tell the time since an arbitrary start, in ns."""
        return time.monotonic_ns()

    def sleep_ns(self, duration_ns: int) -> None:
        """Wait at least `duration_ns` ns."""
        time.sleep(duration_ns / 1e9)


class Agenda(Protocol):
    """What others are going to do, and when; a `simpy.Environment` is one."""

    def peek(self) -> float:
        """Tell when the next thing is done, in ns; infinity if nothing is planned."""
        ...

    def step(self) -> None:
        """Do the next thing."""
        ...


class ManualClock:
    """A clock that stands still until somebody sleeps on it: whole evenings pass in no time."""

    def __init__(self, now_ns: int = 0) -> None:
        self._now_ns = now_ns

    def now_ns(self) -> int:
        """Tell the time in ns."""
        return self._now_ns

    def sleep_ns(self, duration_ns: int) -> None:
        """Move the time on by `duration_ns` ns; raise ValueError if that is negative."""
        if duration_ns < 0:
            raise ValueError(f"time cannot go back by {-duration_ns} ns")
        self._now_ns += duration_ns


class SharedClock(ManualClock):
    """A clock on which a driver sleeps while others do what stands on the agenda, each thing at its own time."""

    def __init__(self, now_ns: int = 0) -> None:
        super().__init__(now_ns)
        self.agenda: Agenda | None = None

    @property
    def free_until_ns(self) -> float:
        """When the next thing on the agenda is done, in ns; infinity if nothing is."""
        return inf if self.agenda is None else self.agenda.peek()

    def sleep_ns(self, duration_ns: int) -> None:
        """Let `duration_ns` ns go by; raise ValueError if that is negative."""
        until_ns = self._now_ns + duration_ns
        while self.agenda is not None and (due := self.agenda.peek()) <= until_ns:
            self._now_ns = max(self._now_ns, int(due))
            self.agenda.step()
        super().sleep_ns(until_ns - self._now_ns if duration_ns >= 0 else duration_ns)
