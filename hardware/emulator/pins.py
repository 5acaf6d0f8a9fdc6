"""Input pins with a push button on them that bounces: each press and release chatters before the contact rests."""

from collections import deque
from threading import Lock

from hardware.clock import Clock
from hardware.ports import Level

# Chatter after the first touch, ns: there, off, there. Cheap tactile switches rest within 5 ms.
BOUNCE_NS = (0, 400_000, 900_000)


class EmulatedButton:
    """A button between a pulled-up pin and ground: the pin is low while the button is down."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = Lock()
        self._levels: deque[Level] = deque()
        self._down = False

    def press(self) -> None:
        """Put a finger on it; nothing happens if one is there already."""
        self._move(down=True)

    def release(self) -> None:
        """Take the finger off; nothing happens if none is there."""
        self._move(down=False)

    def changes(self, until_ns: int) -> list[Level]:
        """Hand over, once, what the pin did up to `until_ns`."""
        with self._lock:
            taken = []
            while self._levels and self._levels[0].at_ns <= until_ns:
                taken.append(self._levels.popleft())
            return taken

    def _move(self, *, down: bool) -> None:
        with self._lock:
            if down == self._down:
                return
            self._down = down
            start_ns = max([self._clock.now_ns(), *(level.at_ns + 1 for level in self._levels)])
            for i, offset_ns in enumerate(BOUNCE_NS):
                self._levels.append(Level(start_ns + offset_ns, high=down == bool(i % 2)))
