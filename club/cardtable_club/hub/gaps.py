"""Missing events, and when to ask a table for them: not at once, they may be on their way.

A game whose events do not come is asked for again and again, ever less often. A table has room for so many games: one
that makes up games takes it from nobody else. No clock and no connection: `now_s` is any monotonic clock.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from cardtable_club.publishing.address import Place
from table.values import Value

PATIENCE_S, _LONGEST_S = 2.0, 300.0
MOST = 200  # games of a table that are waited for; its others have their turn when half of these are whole
_AT_ONCE = 2  # games that one table is asked for at the same time
_EACH = 50  # asks at one moment


class Ask(Value):
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
        self._gaps: defaultdict[Place, dict[str, _Gap]] = defaultdict(dict)
        self._dropped: set[Place] = set()

    def __len__(self) -> int:
        return sum(map(len, self._gaps.values()))

    def with_room(self) -> list[Place]:
        """Return the tables of which games were dropped, and that have room for them by now."""
        return [place for place in self._dropped if len(self._gaps[place]) <= MOST // 2]

    def forget(self, place: Place) -> None:
        """Stop waiting for a table."""
        self._gaps.pop(place, None)
        self._dropped.discard(place)

    def fill(self, place: Place, lacking: Mapping[str, tuple[int, int]], now_s: float) -> None:
        """Note games of a table: how many events are here, of how many; more than there is room for wait on."""
        self._dropped.discard(place)
        for game, (told, latest) in lacking.items():
            self.note(place, game, told, latest, now_s)

    def note(self, place: Place, game: str, told: int, latest: int, now_s: float) -> None:
        """Note that of `latest` events of a game the first `told` are here.

        If its table has no room, its game that was asked for most often in vain, the oldest of these, is dropped.
        """
        of_table = self._gaps[place]
        if told >= latest:
            of_table.pop(game, None)
        elif (gap := of_table.get(game)) is None:
            if len(of_table) >= MOST:
                del of_table[max(of_table, key=lambda one: of_table[one].wait_s)]
                self._dropped.add(place)
            of_table[game] = _Gap(place, told, now_s + self._first_s, self._first_s)
        elif told != gap.told:  # some came: more may follow
            gap.told, gap.due_s, gap.wait_s = told, now_s + self._first_s, self._first_s

    def due(self, there: Collection[Place], now_s: float) -> list[Ask]:
        """Return what to ask online tables for now; a table that was asked gets time to answer."""
        asking = Counter(gap.place for _, gap in self._all() if self._may_answer(gap, now_s))
        found: list[Ask] = []
        for game, gap in sorted(self._all(), key=lambda one: one[1].due_s):  # who has waited longest is first
            if gap.due_s > now_s or gap.place not in there or asking[gap.place] >= _AT_ONCE:
                continue
            asking[gap.place] += 1
            gap.due_s, gap.asked_s = now_s + gap.wait_s, now_s
            gap.wait_s = min(2 * gap.wait_s, _LONGEST_S)
            found.append(Ask(gap.place, game, gap.told + 1))
            if len(found) >= _EACH:
                break
        return found

    def _all(self) -> Iterator[tuple[str, _Gap]]:
        return (one for of_table in self._gaps.values() for one in of_table.items())

    def _may_answer(self, gap: _Gap, now_s: float) -> bool:
        """Return whether a table was asked just now: later it has nothing to answer, and others have their turn."""
        return gap.asked_s is not None and now_s < gap.asked_s + self._first_s

    def begin_anew(self, now_s: float, place: Place | None = None) -> None:
        """Ask soon for all that is lacking, or what one table has: what was asked before may have got lost."""
        for _, gap in self._all():
            if place in (None, gap.place):
                gap.due_s, gap.wait_s, gap.asked_s = now_s + self._first_s, self._first_s, None
