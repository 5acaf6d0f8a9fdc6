"""The order in which requests are answered: two lanes with separate threads, in which addresses take turns.

Requests that a running game needs (presses, choices, streams, the watchdog's self-check) never wait for pages, however
many pages are requested. Each address has a budget in each lane, so a greedy client delays only its own requests.
Pages have few threads, because Python runs one at a time: each additional busy thread makes a press wait longer.
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

# -- A budget of CPU time for each address: clients that use a lot of it wait longer and delay nobody else
#
# A phone uses a few seconds of CPU time in a whole evening. Nothing is refused, because forty phones may share an
# address behind a hotspot. Requests from this computer itself are not limited: a proxy may forward those of all phones.

BURST_S = 20.0
_HERE = frozenset({"127.0.0.1", "::1"})
_MOST_KEPT = 1024  # addresses


@dataclass
class _Account:
    left_s: float
    at_s: float


class Budget:
    """The CPU time, in seconds, that each address has left.

    An address starts with a burst of `BURST_S`, which refills at a rate of `share` CPU seconds per second. Thread-safe;
    `now_s` is monotonic.
    """

    def __init__(self, share: float, now_s: Callable[[], float] = time.monotonic) -> None:
        self._share, self._now_s = share, now_s
        self._lock = Lock()
        self._accounts: OrderedDict[str, _Account] = OrderedDict()  # in order of last use

    def is_spent(self, address: str) -> bool:
        """Return whether an address has to wait."""
        with self._lock:
            return self._account(address).left_s < 0

    def charge(self, address: str, took_s: float) -> None:
        """Charge an address for a response that took `took_s` of CPU time."""
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
_URGENT_SHARE, _OTHER_SHARE = 0.5, 0.2  # CPU seconds per second for one address, once its burst is spent
_LOOK_AGAIN_S = 0.05
_URGENT = re.compile(
    r"/health|/api/v1/(?:me|end|events|streams|host/events|tabletop|hands|choices|touch|claim"
    r"|seats/\d+/(?:events|offers|take|leave|claim|button))"
)


def is_urgent(path: str) -> bool:
    """Return whether a running game needs requests for this path to be answered at once.

    >>> is_urgent("/api/v1/tabletop"), is_urgent("/api/v1/events"), is_urgent("/api/v1/events/7/why"), is_urgent("/")
    (True, True, False, False)
    """
    return _URGENT.fullmatch(path) is not None


class FairQueue:
    """Connections with a request to answer; addresses with budget left take turns.

    It implements the part of a deque that waitress uses; its length is the number that can be answered now.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._waiting: OrderedDict[str, deque[Any]] = OrderedDict()

    @property
    def held(self) -> bool:
        """Whether connections are waiting because their address has spent its budget."""
        return any(map(self._budget.is_spent, self._waiting))

    def __len__(self) -> int:
        """Return the number of connections that can be answered now."""
        return sum(len(channels) for address, channels in self._waiting.items() if not self._budget.is_spent(address))

    def append(self, channel: Any) -> None:
        """Queue a connection; if its address has spent its budget, drop that address's disconnected ones."""
        address = str(channel.addr[0])
        waiting = self._waiting.setdefault(address, deque())
        if self._budget.is_spent(address):
            self._waiting[address] = waiting = deque(one for one in waiting if one.connected)
        waiting.append(channel)

    def popleft(self) -> "Charged":
        """Return the next connection of the address whose turn it is, or of the first if all budgets are spent."""
        in_turn = (address for address in self._waiting if not self._budget.is_spent(address))
        address = next(in_turn, next(iter(self._waiting)))
        channels = self._waiting.pop(address)
        channel = channels.popleft()
        if channels:
            self._waiting[address] = channels
        return Charged(channel, partial(self._budget.charge, address))


class Charged:
    """A connection whose turn it is. The CPU time of its response is charged to its address."""

    def __init__(self, channel: Any, charge: Callable[[float], None]) -> None:
        self.channel, self._charge = channel, charge

    def service(self) -> None:
        """Answer the connection's request."""
        began_s = time.thread_time()
        try:
            self.channel.service()
        finally:
            self._charge(time.thread_time() - began_s)

    def cancel(self) -> None:
        """End the connection without a response."""
        self.channel.cancel()


class _Woken(Condition):
    """A condition that also wakes threads at intervals while a budget is spent, because nothing reports its refill."""

    def __init__(self, lock: Any, queue: FairQueue) -> None:
        super().__init__(lock)
        self._queue = queue

    def wait(self, timeout: float | None = None) -> bool:
        return super().wait(_LOOK_AGAIN_S if self._queue.held else timeout)


class Lanes:
    """A dispatcher for waitress with two lanes: urgent requests and all others."""

    def __init__(self) -> None:
        self._urgent, self._others = _lane(_URGENT_THREADS, _URGENT_SHARE), _lane(_OTHER_THREADS, _OTHER_SHARE)

    def add_task(self, channel: Any) -> None:
        """Queue the first request of a connection."""
        path = getattr(channel.requests[0], "path", "")  # a malformed request has no path
        lane = self._urgent if is_urgent(path) else self._others
        lane.add_task(channel)

    def shutdown(self) -> None:
        """Stop all threads; waiting requests are not answered."""
        for lane in (self._urgent, self._others):
            lane.shutdown()


def _lane(threads: int, share: float) -> ThreadedTaskDispatcher:
    lane, queue = ThreadedTaskDispatcher(), FairQueue(Budget(share))
    lane.queue, lane.queue_cv = queue, _Woken(lane.lock, queue)  # type: ignore[assignment]  # all that it needs
    lane.set_thread_count(threads)
    return lane
