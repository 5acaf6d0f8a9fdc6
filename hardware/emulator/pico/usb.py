"""A USB cable between a Pico and its host: bytes go in frames of 1 ms, with pauses caused by hubs and kernels.

What is on its way when the plug is pulled is lost.
"""

from collections import deque
from random import Random

from hardware.clock import Clock

FRAME_NS = 1_000_000  # full speed: one frame a millisecond (USB 2.0, 8.4.3)
HICCUP_NS = 8_000_000
HICCUPS = 0.02  # of the writes
_JITTER_NS = 300_000  # until the program at the other end has it
_ROOM = 4096  # bytes kept for a host that does not read (the kernel's buffer)


class Way:
    """One direction. What is written comes out in order, each piece at its time."""

    def __init__(self, clock: Clock, chance: Random, hiccups: float = HICCUPS) -> None:
        self._clock = clock
        self._chance = chance
        self._hiccups = hiccups
        self._pieces: deque[tuple[int, bytes]] = deque()
        self._last_ns = 0
        self.waiting = 0

    def write(self, data: bytes) -> int:
        """Take as much as there is room for; return how many bytes that were."""
        data = data[: max(0, _ROOM - self.waiting)]
        if data:
            now_ns = self._clock.now_ns()
            at_ns = (now_ns // FRAME_NS + 1) * FRAME_NS + self._chance.randrange(_JITTER_NS)
            if self._chance.random() < self._hiccups:
                at_ns += self._chance.randrange(HICCUP_NS)
            self._last_ns = max(self._last_ns, at_ns)
            self._pieces.append((self._last_ns, data))
            self.waiting += len(data)
        return len(data)

    def read(self, most: int | None = None) -> bytes:
        """Return what has arrived by now, at most `most` bytes."""
        now_ns, data = self._clock.now_ns(), b""
        while self._pieces and self._pieces[0][0] <= now_ns and (most is None or len(data) < most):
            at_ns, piece = self._pieces.popleft()
            if most is not None and len(data) + len(piece) > most:
                cut = most - len(data)
                self._pieces.appendleft((at_ns, piece[cut:]))
                piece = piece[:cut]
            data += piece
        self.waiting -= len(data)
        return data

    @property
    def next_ns(self) -> int | None:
        """When the next piece arrives; None if none is on its way."""
        return self._pieces[0][0] if self._pieces else None

    def clear(self) -> None:
        self._pieces.clear()
        self.waiting = 0
