"""Debounces one contact: a pure function of its stamped edges and its polled level.

Theory of operation: a change of state counts once the contact has stayed in the new state for `settle_ns`. It is
stamped with the first edge of the pulse train that led to it, that is, of a series of contacts less than `settle_ns`
apart. A spike on the wire is a train that leads to no change. The opposite change counts only after the dead time:
until then the contact chatters.

Kernels lose edges without leaving gaps in the sequence numbers (lg #18, libgpiod #83). So a state is certain only up to
the next edge, or up to the last read of the level. If two reads of the level contradict the edges, an edge was lost.
Between two consecutive falling edges there must have been a rising one.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from hardware.observations import ButtonEdge

DEAD_TIME_NS = 15_000_000  # good push buttons settle within 5 ms, worn ones within 10
SETTLE_NS = 3_000_000  # spikes last up to 2 ms (makerspace-auth PR 52, rpi-vidlooper #8), fingers 15 ms and more
FINGER_NS = 50_000_000  # no finger releases a button and presses it again sooner
ON_ITS_WAY_NS = 1_000_000  # how long a stamped edge may take to become readable


class Contact(Struct, frozen=True):
    """A contact: its last reported state, its wire's level, and the pulse train that may turn out to be a change."""

    button: int = 0
    dead_time_ns: int = DEAD_TIME_NS
    settle_ns: int = SETTLE_NS
    told_down: bool = False
    told_at_ns: int | None = None
    raw_down: bool = False
    raw_at_ns: int = 0
    raw_error_ns: int = 0
    first_ns: int | None = None  # when the pulse train began; None without one
    first_error_ns: int = 0
    left_ns: int = 0  # when the last contact of the train ended, if it has
    known_ns: int | None = None  # the latest time at which the level is known; None if it is unknown
    doubt_ns: int | None = None  # when a read first contradicted the edges
    was_down: bool = False  # the button was already down when watching began

    @property
    def unsettled_since_ns(self) -> int | None:
        """The time from which an unreported change is possible; None if no change is pending."""
        doubted_ns = None if self.doubt_ns is None else self.known_ns
        return min((at_ns for at_ns in (self.first_ns, doubted_ns) if at_ns is not None), default=None)

    @property
    def due_ns(self) -> int | None:
        """When to read the level again; None if no read is due soon."""
        if self.doubt_ns is not None:
            return self.doubt_ns + ON_ITS_WAY_NS
        if self.first_ns is None:
            return None
        if self.raw_down == self.told_down:
            return self.left_ns + self.settle_ns
        awake_ns = 0 if self.told_at_ns is None else self.told_at_ns + self.dead_time_ns
        return max(awake_ns, self.raw_at_ns + self.raw_error_ns + self.settle_ns)


Result = tuple[Contact, tuple[ButtonEdge, ...]]  # the contact, and the changes that count


def unknown(contact: Contact) -> Contact:
    """Forget pending changes and the level; a contact that is closed when next seen is reported with `was_down`."""
    rest = replace(contact, raw_down=contact.told_down, first_ns=None)
    return replace(rest, known_ns=None, doubt_ns=None, was_down=False)


def change(contact: Contact, at_ns: int, down: bool, error_ns: int = 0) -> Result:
    """Process an edge."""
    at_ns = max(at_ns, contact.raw_at_ns)
    if contact.known_ns is None:
        contact = replace(contact, known_ns=at_ns, was_down=down)
        if down == contact.raw_down:
            return replace(contact, raw_at_ns=at_ns), ()
    if down == contact.raw_down:
        return _again(contact, at_ns, error_ns)
    contact, edges = _settled(contact, at_ns - error_ns, at_ns)
    contact = replace(contact, raw_down=down, raw_at_ns=at_ns, raw_error_ns=error_ns, known_ns=at_ns, doubt_ns=None)
    if down == contact.told_down:
        return replace(contact, left_ns=at_ns), edges
    if contact.first_ns is None or at_ns - contact.left_ns >= contact.settle_ns:
        contact = replace(contact, first_ns=at_ns, first_error_ns=error_ns)
    contact, more = _settled(contact, at_ns, at_ns)
    return contact, (*edges, *more)


def read(contact: Contact, at_ns: int, down: bool) -> Result:
    """Process the level read at `at_ns` and advance to that time."""
    if contact.known_ns is None:
        return change(contact, at_ns, down)
    at_ns = max(at_ns, contact.known_ns)
    edges: tuple[ButtonEdge, ...] = ()
    if down != contact.raw_down:
        if contact.doubt_ns is None:
            return replace(contact, doubt_ns=at_ns), ()
        if at_ns < contact.doubt_ns + ON_ITS_WAY_NS:
            return contact, ()
        half_ns = (contact.doubt_ns - contact.known_ns) // 2
        contact, edges = change(contact, contact.doubt_ns - half_ns, down, half_ns)
    contact, more = _settled(replace(contact, known_ns=at_ns, doubt_ns=None), at_ns, at_ns)
    if contact.raw_down == contact.told_down and at_ns - contact.left_ns >= contact.settle_ns:
        contact = replace(contact, first_ns=None, was_down=False)
    return contact, (*edges, *more)


def _settled(contact: Contact, sure_ns: int, now_ns: int) -> Result:
    """Report the change if the contact has kept its new state for long enough; the state is certain up to `sure_ns`."""
    if contact.first_ns is None or contact.raw_down == contact.told_down:
        return contact, ()
    if contact.settle_ns and sure_ns - contact.raw_at_ns - contact.raw_error_ns < contact.settle_ns:
        return contact, ()
    if contact.told_at_ns is not None and now_ns < contact.told_at_ns + contact.dead_time_ns:
        return contact, ()
    return _reported(contact, contact.first_ns, contact.first_error_ns)


def _reported(contact: Contact, at_ns: int, error_ns: int) -> Result:
    """Report a change of state."""
    down = not contact.told_down
    edge = ButtonEdge(at_ns, contact.button, down, error_ns, was_down=down and contact.was_down)
    return replace(contact, told_down=down, told_at_ns=at_ns, first_ns=None, was_down=False), (edge,)


def _again(contact: Contact, at_ns: int, error_ns: int) -> Result:
    """Process a second edge in the same direction: in between, the level must have been the opposite.

    If the opposite level may have lasted long enough for a finger, a held button counts as released. A press requires
    more evidence: the contact must be known to be closed.
    """
    known_ns = at_ns if contact.known_ns is None else contact.known_ns
    missed_ns = at_ns - known_ns
    if missed_ns <= 0:  # an edge that arrived after its level had been read
        return contact, ()
    if contact.raw_down and contact.told_down and missed_ns >= FINGER_NS:
        half_ns = missed_ns // 2
        contact, edges = _reported(contact, at_ns - half_ns, half_ns)
        contact, more = change(replace(contact, raw_down=False, raw_at_ns=at_ns - half_ns), at_ns, True, error_ns)
        return contact, (*edges, *more)
    rests = contact.raw_down == contact.told_down
    apart_ns = at_ns - contact.left_ns if rests else missed_ns
    if contact.first_ns is None or apart_ns >= contact.settle_ns:
        began_ns = known_ns if contact.first_ns is None or rests else contact.first_ns
        contact = replace(contact, first_ns=at_ns, first_error_ns=max(error_ns, at_ns - began_ns))
    if not rests:
        contact = replace(contact, raw_at_ns=at_ns, raw_error_ns=error_ns)
    return replace(contact, left_ns=at_ns, known_ns=at_ns, doubt_ns=None), ()


# -- How long contacts chatter, and the debounce time that suits them

APART_NS = 15_000_000  # changes closer together than this are bounce, not a finger
FEWEST = 8  # changes that amount to chatter; spikes around a press make fewer
_SUITS = 1.5  # debounce time as a multiple of the chatter
_STEP_NS = 10_000_000
_MOST_NS = 100_000_000


@dataclass(frozen=True)
class Burst:
    """Changes of a contact in quick succession."""

    first_ns: int
    last_ns: int
    changes: int = 1

    @property
    def lasts_ns(self) -> int:
        """How long the burst lasts."""
        return self.last_ns - self.first_ns

    def is_over(self, now_ns: int) -> bool:
        """Return whether a change now would begin another burst."""
        return now_ns - self.last_ns > APART_NS

    def is_chatter(self, edges: Iterable[ButtonEdge]) -> bool:
        """Return whether no finger can have made this burst, given the latest presses and releases that counted.

        A finger that releases a button stays off for longer than `APART_NS`, so its next press begins another burst.
        """
        downs = [edge.down for edge in edges if self.first_ns <= edge.at_ns <= self.last_ns]
        return self.changes >= FEWEST or (False, True) in pairwise(downs)


def joined(burst: Burst | None, at_ns: int) -> Burst:
    """Add a change to a burst; return the burst, or the new burst that the change starts."""
    if burst is None or burst.is_over(at_ns):
        return Burst(at_ns, at_ns)
    return Burst(burst.first_ns, at_ns, burst.changes + 1)


def bursts(changes_ns: Iterable[int]) -> Iterator[Burst]:
    """Split changes, given by their times, into bursts."""
    burst: Burst | None = None
    for at_ns in changes_ns:
        if burst is not None and burst.is_over(at_ns):
            yield burst
        burst = joined(burst, at_ns)
    if burst is not None:
        yield burst


def suits_ns(chatter_ns: int) -> int:
    """Return the debounce time for a contact that chatters for `chatter_ns`.

    >>> suits_ns(40_000_000)
    60000000
    """
    return min(_MOST_NS, -(-round(_SUITS * chatter_ns) // _STEP_NS) * _STEP_NS)
