"""The wall-clock time of an event, computed from the game's own clock so that it never changes.

The game's clock stops while the table is off, and runs fast while simulated people play fast. Anchors account for this:
from one event onwards, each maps game time to wall-clock time by an offset and a rate. Most games played at normal
speed need none.
"""

from bisect import bisect_right
from collections.abc import Sequence

from table.event import Delivered
from table.values import Value

_ASTRAY_S = 2.0  # how far a computed time may be behind the wall clock
_AHEAD_S = 0.05  # how far it may be ahead
_MOST_ANCHORS = 5_000


class Anchor(Value):
    """A mapping from a game's time to the wall clock, starting with event `seq`.

    The game time `t`, in s, corresponds to the wall-clock time `at_s`, in s since 1970. A second of game time lasts
    `rate` seconds.
    """

    seq: int
    at_s: float
    t: float = 0.0
    rate: float = 1.0

    def of(self, t: float) -> float:
        """Convert the game time `t` to wall-clock time."""
        return self.at_s + (t - self.t) * self.rate


def at_s(delivered: Delivered, began_s: float, anchors: Sequence[Anchor]) -> float:
    """Return the wall-clock time of an event in a game that began at `began_s`; both are in s since 1970.

    >>> from table.events import GamePaused
    >>> told = [Delivered(seq, seq * 10_000_000, GamePaused()) for seq in (1, 2, 3, 4)]
    >>> [at_s(one, 1000.0, [Anchor(3, 1020.0, t=20.0, rate=0.5)]) for one in told]
    [1010.0, 1020.0, 1025.0, 1030.0]
    """
    of = bisect_right(anchors, delivered.seq, key=lambda anchor: anchor.seq)
    line = anchors[of - 1] if of else Anchor(1, began_s)
    return line.of(delivered.t / 1e6)


def anchored(
    anchors: tuple[Anchor, ...], delivered: Sequence[Delivered], placed: int, now_s: float, began_s: float
) -> tuple[Anchor, ...]:
    """Return the anchors, plus a new one if the times of events after the first `placed` would otherwise be wrong.

    If no event of a game has a fixed time yet, it is unknown how long ago its events happened, so any time up to now is
    accepted.
    """
    last, before = delivered[-1], delivered[placed - 1] if placed else None
    expected_s = at_s(last, began_s, anchors)
    if expected_s <= now_s + _AHEAD_S and (before is None or expected_s >= now_s - _ASTRAY_S):
        return anchors
    t, from_s = (0.0, began_s) if before is None else (before.t / 1e6, at_s(before, began_s, anchors))
    here = _line(delivered[placed].seq, t, from_s, last.t / 1e6, now_s)
    return (*(one for one in anchors if one.seq < here.seq), here)[-_MOST_ANCHORS:]


def _line(seq: int, t: float, from_s: float, last_t: float, now_s: float) -> Anchor:
    """Return an anchor that dates the last event to now. Times go backwards only if the clock was set back."""
    left_s, passed = now_s - from_s, last_t - t
    if left_s >= passed or left_s < -_ASTRAY_S:
        return Anchor(seq, round(now_s - last_t, 3))
    rate = max(0.0, left_s) / passed if passed else 0.0  # passed is 0 if the previous event has the same time
    return Anchor(seq, round(from_s, 3), t, round(rate, 6))
