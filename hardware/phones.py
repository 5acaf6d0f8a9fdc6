"""Phones as buttons: presses that pages stamp by their own clocks, as a source of debounced edges."""

from collections.abc import Collection
from threading import Event, Lock

from hardware.clock import Clock
from hardware.observations import Observation
from hardware.ports import Batch

LOOK_NS = 10_000_000


class PhoneButtons:
    """A source of the edges that phones report, by seat. Pages report from their own threads."""

    def __init__(self, seats: Collection[int], clock: Clock) -> None:
        self.seats = frozenset(seats)
        self._clock = clock
        self._lock = Lock()
        self._bell = Event()
        self._items: list[Observation] = []

    def poll(self) -> Batch:
        """Wait for a moment; return what phones have reported, and up to when."""
        self._clock.wait_ns(LOOK_NS, self._bell)
        with self._lock:
            self._bell.clear()
            items, self._items = self._items, []
            return Batch(tuple(items), self._clock.now_ns())
