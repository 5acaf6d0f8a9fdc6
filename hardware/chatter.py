"""How long contacts chatter, and the debounce time that suits them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

APART_NS = 15_000_000  # changes closer together than this are bounce, not a finger
FEWEST = 8  # spikes beside a press make fewer changes
_SUITS = 1.5  # debounce time as a multiple of the chatter
_STEP_NS = 10_000_000
_MOST_NS = 100_000_000


@dataclass(frozen=True)
class Burst:
    """Changes of a contact that lie close together."""

    first_ns: int
    last_ns: int
    changes: int = 1

    @property
    def lasts_ns(self) -> int:
        """How long it lasts."""
        return self.last_ns - self.first_ns

    def is_over(self, now_ns: int) -> bool:
        """Return whether a change now would begin another burst."""
        return now_ns - self.last_ns > APART_NS


def joined(burst: Burst | None, at_ns: int) -> Burst:
    """Add a change to a burst; return it, or the new one that the change starts."""
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
