"""Visible movements of hands: whose and how long, never what they did. Kept nowhere.

Laying one card, laying two as one, letting one vanish and sorting a hand look alike except for their length.
"""

from collections import deque
from collections.abc import Callable
from threading import Lock

from table.values import Value

_REMEMBERED = 64  # more than a stream misses between two polls


class Moved(Value):
    """A moving hand: whose, and since when, in ns of the table's time; movements are numbered from 1."""

    number: int
    seat: int
    for_ms: int
    at_ns: int

    @property
    def ends_ns(self) -> int:
        """When the movement ends."""
        return self.at_ns + self.for_ms * 1_000_000


class Movements:
    """The latest movements at one table. For any thread."""

    def __init__(self, now_ns: Callable[[], int]) -> None:
        self._now_ns = now_ns
        self._lock = Lock()
        self._latest: deque[Moved] = deque(maxlen=_REMEMBERED)
        self._number = 0

    @property
    def number(self) -> int:
        """The number of the latest movement; 0 if there was none."""
        return self._number

    def begin(self, seat: int, for_ms: int) -> None:
        """Start a movement of a seat's hand."""
        with self._lock:
            self._latest.append(Moved(self._number + 1, seat, for_ms, self._now_ns()))
            self._number += 1

    def since(self, number: int) -> tuple[Moved, ...]:
        with self._lock:
            return tuple(one for one in self._latest if one.number > number)

    def is_on(self, seat: int) -> bool:
        """Return whether a seat's hand still moves."""
        now_ns = self._now_ns()
        with self._lock:
            return any(one.seat == seat and now_ns < one.ends_ns for one in self._latest)
