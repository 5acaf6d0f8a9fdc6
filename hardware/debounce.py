"""Bounce removed from the changes of one contact, as a pure function of stamped changes.

The first change counts at once and carries the time: the finger was there then. What follows within the dead time is
the contact's chatter. If the contact has settled on the other side when the dead time ends, that change counts too,
stamped with the last chatter, which is when it happened.
"""

from dataclasses import dataclass, replace

DEAD_TIME_NS = 15_000_000  # contacts of good push buttons rest within 5 ms, worn ones within 10


@dataclass(frozen=True)
class Contact:
    """A contact: what was last told of it, when, and what it has chattered since."""

    told_down: bool = False
    told_at_ns: int | None = None
    raw_down: bool = False
    raw_at_ns: int = 0
    raw_error_ns: int = 0

    @property
    def unsettled_since_ns(self) -> int | None:
        """When the chatter that may still become a change happened; None if the contact rests as told."""
        return self.raw_at_ns if self.raw_down != self.told_down else None


@dataclass(frozen=True)
class Flip:
    """A change that counts."""

    at_ns: int
    down: bool
    error_ns: int = 0


def settle(contact: Contact, now_ns: int, dead_time_ns: int = DEAD_TIME_NS) -> tuple[Contact, tuple[Flip, ...]]:
    """Let the dead time end if it has by `now_ns`: a contact that rests on the other side has changed."""
    if contact.told_at_ns is None or now_ns - contact.told_at_ns < dead_time_ns:
        return contact, ()
    if contact.raw_down == contact.told_down:
        return contact, ()
    flip = Flip(contact.raw_at_ns, contact.raw_down, contact.raw_error_ns)
    return replace(contact, told_down=flip.down, told_at_ns=flip.at_ns), (flip,)


def change(
    contact: Contact, at_ns: int, down: bool, dead_time_ns: int = DEAD_TIME_NS, error_ns: int = 0
) -> tuple[Contact, tuple[Flip, ...]]:
    """Take one raw change in; return the contact after it and the changes that count, at most two."""
    contact, flips = settle(contact, at_ns, dead_time_ns)
    contact = replace(contact, raw_down=down, raw_at_ns=at_ns, raw_error_ns=error_ns)
    quiet = contact.told_at_ns is None or at_ns - contact.told_at_ns >= dead_time_ns
    if down == contact.told_down or not quiet:
        return contact, flips
    return replace(contact, told_down=down, told_at_ns=at_ns), (*flips, Flip(at_ns, down, error_ns))
