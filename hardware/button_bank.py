"""All buttons that are polled together: stamped changes in, debounced edges out.

A button closes its pin to ground against a pull-up, so a low pin is a button that is down.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.clock import Clock
from hardware.debounce import DEAD_TIME_NS, Contact, change, settle
from hardware.ports import Batch, Edge, InputLine

LOOK_NS = 10_000_000
_ON_ITS_WAY_NS = 1_000_000  # how long a stamped edge may take until it can be read


@dataclass
class _Button:
    """One button: its line, its dead time, and the debounced state of its contact."""

    line: InputLine
    dead_time_ns: int
    contact: Contact


class ButtonBank:
    """A source of debounced edges. Its watermark stops before bounce that may still turn out to be an edge.

    `look_ns` is how often the lines are polled, `dead_time_ns` the debounce time: one for all buttons, or one for each.
    """

    def __init__(
        self,
        lines: Mapping[int, InputLine],
        clock: Clock,
        *,
        look_ns: int = LOOK_NS,
        dead_time_ns: int | Mapping[int, int] = DEAD_TIME_NS,
    ) -> None:
        own = dead_time_ns if isinstance(dead_time_ns, Mapping) else dict.fromkeys(lines, dead_time_ns)
        self._buttons = {seat: _Button(line, own[seat], Contact(seat)) for seat, line in lines.items()}
        self._clock = clock
        self._look_ns = look_ns

    def poll(self) -> Batch:
        """Sleep for one polling interval, then return what happened on every line. Raise OSError if a line fails."""
        self._clock.sleep_ns(self._look_ns)
        now_ns = self._clock.now_ns()
        edges = [edge for button in self._buttons.values() for edge in self._edges(button, now_ns)]
        open_since = [button.contact.unsettled_since_ns for button in self._buttons.values()]
        watermark_ns = min([now_ns - _ON_ITS_WAY_NS, *(since for since in open_since if since is not None)])
        return Batch(tuple(sorted(edges, key=lambda edge: edge.at_ns)), watermark_ns)

    def _edges(self, button: _Button, now_ns: int) -> list[Edge]:
        edges: list[Edge] = []
        for level in button.line.changes(now_ns):
            button.contact, more = change(
                button.contact, level.at_ns, not level.high, button.dead_time_ns, level.error_ns
            )
            edges += more
        button.contact, more = settle(button.contact, now_ns, button.dead_time_ns)
        return [*edges, *more]
