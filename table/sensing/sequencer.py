"""The sequencer: merges the observations of several sources in time order. A pure stage.

Each source reports its watermark: the time up to which it has seen everything. An observation is passed on only when
the watermarks of all sources have reached it, so a slow source never changes who was first. The lowest watermark is the
table's only clock.
"""

import heapq
from collections.abc import Iterable, Sequence
from itertools import count
from typing import Generic, Protocol, TypeVar


class Stamped(Protocol):
    """An observation with its time."""

    @property
    def at_us(self) -> int:
        """The time of the observation, in us of the table's clock."""
        ...


T = TypeVar("T", bound=Stamped)


class Sequencer(Generic[T]):
    """Merges observations. `late` counts items older than their own source's watermark, which are passed on at once."""

    def __init__(self, sources: Iterable[str]) -> None:
        self._got_to: dict[str, int | None] = dict.fromkeys(sources)
        self._waiting: list[tuple[int, int, T]] = []
        self._arrivals = count()
        self.late = 0

    @property
    def watermark_us(self) -> int | None:
        """The smallest watermark, in us; None until each source has reported."""
        reached = [at for at in self._got_to.values() if at is not None]
        return min(reached, default=None) if len(reached) == len(self._got_to) else None

    def drop(self, source: str) -> bool:
        """Stop waiting for a source until it reports again; return whether it was being waited for."""
        was_there = source in self._got_to
        self._got_to.pop(source, None)
        return was_there

    def take(self, source: str, items: Sequence[T], watermark_us: int) -> tuple[T, ...]:
        """Take a source's items and watermark; return all items up to the lowest watermark, in order."""
        before = self._got_to.get(source)
        for item in items:
            self.late += before is not None and item.at_us < before
            heapq.heappush(self._waiting, (item.at_us, next(self._arrivals), item))
        self._got_to[source] = watermark_us if before is None else max(before, watermark_us)
        return tuple(self._certain())

    def rests(self, source: str) -> bool:
        """Return whether a source's new watermark releases nothing: no item is waiting, and the source has reported."""
        return not self._waiting and self._got_to.get(source) is not None

    def advance(self, source: str, watermark_us: int) -> None:
        """Advance a source's watermark. The source's own thread may call this while others use the sequencer."""
        before = self._got_to.get(source)
        if before is not None:
            self._got_to[source] = max(before, watermark_us)

    def add(self, item: T) -> None:
        """Add an item that comes from no source, such as a robot's press, in time order."""
        heapq.heappush(self._waiting, (item.at_us, next(self._arrivals), item))

    def _certain(self) -> Iterable[T]:
        horizon = self.watermark_us
        while horizon is not None and self._waiting and self._waiting[0][0] <= horizon:
            yield heapq.heappop(self._waiting)[2]
