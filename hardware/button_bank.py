"""All buttons whose changes can be waited for together: stamped changes in, edges without bounce out.

A button closes its pin to ground against a pull-up, so a low pin is a button that is down.
"""

from collections.abc import Mapping

from hardware.clock import Clock
from hardware.debounce import Contact, Flip, change, settle
from hardware.ports import Batch, Edge, InputLine

LOOK_NS = 10_000_000


class ButtonBank:
    """A source of edges. Its watermark stops before chatter that may still turn out to be an edge."""

    def __init__(self, lines: Mapping[int, InputLine], clock: Clock) -> None:
        self._lines = dict(lines)
        self._clock = clock
        self._contacts = dict.fromkeys(lines, Contact())

    def poll(self) -> Batch:
        """Wait a moment, then hand on what has happened on every line."""
        self._clock.sleep_ns(LOOK_NS)
        now_ns = self._clock.now_ns()
        edges = [edge for button in self._lines for edge in self._edges(button, now_ns)]
        open_since = [contact.unsettled_since_ns for contact in self._contacts.values()]
        watermark_ns = min([now_ns, *(since for since in open_since if since is not None)])
        return Batch(tuple(sorted(edges, key=lambda edge: edge.at_ns)), watermark_ns)

    def _edges(self, button: int, now_ns: int) -> list[Edge]:
        contact = self._contacts[button]
        flips: list[Flip] = []
        for level in self._lines[button].changes(now_ns):
            contact, more = change(contact, level.at_ns, down=not level.high)
            flips += more
        self._contacts[button], more = settle(contact, now_ns)
        return [Edge(flip.at_ns, button, flip.down) for flip in (*flips, *more)]
