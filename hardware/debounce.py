"""Debouncing of one contact, as a pure function of its stamped changes.

The first change counts at once, with its own time: the finger was there then. What follows within the dead time is
bounce. If the contact has settled in the other state when the dead time ends, that change counts too, stamped with the
last bounce, which is when it happened.
"""

from dataclasses import dataclass, replace

from hardware.ports import Edge

DEAD_TIME_NS = 15_000_000  # good push buttons settle within 5 ms, worn ones within 10


@dataclass(frozen=True)
class Contact:
    """A contact: its last reported state, when that was, and how it has bounced since."""

    button: int = 0
    told_down: bool = False
    told_at_ns: int | None = None
    raw_down: bool = False
    raw_at_ns: int = 0
    raw_error_ns: int = 0

    @property
    def unsettled_since_ns(self) -> int | None:
        """When the bounce happened that may still become a change; None if the contact has settled as reported."""
        return self.raw_at_ns if self.raw_down != self.told_down else None


def settle(contact: Contact, now_ns: int, dead_time_ns: int = DEAD_TIME_NS) -> tuple[Contact, tuple[Edge, ...]]:
    """End the dead time if it is over at `now_ns`: a contact that settled in the other state has changed."""
    if contact.told_at_ns is None or now_ns - contact.told_at_ns < dead_time_ns:
        return contact, ()
    if contact.raw_down == contact.told_down:
        return contact, ()
    edge = Edge(contact.raw_at_ns, contact.button, contact.raw_down, contact.raw_error_ns)
    return replace(contact, told_down=edge.down, told_at_ns=edge.at_ns), (edge,)


def change(
    contact: Contact, at_ns: int, down: bool, dead_time_ns: int = DEAD_TIME_NS, error_ns: int = 0
) -> tuple[Contact, tuple[Edge, ...]]:
    """Take in one raw change; return the new contact and the changes that count, at most two."""
    contact, edges = settle(contact, at_ns, dead_time_ns)
    contact = replace(contact, raw_down=down, raw_at_ns=at_ns, raw_error_ns=error_ns)
    quiet = contact.told_at_ns is None or at_ns - contact.told_at_ns >= dead_time_ns
    if down == contact.told_down or not quiet:
        return contact, edges
    return replace(contact, told_down=down, told_at_ns=at_ns), (*edges, Edge(at_ns, contact.button, down, error_ns))
