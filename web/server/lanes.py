"""Which request waits for which: two lanes with separate threads, where addresses take turns.

What a running game needs (presses, choices, streams, the watchdog's self-check) never waits for a page, however many
pages are requested. Greedy clients wait behind their own requests: each address has a budget in each lane. Pages have
few threads, because Python runs one at a time: each additional busy thread makes a press wait longer for its turn.
"""

import re
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Condition, Lock
from typing import Any

from waitress.task import ThreadedTaskDispatcher

# -- A budget of processor time for each address: whoever asks for much gets their answers later, and nobody else does
#
# An evening of a phone, from its first page to its last, takes some seconds. Nothing is refused: behind a hotspot
# forty phones may share an address. This machine itself has no bounds: a proxy on it speaks for everybody.

BURST_S = 20.0
_HERE = frozenset({"127.0.0.1", "::1"})
_MOST_KEPT = 1024  # addresses


@dataclass
class _Account:
    left_s: float
    at_s: float


class Budget:
    """What each address has left, in seconds of processor time, of a burst and from then on of a share of a processor.

    Thread-safe; `now_s` is monotonic.
    """

    def __init__(self, share: float, now_s: Callable[[], float] = time.monotonic) -> None:
        self._share, self._now_s = share, now_s
        self._lock = Lock()
        self._accounts: OrderedDict[str, _Account] = OrderedDict()  # who asked last is last

    def is_spent(self, address: str) -> bool:
        """Return whether an address has to wait."""
        with self._lock:
            return self._account(address).left_s < 0

    def charge(self, address: str, took_s: float) -> None:
        """Charge an address for an answer."""
        if address not in _HERE:
            with self._lock:
                self._account(address).left_s -= took_s

    def _account(self, address: str) -> _Account:
        now_s = self._now_s()
        account = self._accounts.setdefault(address, _Account(BURST_S, now_s))
        self._accounts.move_to_end(address)
        account.left_s = min(BURST_S, account.left_s + self._share * (now_s - account.at_s))
        account.at_s = now_s
        if len(self._accounts) > _MOST_KEPT:
            self._accounts.popitem(last=False)
        return account


_URGENT_THREADS, _OTHER_THREADS = 4, 3
_URGENT_SHARE, _OTHER_SHARE = 0.5, 0.2  # of a processor, for one address, once its burst is spent
_LOOK_AGAIN_S = 0.05
_URGENT = re.compile(
    r"/health|/api/v1/(?:me|end|events|streams|host/events|tabletop|hands|choices|touch|claim"
    r"|seats/\d+/(?:events|offers|take|leave|claim|button))"
)


def is_urgent(path: str) -> bool:
    """Return whether a game that is on needs this at once.

    >>> is_urgent("/api/v1/tabletop"), is_urgent("/api/v1/events"), is_urgent("/api/v1/events/7/why"), is_urgent("/")
    (True, True, False, False)
    """
    return _URGENT.fullmatch(path) is not None


class FairQueue:
    """Connections with a request to be answered: each address in turn that has something left of its budget.

    As much of a deque as waitress needs; its length is how many can be answered now.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._waiting: OrderedDict[str, deque[Any]] = OrderedDict()

    @property
    def held(self) -> bool:
        """Whether somebody waits whose budget is spent."""
        return any(map(self._budget.is_spent, self._waiting))

    def __len__(self) -> int:
        """Return how many can be answered now."""
        return sum(len(channels) for address, channels in self._waiting.items() if not self._budget.is_spent(address))

    def append(self, channel: Any) -> None:
        """Queue a connection behind the others of its address. Those of them that ended as they were held are gone."""
        address = str(channel.addr[0])
        waiting = self._waiting.setdefault(address, deque())
        if self._budget.is_spent(address):
            self._waiting[address] = waiting = deque(one for one in waiting if one.connected)
        waiting.append(channel)

    def popleft(self) -> "Charged":
        """Return the first connection of the address in turn; of the first, if all budgets are spent by now."""
        in_turn = (address for address in self._waiting if not self._budget.is_spent(address))
        address = next(in_turn, next(iter(self._waiting)))
        channels = self._waiting.pop(address)
        channel = channels.popleft()
        if channels:
            self._waiting[address] = channels
        return Charged(channel, partial(self._budget.charge, address))


class Charged:
    """A connection in turn. What its answer takes is charged to its address, in seconds of processor time."""

    def __init__(self, channel: Any, charge: Callable[[float], None]) -> None:
        self.channel, self._charge = channel, charge

    def service(self) -> None:
        """Answer."""
        began_s = time.thread_time()
        try:
            self.channel.service()
        finally:
            self._charge(time.thread_time() - began_s)

    def cancel(self) -> None:
        """End it without an answer."""
        self.channel.cancel()


class _Woken(Condition):
    """Wakes a thread also when an address may have something left again: nobody tells of that."""

    def __init__(self, lock: Any, queue: FairQueue) -> None:
        super().__init__(lock)
        self._queue = queue

    def wait(self, timeout: float | None = None) -> bool:
        return super().wait(_LOOK_AGAIN_S if self._queue.held else timeout)


class Lanes:
    """A dispatcher for waitress that has two."""

    def __init__(self) -> None:
        self._urgent, self._others = _lane(_URGENT_THREADS, _URGENT_SHARE), _lane(_OTHER_THREADS, _OTHER_SHARE)

    def add_task(self, channel: Any) -> None:
        """Queue the first request of a connection."""
        path = getattr(channel.requests[0], "path", "")  # what is no request has none
        lane = self._urgent if is_urgent(path) else self._others
        lane.add_task(channel)

    def shutdown(self) -> None:
        """End all threads; waiting requests are not answered."""
        for lane in (self._urgent, self._others):
            lane.shutdown()


def _lane(threads: int, share: float) -> ThreadedTaskDispatcher:
    lane, queue = ThreadedTaskDispatcher(), FairQueue(Budget(share))
    lane.queue, lane.queue_cv = queue, _Woken(lane.lock, queue)  # type: ignore[assignment]  # it asks no more of one
    lane.set_thread_count(threads)
    return lane
