"""The sequencer: merges the observations of several sources in time order. A pure stage.

Each source reports its watermark, up to which it has seen everything. Nothing is passed on before every source has got
that far, so a slow source never changes who was first; the lowest watermark is the table's only clock.
"""

import heapq
from collections.abc import Iterable, Sequence
from itertools import count
from typing import Generic, Protocol, TypeVar


class Stamped(Protocol):
    """Something seen at a time, in us of the table's clock."""

    @property
    def at_us(self) -> int:
        """When it happened."""
        ...


T = TypeVar("T", bound=Stamped)


class Sequencer(Generic[T]):
    """The stage. `late` counts items older than their own source's watermark; they are passed on at once."""

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
        """Stop waiting for a source until it is heard from again; return whether that changes anything."""
        was_there = source in self._got_to
        self._got_to.pop(source, None)
        return was_there

    def take(self, source: str, items: Sequence[T], watermark_us: int) -> tuple[T, ...]:
        """Take a source's items and watermark; return what is certain by now, in order."""
        before = self._got_to.get(source)
        for item in items:
            self.late += before is not None and item.at_us < before
            heapq.heappush(self._waiting, (item.at_us, next(self._arrivals), item))
        self._got_to[source] = watermark_us if before is None else max(before, watermark_us)
        return tuple(self._certain())

    def rests(self, source: str) -> bool:
        """Whether nothing waits, and a source has reported before: then a watermark alone changes nothing."""
        return not self._waiting and self._got_to.get(source) is not None

    def advance(self, source: str, watermark_us: int) -> None:
        """Take a source's watermark alone; its own thread may call it, whatever another one does meanwhile."""
        before = self._got_to.get(source)
        if before is not None:
            self._got_to[source] = max(before, watermark_us)

    def add(self, item: T) -> None:
        """Add an item that no source saw, such as a robot's press, in time order."""
        heapq.heappush(self._waiting, (item.at_us, next(self._arrivals), item))

    def _certain(self) -> Iterable[T]:
        horizon = self.watermark_us
        while horizon is not None and self._waiting and self._waiting[0][0] <= horizon:
            yield heapq.heappop(self._waiting)[2]
