"""Which request waits for which: two lanes with threads of their own, where addresses take turns.

What a game that is on needs (presses, choices, streams, the self-check of the watchdog) never waits for a page, however
many ask for pages, and whoever asks for much waits behind their own requests. Pages have few threads, for Python runs
one at a time: each thread more that is busy makes a press wait longer for its turn.
"""

import re
from collections import OrderedDict, deque
from typing import Any

from waitress.task import ThreadedTaskDispatcher

_URGENT_THREADS, _OTHER_THREADS = 4, 3
_URGENT = re.compile(
    r"/health|/api/v1/(?:me|end|events|streams|host/events|tabletop|hands|choices|claim"
    r"|seats/\d+/(?:events|offers|take|leave|claim))"
)


def is_urgent(path: str) -> bool:
    """Return whether a game that is on needs this at once.

    >>> is_urgent("/api/v1/tabletop"), is_urgent("/api/v1/events"), is_urgent("/api/v1/events/7/why"), is_urgent("/")
    (True, True, False, False)
    """
    return _URGENT.fullmatch(path) is not None


class FairQueue:
    """Connections with a request to be answered, each address in turn. As much of a deque as waitress needs."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Any]] = OrderedDict()

    def __len__(self) -> int:
        """Return how many wait."""
        return sum(map(len, self._waiting.values()))

    def append(self, channel: Any) -> None:
        """Queue a connection behind the others of its address."""
        self._waiting.setdefault(str(channel.addr[0]), deque()).append(channel)

    def popleft(self) -> Any:
        """Return the first connection of the address in turn. Raise KeyError if none waits."""
        address, channels = self._waiting.popitem(last=False)
        channel = channels.popleft()
        if channels:
            self._waiting[address] = channels
        return channel


class Lanes:
    """A dispatcher for waitress that has two."""

    def __init__(self) -> None:
        self._urgent, self._others = _lane(_URGENT_THREADS), _lane(_OTHER_THREADS)

    def add_task(self, channel: Any) -> None:
        """Queue the first request of a connection."""
        path = getattr(channel.requests[0], "path", "")  # what is no request has none
        lane = self._urgent if is_urgent(path) else self._others
        lane.add_task(channel)

    def shutdown(self) -> None:
        """End all threads; waiting requests are not answered."""
        for lane in (self._urgent, self._others):
            lane.shutdown()


def _lane(threads: int) -> ThreadedTaskDispatcher:
    lane = ThreadedTaskDispatcher()
    lane.queue = FairQueue()  # type: ignore[assignment]  # it asks no more of one
    lane.set_thread_count(threads)
    return lane
