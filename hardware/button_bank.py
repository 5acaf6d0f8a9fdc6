"""Polls all buttons together: stamped changes in, debounced edges out.

A button closes its pin to ground against a pull-up, so a low pin is a button that is down.
"""

from collections.abc import Mapping

from hardware.button import Button
from hardware.clock import Clock
from hardware.debounce import ON_ITS_WAY_NS, Contact
from hardware.observations import Observation
from hardware.pace import Paced
from hardware.ports import Batch, InputLine

LOOK_NS = 10_000_000
SELDOM_NS = 40_000_000  # between two polls while nobody plays, and no button is down


class ButtonBank(Paced):
    """A source of debounced edges. Its watermark stops before anything that may still turn out to be an edge.

    `look_ns` is the longest polling interval; a line that may soon have an edge is polled sooner. Only lines that stamp
    edges themselves may be polled seldom.
    """

    def __init__(
        self,
        lines: Mapping[int, InputLine],
        clock: Clock,
        *,
        look_ns: int = LOOK_NS,
        contacts: Mapping[int, Contact] | None = None,
    ) -> None:
        """`contacts` are by seat, like `lines`; without them all have the defaults."""
        super().__init__()
        own = contacts or {seat: Contact(seat) for seat in lines}
        self._buttons = [(line, Button(own[seat])) for seat, line in lines.items()]
        self._clock = clock
        self._look_ns = look_ns

    def poll(self) -> Batch:
        """Sleep for one polling interval, then return what happened on every line. Raise OSError if a line fails."""
        self._wait()
        now_ns = self._clock.now_ns()
        items, watermark_ns = list[Observation](), now_ns - ON_ITS_WAY_NS
        for line, button in self._buttons:
            changes = line.changes(now_ns)
            is_down = not line.high
            if not changes and not button.is_restless and is_down == button.is_down:
                button.rests(now_ns)
                continue
            for level in changes:
                items += button.edge(level.at_ns, not level.high, level.error_ns)
            items += button.level(now_ns, is_down)
            unsettled_ns = button.unsettled_since_ns
            watermark_ns = watermark_ns if unsettled_ns is None else min(watermark_ns, unsettled_ns)
        return Batch(tuple(sorted(items, key=lambda item: item.at_ns)) if items else (), watermark_ns)

    def _wait(self) -> None:
        """Sleep until the next poll."""
        at_rest = not any(button.is_restless or button.is_down for _, button in self._buttons)
        if at_rest and not self._often.is_set():
            self._clock.wait_ns(max(self._look_ns, SELDOM_NS), self._often)
            return
        now_ns = self._clock.now_ns()
        due_ns = [due_ns for _, button in self._buttons if (due_ns := button.due_ns) is not None]
        soonest_ns = max(ON_ITS_WAY_NS, min(due_ns, default=now_ns + self._look_ns) - now_ns)
        self._clock.sleep_ns(min(self._look_ns, soonest_ns))
