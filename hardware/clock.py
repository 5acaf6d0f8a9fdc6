"""Time for drivers: one monotonic clock in ns, like `time.monotonic_ns`; tests advance theirs by hand."""

import time
from math import inf
from threading import Event
from typing import Protocol


class Clock(Protocol):
    """Monotonic time, and the only way for a driver to wait."""

    def now_ns(self) -> int:
        """Return the time in ns; it never goes backwards."""
        ...

    def sleep_ns(self, duration_ns: int) -> None:
        """Wait at least `duration_ns` ns."""
        ...

    def wait_ns(self, duration_ns: int, bell: Event) -> None:
        """Wait for `duration_ns` ns, or until `bell` is set."""
        ...


class SystemClock:
    """CLOCK_MONOTONIC, with which the Linux kernel also stamps GPIO edges."""

    def now_ns(self) -> int:
        """Return the time in ns since an arbitrary start."""
        return time.monotonic_ns()

    def sleep_ns(self, duration_ns: int) -> None:
        """Wait at least `duration_ns` ns."""
        time.sleep(duration_ns / 1e9)

    def wait_ns(self, duration_ns: int, bell: Event) -> None:
        """Wait for `duration_ns` ns, or until `bell` is set."""
        bell.wait(duration_ns / 1e9)


class Agenda(Protocol):
    """A schedule of events, such as a `simpy.Environment`."""

    def peek(self) -> float:
        """Return the time of the next event in ns; infinity if no event is scheduled."""
        ...

    def step(self) -> None:
        """Run the next event."""
        ...


class ManualClock:
    """A clock that advances only when something sleeps on it, so a whole evening takes no time."""

    def __init__(self, now_ns: int = 0) -> None:
        self._now_ns = now_ns

    def now_ns(self) -> int:
        return self._now_ns

    def sleep_ns(self, duration_ns: int) -> None:
        """Advance the time by `duration_ns` ns; raise ValueError if that is negative."""
        if duration_ns < 0:
            raise ValueError(f"time cannot go back by {-duration_ns} ns")
        self._now_ns += duration_ns

    def wait_ns(self, duration_ns: int, bell: Event) -> None:
        """Advance the time by `duration_ns` ns unless `bell` is already set: nothing can set it during the wait."""
        if not bell.is_set():
            self.sleep_ns(duration_ns)


class SharedClock(ManualClock):
    """A clock that runs the events of an agenda, each at its time, while drivers sleep."""

    def __init__(self, now_ns: int = 0) -> None:
        super().__init__(now_ns)
        self.agenda: Agenda | None = None

    @property
    def free_until_ns(self) -> float:
        """The time of the next event on the agenda in ns; infinity if no event is scheduled."""
        return inf if self.agenda is None else self.agenda.peek()

    def sleep_ns(self, duration_ns: int) -> None:
        """Advance by `duration_ns` ns; raise ValueError if that is negative."""
        if duration_ns < 0:
            raise ValueError(f"time cannot go back by {-duration_ns} ns")
        until_ns, agenda = self._now_ns + duration_ns, self.agenda
        while agenda is not None and (due := agenda.peek()) <= until_ns:
            self._now_ns = max(self._now_ns, int(due))
            agenda.step()
        if until_ns > self._now_ns:
            self._now_ns = until_ns

    def passes_ns(self, duration_ns: int) -> bool:
        """Advance by `duration_ns` ns unless an event is due by then; return whether the time has advanced."""
        until_ns = self._now_ns + duration_ns
        if self.agenda is not None and self.agenda.peek() <= until_ns:
            return False
        self._now_ns = until_ns
        return True
