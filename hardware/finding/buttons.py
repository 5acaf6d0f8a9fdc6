"""Which pin a button hangs on: the one that goes low when it is pressed."""

from collections.abc import Iterable

from hardware.clock import Clock
from hardware.finding.lines import Lines

SETTLES_NS = 150_000_000  # after a press or a release a contact may chatter so long, if it is worn


class Buttons:
    """Watches free pins, all pulled up; `stuck` are those that are low from the start."""

    def __init__(self, lines: Lines, clock: Clock, but: Iterable[int] = ()) -> None:
        """`but` are pins that something else was found on."""
        self._lines = lines
        self._clock = clock
        self.but = set(but)
        self._moved_ns: dict[int, int] = {}
        lines.fallen()  # what moved while readers were looked for
        self.stuck = lines.low() - self.but

    def pressed(self) -> set[int]:
        """Return the pins that have gone low since the last call, each press once."""
        now_ns, low = self._clock.now_ns(), self._lines.low()
        moved = (self._lines.fallen() | low) - self.but - self.stuck - self._lines.driven
        fresh = {pin for pin in moved if now_ns - self._moved_ns.get(pin, -SETTLES_NS) >= SETTLES_NS}
        self._moved_ns |= dict.fromkeys(moved, now_ns)
        return fresh
