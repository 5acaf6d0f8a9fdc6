"""What each reader and button of a running table sees now, for the host's page. Any thread may read it.

Only how many cards a reader sees is told, which everybody at the table sees, too; never which.
"""

from collections.abc import Iterable, Mapping, Sequence

from hardware.observations import ButtonEdge, Observation, TagEvent
from hardware.presence import PollRecord
from table.running.wired import Wired, WiredButton, WiredReader

_MEMORY = 100  # polls that a reader's quality is made of, about
_APART_NS = 20_000_000  # of polls that count whole; while a card comes or goes there are more


class Showing:
    """The parts of one table: `zones` go by reader, `seats` are those with a button."""

    def __init__(self, zones: Mapping[str, Sequence[str]], seats: Sequence[int]) -> None:
        self._zones = zones
        self._there: dict[str, frozenset[bytes]] = dict.fromkeys(zones, frozenset())
        self._good: dict[str, float] = {}  # the share of polls at a lying card that read it
        self._missed: dict[str, float] = {}  # polls in vain that count as soon as a card is heard again
        self._polled_ns: dict[str, int] = {}
        self._down = dict.fromkeys(seats, False)

    def polled(self, record: PollRecord) -> None:
        """Note whether a poll read what lies there; in a pile one card is enough, because it may hide others.

        Only a card that is heard again has been missed: after the last time it was leaving.
        """
        reader, before_ns = record.reader, self._polled_ns.get(record.reader, 0)
        self._polled_ns[reader] = record.at_ns
        if not record.there:
            self._missed[reader] = 0.0
            return
        counts = min(1.0, (record.at_ns - before_ns) / _APART_NS)
        if not record.there & set(record.found.uids):
            self._missed[reader] = self._missed.get(reader, 0.0) + counts
            return
        good = self._good.get(reader, 1.0)
        good -= good * min(1.0, self._missed.pop(reader, 0.0) / _MEMORY)
        self._good[reader] = good + (1 - good) * counts / _MEMORY

    def saw(self, items: Iterable[Observation]) -> None:
        """Note what came, went, was pressed or released."""
        for item in items:
            match item:
                case TagEvent(reader=reader, uid=uid, present=present):
                    before = self._there.get(reader, frozenset())
                    self._there[reader] = before | {uid} if present else before - {uid}
                case ButtonEdge(button=seat, down=down):
                    self._down[seat] = down

    @property
    def now(self) -> Wired:
        """The current state."""
        readers = (
            WiredReader(reader, tuple(zones), len(self._there[reader]), self._good.get(reader))
            for reader, zones in self._zones.items()
        )
        return Wired(tuple(readers), tuple(WiredButton(seat, down) for seat, down in self._down.items()))
