"""A budget of processor time for each address: repeated expensive requests have to wait.

An evening of a phone, from its first page to its last, takes some seconds. What a game that is on needs is never
refused (`lanes`), nor does it count.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from threading import Lock

from flask import Flask, g, request
from werkzeug.exceptions import TooManyRequests

from table.saying import say
from web.server.lanes import is_urgent

TOO_MUCH = say("Too much is asked for at once from here. Try again in a moment.")
BURST_S = 30.0  # behind a proxy or a hotspot forty phones may share an address
SHARE = 0.5  # of a processor, from then on
_MOST_KEPT = 1024  # addresses


@dataclass
class _Account:
    left_s: float
    at_s: float


class Budget:
    """What each address has left, in seconds of processor time. Thread-safe; `now_s` is monotonic."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._lock = Lock()
        self._accounts: OrderedDict[str, _Account] = OrderedDict()  # who asked last is last

    def left(self, address: str) -> float:
        """Return what an address has left; below 0 it has to wait."""
        with self._lock:
            return self._account(address).left_s

    def charge(self, address: str, took_s: float) -> None:
        """Charge an address for an answer."""
        with self._lock:
            self._account(address).left_s -= took_s

    def _account(self, address: str) -> _Account:
        now_s = self._now_s()
        account = self._accounts.setdefault(address, _Account(BURST_S, now_s))
        self._accounts.move_to_end(address)
        account.left_s = min(BURST_S, account.left_s + SHARE * (now_s - account.at_s))
        account.at_s = now_s
        if len(self._accounts) > _MOST_KEPT:
            self._accounts.popitem(last=False)
        return account


def limit(app: Flask, budget: Budget) -> None:
    """Refuse with 429 what an address asks for that has nothing left."""

    @app.before_request
    def check() -> None:
        if is_urgent(request.path):
            return
        left_s = budget.left(request.remote_addr or "")
        if left_s < 0:
            raise TooManyRequests(TOO_MUCH, retry_after=ceil(-left_s / SHARE))
        g.began_s = time.thread_time()

    @app.teardown_request
    def charge(_error: BaseException | None) -> None:
        began_s = g.pop("began_s", None)
        if began_s is not None:
            budget.charge(request.remote_addr or "", time.thread_time() - began_s)
