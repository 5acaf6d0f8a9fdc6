"""All buttons that are polled together: stamped changes in, debounced edges out.

A button closes its pin to ground against a pull-up, so a low pin is a button that is down.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hardware.clock import Clock
from hardware.debounce import DEAD_TIME_NS, Contact, change, settle
from hardware.pace import Paced
from hardware.ports import Batch, Edge, InputLine, Level

LOOK_NS = 10_000_000
SELDOM_NS = 100_000_000  # between two looks while nobody plays: whoever presses a button then waits for no race
_ON_ITS_WAY_NS = 1_000_000  # how long a stamped edge may take until it can be read


@dataclass
class _Button:
    """One button: its line, its dead time, and the debounced state of its contact."""

    line: InputLine
    dead_time_ns: int
    contact: Contact


class ButtonBank(Paced):
    """A source of debounced edges. Its watermark stops before bounce that may still turn out to be an edge.

    `look_ns` is how often the lines are polled, `dead_time_ns` the debounce time: one for all buttons, or one for each.
    Only lines that stamp edges by themselves may be polled seldom.
    """

    def __init__(
        self,
        lines: Mapping[int, InputLine],
        clock: Clock,
        *,
        look_ns: int = LOOK_NS,
        dead_time_ns: int | Mapping[int, int] = DEAD_TIME_NS,
    ) -> None:
        super().__init__()
        own = dead_time_ns if isinstance(dead_time_ns, Mapping) else dict.fromkeys(lines, dead_time_ns)
        self._buttons = {seat: _Button(line, own[seat], Contact(seat)) for seat, line in lines.items()}
        self._clock = clock
        self._look_ns = look_ns
        self._began = False

    def poll(self) -> Batch:
        """Sleep for one polling interval, then return what happened on every line. Raise OSError if a line fails."""
        if self._often.is_set():
            self._clock.sleep_ns(self._look_ns)
        else:
            self._clock.wait_ns(max(self._look_ns, SELDOM_NS), self._often)
        now_ns = self._clock.now_ns()
        edges, watermark_ns = list[Edge](), now_ns - _ON_ITS_WAY_NS
        for button in self._buttons.values():
            changes, open_since_ns = button.line.changes(now_ns), button.contact.unsettled_since_ns
            if changes or open_since_ns is not None:
                edges += self._edges(button, changes, now_ns)
                open_since_ns = button.contact.unsettled_since_ns
            if open_since_ns is not None:
                watermark_ns = min(watermark_ns, open_since_ns)
        if not self._began:
            self._began, edges = True, [replace(edge, was_down=edge.down) for edge in edges]
        return Batch(tuple(sorted(edges, key=lambda edge: edge.at_ns)) if edges else (), watermark_ns)

    def _edges(self, button: _Button, changes: Sequence[Level], now_ns: int) -> list[Edge]:
        edges = list[Edge]()
        for level in changes:
            button.contact, more = change(
                button.contact, level.at_ns, not level.high, button.dead_time_ns, level.error_ns
            )
            edges += more
        button.contact, more = settle(button.contact, now_ns, button.dead_time_ns)
        return [*edges, *more]
