"""A budget of processor time for each address: whoever asks for much gets their answers later, and nobody else does.

An evening of a phone, from its first page to its last, takes some seconds. Nothing is refused: behind a hotspot forty
phones may share an address. This machine itself has no bounds: a proxy on it speaks for everybody.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

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
