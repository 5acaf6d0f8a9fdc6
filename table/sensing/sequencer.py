"""The sequencer: what several sources saw, in the order in which it happened. A pure stage.

Each source says how far it has got: its watermark. Nothing is handed on before every source has got that far, so a slow
source never changes who was first; the smallest watermark is the only clock that the table has.
"""

import heapq
from collections.abc import Iterable, Sequence
from itertools import count
from typing import Generic, Protocol, TypeVar


class Stamped(Protocol):
    """Something that was seen at a time, in us of the table's clock."""

    @property
    def at_us(self) -> int:
        """When it happened."""
        ...


T = TypeVar("T", bound=Stamped)


class Sequencer(Generic[T]):
    """The stage. `late` counts what came behind its own source's watermark; it is handed on as soon as it can be."""

    def __init__(self, sources: Iterable[str]) -> None:
        self._got_to: dict[str, int | None] = dict.fromkeys(sources)
        self._waiting: list[tuple[int, int, T]] = []
        self._arrivals = count()
        self.late = 0

    @property
    def watermark_us(self) -> int | None:
        """How far all sources have got, in us; None until each has spoken."""
        reached = [at for at in self._got_to.values() if at is not None]
        return min(reached, default=None) if len(reached) == len(self._got_to) else None

    def drop(self, source: str) -> bool:
        """Wait for a source no more, until it is heard of again; tell whether that is news."""
        was_there = source in self._got_to
        self._got_to.pop(source, None)
        return was_there

    def take(self, source: str, items: Sequence[T], watermark_us: int) -> tuple[T, ...]:
        """Take what a source saw and how far it has got; return what is certain by now, in order."""
        before = self._got_to.get(source)
        for item in items:
            self.late += before is not None and item.at_us < before
            heapq.heappush(self._waiting, (item.at_us, next(self._arrivals), item))
        self._got_to[source] = watermark_us if before is None else max(before, watermark_us)
        return tuple(self._certain())

    def _certain(self) -> Iterable[T]:
        horizon = self.watermark_us
        while horizon is not None and self._waiting and self._waiting[0][0] <= horizon:
            yield heapq.heappop(self._waiting)[2]
