"""One button: its edges and levels come in, debounced edges and chatter times come out."""

from msgspec.structs import replace

from hardware import debounce
from hardware.chatter import FEWEST, Burst, joined
from hardware.debounce import Contact
from hardware.observations import ButtonChatter, ButtonEdge


class Button:
    """The running state of one contact. While it is not restless, `rests` is enough."""

    def __init__(self, contact: Contact, chatters_ns: int | None = None) -> None:
        """Report chatter that lasts longer than `chatters_ns`, by default the dead time."""
        self.contact = contact
        self.is_restless = True  # nothing is known yet
        self._known_ns: int | None = None
        self._burst: Burst | None = None
        self._chatters_ns = contact.dead_time_ns if chatters_ns is None else chatters_ns
        self._offset_ns = 0

    @property
    def is_down(self) -> bool:
        """Whether its wire is low, as far as known."""
        return self.contact.raw_down

    @property
    def is_known(self) -> bool:
        """Whether anything was seen of it."""
        return self.contact.known_ns is not None

    @property
    def due_ns(self) -> int | None:
        """When to read its level again; None if not needed soon."""
        return self.contact.due_ns if self.is_restless else None

    @property
    def unsettled_since_ns(self) -> int | None:
        """Since when an unreported change is possible."""
        return self.contact.unsettled_since_ns if self.is_restless else None

    def edge(self, at_ns: int, down: bool, error_ns: int = 0, offset_ns: int = 0) -> list[ButtonEdge | ButtonChatter]:
        """Take in an edge. `offset_ns` bounds the error that all its stamps share, `error_ns` that of this one."""
        self._offset_ns = offset_ns
        reported = self._chatter(at_ns)
        self._burst = joined(self._burst, at_ns)
        return reported + self._taken(debounce.change(self._now, at_ns, down, error_ns))

    def level(self, at_ns: int, down: bool) -> list[ButtonEdge | ButtonChatter]:
        """Take in its level at a time."""
        return self._chatter(at_ns) + self._taken(debounce.read(self._now, at_ns, down))

    def rests(self, at_ns: int) -> None:
        """Note that its level is still the same."""
        if not self.is_restless:
            self._known_ns = at_ns

    def forget(self) -> None:
        """Forget pending changes: the next state seen is taken as the old one."""
        self._taken((debounce.unknown(self.contact), ()))

    @property
    def _now(self) -> Contact:
        if self._known_ns is None:
            return self.contact
        known_ns, self._known_ns = self._known_ns, None
        return replace(self.contact, known_ns=max(known_ns, self.contact.known_ns or 0))

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
        """End a burst that is over; report it if it lasted too long, and longer than any before."""
        burst = self._burst
        if burst is None or not burst.is_over(now_ns):
            return []
        self._burst = None
        if burst.lasts_ns <= self._chatters_ns or burst.changes < FEWEST:
            return []
        self._chatters_ns = burst.lasts_ns
        return [ButtonChatter(now_ns, self.contact.button, burst.lasts_ns)]
