"""The host's PIN: guesses are checked one at a time, with growing waits.

Waits apply to each address and to all addresses together, because a phone can change its address. Rate-limiting
libraries count requests in a time window; here only wrong guesses count, each makes the wait longer, and even a right
PIN is refused if it comes too early.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from threading import Lock

from werkzeug.security import check_password_hash

from table.complaints import UserError
from table.saying import Text, many, say

_SECOND = 1_000_000_000
_FORGOTTEN_NS = 3600 * _SECOND  # after this time without a guess, the count starts again
_MOST_ADDRESSES = 1000


@dataclass
class Throttle:
    """Waits after wrong guesses: none for the first `free`, then `first_s` seconds, doubling up to `longest_s`."""

    free: int
    first_s: int
    longest_s: int
    _wrong: int = field(default=0, init=False)
    _last_ns: int = field(default=0, init=False)

    def wait_s(self, now_ns: int) -> int:
        """Return the seconds left before the next guess."""
        if self._wrong <= self.free:
            return 0
        wait_s = min(self.first_s << min(self._wrong - self.free - 1, 30), self.longest_s)
        return max(0, ceil((self._last_ns + wait_s * _SECOND - now_ns) / _SECOND))

    def note_wrong(self, now_ns: int) -> None:
        """Count a wrong guess."""
        forgotten = now_ns - self._last_ns > _FORGOTTEN_NS
        self._wrong = 1 if forgotten else self._wrong + 1
        self._last_ns = now_ns


class TooEarly(UserError):
    """Raised if a guess came too early and was not checked; the next guess is possible in `wait_s` seconds."""

    def __init__(self, wait_s: int) -> None:
        super().__init__(say("Too many wrong PINs: wait {time}.", time=spoken(wait_s)))
        self.wait_s = wait_s


class Pin:
    """Checks guesses against the hash of the PIN. `now_ns` is a monotonic clock."""

    def __init__(self, hashed: str, now_ns: Callable[[], int]) -> None:
        self._hashed = hashed
        self._now_ns = now_ns
        self._lock = Lock()
        self._addresses: OrderedDict[str, Throttle] = OrderedDict()
        self._start_over()

    def guess(self, pin: str, address: str) -> bool:
        """Return whether a PIN is right. During a wait, raise TooEarly without checking it.

        Guesses are checked one after the other, so that sending many at once is no advantage.
        """
        with self._lock:
            throttles = (self._all, self._of(address))
            wait_s = max(throttle.wait_s(self._now_ns()) for throttle in throttles)
            if wait_s:
                raise TooEarly(wait_s)
            right = check_password_hash(self._hashed, pin)
            if right:
                self._start_over()
            else:
                for throttle in throttles:
                    throttle.note_wrong(self._now_ns())
            return right

    def _start_over(self) -> None:
        self._all = Throttle(free=9, first_s=10, longest_s=300)
        self._addresses.clear()

    def _of(self, address: str) -> Throttle:
        throttle = self._addresses.setdefault(address, Throttle(free=3, first_s=5, longest_s=300))
        self._addresses.move_to_end(address)
        if len(self._addresses) > _MOST_ADDRESSES:
            self._addresses.popitem(last=False)
        return throttle


def spoken(seconds: int) -> Text:
    """Return a time in words.

    >>> spoken(1), spoken(40), spoken(300)
    ('a second', '40 seconds', '5 minutes')
    """
    if seconds < 90:
        return many("a second", "{count} seconds", seconds)
    return many("a minute", "{count} minutes", ceil(seconds / 60))
