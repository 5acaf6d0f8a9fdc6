"""Buttons: raw edges and levels in, debounced edges and chatter times out."""

from collections import deque
from collections.abc import Mapping

from msgspec.structs import replace

from hardware import debounce
from hardware.clock import Clock
from hardware.debounce import ON_ITS_WAY_NS, Burst, Contact, joined
from hardware.observations import ButtonChatter, ButtonEdge, Observation
from hardware.ports import Batch, InputLine, Paced

_LATEST = 5  # edges to judge a burst by: any three of it, and two that the change after it may report


class Button:
    """The debounce state of one contact. Unless `is_restless`, an unchanged level needs only a call to `rests`."""

    def __init__(self, contact: Contact, chatters_ns: int | None = None) -> None:
        """Report chatter that lasts longer than `chatters_ns`, by default the dead time."""
        self.contact = contact
        self.is_restless = True  # the level is not known yet
        self._known_ns: int | None = None
        self._burst: Burst | None = None
        self._latest = deque[ButtonEdge](maxlen=_LATEST)
        self._chatters_ns = contact.dead_time_ns if chatters_ns is None else chatters_ns
        self._offset_ns = 0

    @property
    def is_down(self) -> bool:
        """Whether the button's wire was low when last seen."""
        return self.contact.raw_down

    @property
    def is_known(self) -> bool:
        """Whether the level of the button's wire is known."""
        return self.contact.known_ns is not None

    @property
    def due_ns(self) -> int | None:
        """When to read the level again; None if no read is due soon."""
        return self.contact.due_ns if self.is_restless else None

    @property
    def unsettled_since_ns(self) -> int | None:
        """The time from which an unreported change is possible; None if no change is pending."""
        return self.contact.unsettled_since_ns if self.is_restless else None

    def edge(self, at_ns: int, down: bool, error_ns: int = 0, offset_ns: int = 0) -> list[ButtonEdge | ButtonChatter]:
        """Process an edge. `error_ns` bounds the error of its stamp, `offset_ns` the error common to all stamps."""
        self._offset_ns = offset_ns
        result = self._noted(debounce.change(self._now, at_ns, down, error_ns))
        chatter = self._chatter(at_ns)
        self._burst = joined(self._burst, at_ns)
        return chatter + self._taken(result)

    def level(self, at_ns: int, down: bool) -> list[ButtonEdge | ButtonChatter]:
        """Process the level read at `at_ns`."""
        result = self._noted(debounce.read(self._now, at_ns, down))
        is_pending = result[0].unsettled_since_ns is not None  # the burst may still report a press or release
        chatter = [] if is_pending else self._chatter(at_ns)
        return chatter + self._taken(result)

    def rests(self, at_ns: int) -> None:
        """Record that the level is still the same at `at_ns`."""
        if not self.is_restless:
            self._known_ns = at_ns

    def forget(self) -> None:
        """Forget pending changes and the level; a button that is down when next seen is reported with `was_down`."""
        self._taken((debounce.unknown(self.contact), ()))

    @property
    def _now(self) -> Contact:
        if self._known_ns is None:
            return self.contact
        known_ns, self._known_ns = self._known_ns, None
        return replace(self.contact, known_ns=max(known_ns, self.contact.known_ns or 0))

    def _noted(self, result: debounce.Result) -> debounce.Result:
        """Note presses and releases that count; chatter is judged by them."""
        self._latest += result[1]
        return result

    def _taken(self, result: debounce.Result) -> list[ButtonEdge | ButtonChatter]:
        self.contact, edges = result
        self.is_restless = (
            self._burst is not None
            or self.contact.known_ns is None
            or self.contact.unsettled_since_ns is not None
            or self.contact.raw_down != self.contact.told_down
        )
        return [replace(edge, error_ns=edge.error_ns + self._offset_ns) for edge in edges]

    def _chatter(self, now_ns: int) -> list[ButtonEdge | ButtonChatter]:
        """End a burst that is over; report chatter that lasted too long, and longer than any before."""
        burst = self._burst
        if burst is None or not burst.is_over(now_ns):
            return []
        self._burst = None
        if burst.lasts_ns <= self._chatters_ns or not burst.is_chatter(self._latest):
            return []
        self._chatters_ns = burst.lasts_ns
        return [ButtonChatter(now_ns, self.contact.button, burst.lasts_ns)]


# -- Polls all buttons together: stamped changes in, debounced edges out
#
# A button connects its pin to ground against a pull-up, so the pin is low while the button is down.

LOOK_NS = 10_000_000
SELDOM_NS = 40_000_000  # between two polls while nobody is playing and no button is down


class ButtonBank(Paced):
    """A source of debounced edges. Its watermark stops before anything that may still turn out to be an edge.

    `look_ns` is the longest polling interval during a game; a line that may soon have an edge is polled sooner. Use a
    long interval only if the lines stamp their edges themselves.
    """

    def __init__(
        self,
        lines: Mapping[int, InputLine],
        clock: Clock,
        *,
        look_ns: int = LOOK_NS,
        contacts: Mapping[int, Contact] | None = None,
    ) -> None:
        """`lines` and `contacts` are keyed by seat; without `contacts`, every button has the default times."""
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
