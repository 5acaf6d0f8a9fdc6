"""Polls sources in their own threads, and merges their observations in time order."""

from collections.abc import Callable, Mapping, Sequence
from queue import Empty, SimpleQueue
from threading import Event, Thread
from types import TracebackType
from typing import Generic, Self, TypeVar

from table.sensing.sequencer import Sequencer, Stamped

T = TypeVar("T", bound=Stamped)

_JOIN_S = 5.0


class Sensing(Generic[T]):
    """A context manager that polls each source in its own thread.

    A poll returns observations and the source's watermark.
    """

    def __init__(self, polls: Mapping[str, Callable[[], tuple[Sequence[T], int]]]) -> None:
        self._sequencer: Sequencer[T] = Sequencer(polls)
        self._seen: SimpleQueue[tuple[str, Sequence[T], int] | Exception] = SimpleQueue()
        self._stop = Event()
        self._threads = [
            Thread(target=self._pump, args=(name, poll), name=name, daemon=True) for name, poll in polls.items()
        ]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop every source; safe to call twice."""
        self._stop.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(_JOIN_S)

    @property
    def watermark_us(self) -> int | None:
        """The watermark of all sources; None until each has reported."""
        return self._sequencer.watermark_us

    def take(self, timeout_s: float) -> tuple[T, ...]:
        """Return observations up to the watermark, after waiting up to `timeout_s` for a poll; raise what it raised."""
        try:
            seen = self._seen.get(timeout=timeout_s)
        except Empty:
            return ()
        if isinstance(seen, Exception):
            raise seen
        return self._sequencer.take(*seen)

    def _pump(self, name: str, poll: Callable[[], tuple[Sequence[T], int]]) -> None:
        while not self._stop.is_set():
            try:
                self._seen.put((name, *poll()))
            except Exception as error:  # noqa: BLE001 - `take` raises it for the caller
                self._seen.put(error)
                return
