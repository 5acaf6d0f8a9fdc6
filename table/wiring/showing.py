"""What each reader and button of a running table shows just now, for whoever looks after it. Any thread may read it.

Only how many cards a reader sees is told, which everybody at the table sees, too; never which.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hardware.presence import Look
from table.sensing.intake import Item, Pushed, TagSeen

_MEMORY = 100  # looks that a reader's quality is made of, about


class Showing:
    """The parts of one table: `zones` go by reader, `seats` are those with a button."""

    def __init__(self, zones: Mapping[str, Sequence[str]], seats: Sequence[int]) -> None:
        self._zones = zones
        self._there: dict[str, frozenset[bytes]] = dict.fromkeys(zones, frozenset())
        self._good: dict[str, float] = {}  # the share of looks at a lying card that read it
        self._down = dict.fromkeys(seats, False)

    def looked(self, look: Look) -> None:
        """Note whether a poll has read what lies there."""
        if look.there:
            read = float(look.there <= set(look.found.uids))
            good = self._good.get(look.reader, read)
            self._good[look.reader] = good + (read - good) / _MEMORY

    def saw(self, items: Iterable[Item]) -> None:
        """Note what came, went, was pressed or released."""
        for item in items:
            match item:
                case TagSeen(reader=reader, uid=uid, present=present):
                    before = self._there.get(reader, frozenset())
                    self._there[reader] = before | {uid} if present else before - {uid}
                case Pushed(seat=seat, down=down):
                    self._down[seat] = down

    @property
    def now(self) -> dict[str, Any]:
        """What is to be shown: per reader its zones, how many cards it sees and how well, per seat its button."""
        readers = [
            {"reader": reader, "zones": list(zones), "cards": len(self._there[reader]), "good": self._good.get(reader)}
            for reader, zones in self._zones.items()
        ]
        return {"readers": readers, "buttons": [{"seat": seat, "down": down} for seat, down in self._down.items()]}
