"""Pure functions for ranking by time or points, for finding ties, and for the draws that break them.

Each stamp has an error bound: two stamps whose error ranges touch are tied.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from table.values import Value


class Stamp(Value):
    """The time at which a seat pressed, in us since the race began. It may be off by up to `error` us, if known."""

    seat: int
    at: int
    error: int | None = None

    @property
    def earliest(self) -> int:
        return self.at - (self.error or 0)

    @property
    def latest(self) -> int:
        return self.at + (self.error or 0)


def in_order(stamps: Sequence[Stamp]) -> tuple[Stamp, ...]:
    """Sort stamps, earliest first."""
    return tuple(sorted(stamps, key=lambda stamp: (stamp.at, stamp.seat)))


def ties(stamps: Sequence[Stamp]) -> tuple[tuple[int, ...], ...]:
    """Group the seats whose order is unknown: the largest groups of stamps whose error ranges all overlap.

    >>> ties([Stamp(1, 250, 5), Stamp(2, 258, 5), Stamp(3, 266, 5)])
    ((1, 2), (2, 3))
    """
    ordered = in_order(stamps)
    at_ends = (
        tuple(one.seat for one in ordered if one.earliest <= moment <= one.latest)
        for moment in sorted({stamp.latest for stamp in stamps})
    )
    groups = [group for group in at_ends if len(group) > 1]
    return tuple(group for group in groups if not any(set(group) < set(other) for other in groups))


def may_be_last(stamps: Sequence[Stamp]) -> tuple[int, ...]:
    """Return the seats that may have pressed last.

    >>> may_be_last([Stamp(1, 250, 5), Stamp(2, 258, 5), Stamp(3, 266, 5)])
    (2, 3)
    """
    surely = max(stamp.earliest for stamp in stamps)
    return tuple(stamp.seat for stamp in in_order(stamps) if stamp.latest >= surely)


def may_be_first(stamps: Sequence[Stamp]) -> tuple[int, ...]:
    """Return the seats that may have pressed first; none if nobody pressed.

    >>> may_be_first([Stamp(1, 250, 5), Stamp(2, 258, 5), Stamp(3, 266, 5)])
    (1, 2)
    """
    surely = min((stamp.latest for stamp in stamps), default=0)
    return tuple(stamp.seat for stamp in in_order(stamps) if stamp.earliest <= surely)


def fewest(points: Mapping[int, int]) -> tuple[int, ...]:
    """Return the seats with the fewest points.

    >>> fewest({1: 7, 2: 3, 3: 3})
    (2, 3)
    """
    least = min(points.values())
    return tuple(seat for seat, number in points.items() if number == least)


def lot(seed: int, drawn: int) -> int:
    """Return a large number for breaking a tie, derived from the game's seed and the number of earlier tie-breaks."""
    return int.from_bytes(sha256(f"{seed}/{drawn}".encode()).digest()[:8])
