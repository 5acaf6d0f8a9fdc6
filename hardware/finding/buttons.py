"""Which pin a button hangs on: the one that goes low while it is pressed, and is high again afterwards."""

from collections.abc import Iterable

from hardware.finding.lines import Lines


class Buttons:
    """Watches free pins, all pulled up. `known` are those of buttons found before."""

    def __init__(self, lines: Lines, but: Iterable[int] = ()) -> None:
        """`but` are pins that something else was found on."""
        self._lines = lines
        self._but = set(but)
        self._down: set[int] = set()
        self.stuck = self._low()

    def pressed(self) -> set[int]:
        """Return the pins that have gone low since the last call."""
        low = self._low() - self.stuck
        fresh, self._down = low - self._down, low
        return fresh

    def _low(self) -> set[int]:
        return self._lines.low() - self._but
