"""The wall-clock time of an event, computed from the game's own clock so that it never changes.

The game's clock stands still while the table is off, and runs fast where simulated people play fast. So there are
anchors: each says where the game's time lies on the wall clock from an event on, and how fast it runs. At normal speed
most games need none.
"""

from bisect import bisect_right
from collections.abc import Sequence

from table.event import Delivered
from table.values import Value

_ASTRAY_S = 2.0  # by which a computed time may lie behind the wall clock
_AHEAD_S = 0.05  # and before it
_MOST_ANCHORS = 5_000


class Anchor(Value):
    """From event `seq` of a game on: its time `t` is `at_s` of the wall clock, in s since 1970.

    A second of the game lasts `rate` seconds there.
    """

    seq: int
    at_s: float
    t: float = 0.0
    rate: float = 1.0

    def of(self, t: float) -> float:
        """Return the time of the wall clock at a time of the game."""
        return self.at_s + (t - self.t) * self.rate


def at_s(delivered: Delivered, began_s: float, anchors: Sequence[Anchor]) -> float:
    """Return when an event was told, in s since 1970, in a game that began then.

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
    """Return the anchors, with another one if new events (after the first `placed`) would be off otherwise.

    Of a game of which nothing is placed nobody knows how long ago it was told, only that it was not later than now.
    """
    last, before = delivered[-1], delivered[placed - 1] if placed else None
    expected_s = at_s(last, began_s, anchors)
    if expected_s <= now_s + _AHEAD_S and (before is None or expected_s >= now_s - _ASTRAY_S):
        return anchors
    t, from_s = (0.0, began_s) if before is None else (before.t / 1e6, at_s(before, began_s, anchors))
    here = _line(delivered[placed].seq, t, from_s, last.t / 1e6, now_s)
    return (*(one for one in anchors if one.seq < here.seq), here)[-_MOST_ANCHORS:]


def _line(seq: int, t: float, from_s: float, last_t: float, now_s: float) -> Anchor:
    """Return a line that ends now and never goes back, unless somebody set the clock back."""
    left_s, passed = now_s - from_s, last_t - t
    if left_s >= passed or left_s < -_ASTRAY_S:
        return Anchor(seq, round(now_s - last_t, 3))
    rate = max(0.0, left_s) / passed if passed else 0.0  # told at the same time as what came before
    return Anchor(seq, round(from_s, 3), t, round(rate, 6))
