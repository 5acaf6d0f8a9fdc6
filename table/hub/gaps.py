"""Which events are lacking, and when a table is asked for them: not at once, for they may be on their way.

A game whose events do not come is asked for again and again, ever less often. No clock and no connection: `now_s` is
any monotonic clock.
"""

from collections import Counter, OrderedDict
from collections.abc import Collection
from dataclasses import dataclass

from table.club.address import Place
from table.values import value

PATIENCE_S, _LONGEST_S = 2.0, 300.0
MOST = 10_000  # games that are waited for; the others have their turn when these are whole
_AT_ONCE = 2  # games that one table is asked for at the same time
_EACH = 50  # asks at one moment


@value
class Ask:
    """What to ask a table for: the events of a game, from one on."""

    place: Place
    game: str
    first: int


@dataclass
class _Gap:
    place: Place
    told: int
    due_s: float
    wait_s: float
    asked_s: float | None = None


class Gaps:
    """The games that lack events. It belongs to one thread. After `patience_s` what has not come is asked for."""

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self._first_s = patience_s
        self._gaps: OrderedDict[str, _Gap] = OrderedDict()

    def __len__(self) -> int:
        return len(self._gaps)

    @property
    def is_full(self) -> bool:
        """Whether no more can be noted."""
        return len(self._gaps) >= MOST

    def note(self, place: Place, game: str, told: int, latest: int, now_s: float) -> None:
        """Note that of `latest` events of a game the first `told` are here."""
        if told >= latest:
            self._gaps.pop(game, None)
        elif (gap := self._gaps.get(game)) is None:
            if not self.is_full:
                self._gaps[game] = _Gap(place, told, now_s + self._first_s, self._first_s)
        elif told != gap.told:  # some came: more may follow
            gap.told, gap.due_s, gap.wait_s = told, now_s + self._first_s, self._first_s

    def due(self, there: Collection[Place], now_s: float) -> list[Ask]:
        """Return what to ask for now, of the tables that are there; who is asked is given time to answer."""
        asking = Counter(gap.place for gap in self._gaps.values() if self._may_answer(gap, now_s))
        found: list[Ask] = []
        for game, gap in sorted(self._gaps.items(), key=lambda one: one[1].due_s):  # who has waited longest is first
            if gap.due_s > now_s or gap.place not in there or asking[gap.place] >= _AT_ONCE:
                continue
            asking[gap.place] += 1
            gap.due_s, gap.asked_s = now_s + gap.wait_s, now_s
            gap.wait_s = min(2 * gap.wait_s, _LONGEST_S)
            found.append(Ask(gap.place, game, gap.told + 1))
            if len(found) >= _EACH:
                break
        return found

    def _may_answer(self, gap: _Gap, now_s: float) -> bool:
        """Return whether a table was asked just now: later it has nothing to answer, and others have their turn."""
        return gap.asked_s is not None and now_s < gap.asked_s + self._first_s

    def begin_anew(self, now_s: float, place: Place | None = None) -> None:
        """Ask soon for all that is lacking, or what one table has: what was asked before may have got lost."""
        for gap in self._gaps.values():
            if place in (None, gap.place):
                gap.due_s, gap.wait_s, gap.asked_s = now_s + self._first_s, self._first_s, None
