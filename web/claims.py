"""Becoming host by hand: ask on the phone, then hold any button of the table for three seconds.

Whoever can do that sits at the table. One phone asks at a time; a press that began before it asked does not count.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil
from threading import Lock

_SECOND = 1_000_000_000
_OPEN_NS = 30 * _SECOND


@dataclass(frozen=True)
class Asked:
    """How it stands with a claim: whose it is, whether it was granted, how many seconds are left for it."""

    token: str
    granted: bool
    left_s: int


class Claims:
    """At most one open claim. `now_ns` is the clock by which presses are stamped."""

    def __init__(self, now_ns: Callable[[], int]) -> None:
        self._now_ns = now_ns
        self._lock = Lock()
        self._token: str | None = None
        self._since_ns = 0

    def ask(self, token: str | None, held: Mapping[int, int]) -> Asked:
        """Open a claim, or ask again by the token of one that is open.

        `held` tells when the latest long press of each seat began. Somebody else's token is answered with the seconds
        that its owner has left, and an empty one.
        """
        with self._lock:
            left_ns = self._since_ns + _OPEN_NS - self._now_ns()
            if self._token is None or left_ns <= 0:
                self._token, self._since_ns, left_ns = secrets.token_hex(16), self._now_ns(), _OPEN_NS
            elif token is None or not secrets.compare_digest(token, self._token):
                return Asked("", granted=False, left_s=ceil(left_ns / _SECOND))
            if any(began_ns >= self._since_ns for began_ns in held.values()):
                granted, self._token = Asked(self._token, granted=True, left_s=0), None
                return granted
            return Asked(self._token, granted=False, left_s=ceil(left_ns / _SECOND))
