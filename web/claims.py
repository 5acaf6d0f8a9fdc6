"""Becoming host by hand: ask on the phone, then hold any button of the table for three seconds.

Whoever can do that sits at the table; an emulated button counts only for the phone that holds its seat. One phone asks
at a time; a press that began before it asked does not count.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil
from threading import Lock

_SECOND = 1_000_000_000
_OPEN_NS = 30 * _SECOND
_TOLD_NS = 5 * _SECOND  # for so long after it ran out whoever asks by its token is told so


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

        A claim that ran out is answered with no seconds left, once, so that a phone that asks on and on does not keep
        it for ever; whoever asks after that opens another. Somebody else's token is answered with the seconds that its
        owner has left, and an empty one. `held` tells when the latest long press of each seat began.
        """
        with self._lock:
            left_ns = self._since_ns + _OPEN_NS - self._now_ns()
            mine = self._token is not None and secrets.compare_digest(token or "", self._token)
            if mine and -_TOLD_NS < left_ns <= 0:
                self._token = None
                return Asked(token or "", granted=False, left_s=0)
            if self._token is None or left_ns <= 0:
                self._token, self._since_ns, left_ns = secrets.token_hex(16), self._now_ns(), _OPEN_NS
            elif not mine:
                return Asked("", granted=False, left_s=ceil(left_ns / _SECOND))
            if any(began_ns >= self._since_ns for began_ns in held.values()):
                granted, self._token = Asked(self._token, granted=True, left_s=0), None
                return granted
            return Asked(self._token, granted=False, left_s=ceil(left_ns / _SECOND))
