"""What robots see of others' hands at an emulated table: who lays several cards as one, if they happen to look.

Never which cards: those lie face to face, and are gone in a moment.
"""

from random import Random

from table.emulated.tabletop import Finger, Tabletop, Touch
from table.minds.reacting import SEES

_FRESH_NS = 6_000_000_000  # after that the moment is over


class Attention:
    """The eyes of the robots at a table, if it has a tabletop. Hands may move in any thread; it looks in one."""

    def __init__(self, tabletop: Tabletop | None, chance: Random) -> None:
        self._tabletop, self._chance = tabletop, chance
        self._last: tuple[int, int] | None = None  # who has just laid several cards as one, and when
        self._noticed: tuple[object, dict[int, bool]] = (None, {})
        if tabletop is not None:
            tabletop.watched.append(self._watches)

    def saw(self, seat: int, now_ns: int) -> tuple[int, ...]:
        """Name whom a seat has just seen lay several cards as one: often it has looked elsewhere."""
        last = self._last
        if last is None or last[0] == seat or not last[1] <= now_ns < last[1] + _FRESH_NS:
            return ()
        if self._noticed[0] is not last:
            self._noticed = (last, {})
        noticed = self._noticed[1]
        if seat not in noticed:
            noticed[seat] = self._chance.random() < SEES
        return last[:1] if noticed[seat] else ()

    def ends(self) -> None:
        """Look no more; safe to call twice."""
        if self._tabletop is not None and self._watches in self._tabletop.watched:
            self._tabletop.watched.remove(self._watches)

    def _watches(self, done: Touch | Finger) -> None:
        """Keep who it was, if anybody, and nothing of the cards; on the own pad everybody may lay what he likes."""
        if isinstance(done, Touch) and not done.zone.startswith("seat."):
            self._last = (done.by, done.at_ns) if done.by is not None and len(done.cards) > 1 else None
