"""Finds the pin of a button: the one that goes low when pressed, and stays low."""

from collections.abc import Iterable

from hardware.button import Button
from hardware.clock import Clock
from hardware.debounce import DEAD_TIME_NS, Contact
from hardware.finding.lines import Lines
from hardware.observations import ButtonChatter

SETTLES_NS = 150_000_000  # a worn contact may chatter this long after a press or release


class Buttons:
    """Watches free pins, all pulled up; `stuck` are those that are low from the start.

    `chatter_ns` holds, by pin, chatter that lasted longer than the default debounce time.
    """

    def __init__(self, lines: Lines, clock: Clock, but: Iterable[int] = ()) -> None:
        """`but` are pins with something else on them."""
        self._lines = lines
        self._clock = clock
        self.but = set(but)
        self.chatter_ns: dict[int, int] = {}
        lines.edges()  # drop edges from the search for readers
        self.stuck = lines.low() - self.but
        self._buttons = {pin: Button(Contact(pin, SETTLES_NS), DEAD_TIME_NS) for pin in lines.all}
        for button in self._buttons.values():
            button.level(clock.now_ns(), down=False)

    def pressed(self) -> set[int]:
        """Return the pins that went low since the last call, each press once."""
        now_ns, edges, low = self._clock.now_ns(), self._lines.edges(), self._lines.low()
        pressed = set[int]()
        for pin in self._buttons.keys() - self.but - self.stuck - self._lines.driven:
            button = self._buttons[pin]
            items = [item for at_ns, high in edges.get(pin, ()) for item in button.edge(at_ns, not high)]
            for item in [*items, *button.level(now_ns, pin in low)]:
                if isinstance(item, ButtonChatter):
                    self.chatter_ns[pin] = item.lasts_ns
                elif item.down:
                    pressed.add(pin)
        return pressed
