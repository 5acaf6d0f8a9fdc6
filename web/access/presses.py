"""Limits on what anybody can do and the journal records each time.

That is: touching emulated buttons and pads, taking and leaving a seat, and asking to end the game. Releases are not
counted, because only a button that is down can be released.
"""

from collections import Counter
from collections.abc import Callable
from threading import Lock

from werkzeug.exceptions import TooManyRequests

from table.saying import message, say

BURST, PER_S = 30, 4  # presses at once, and presses per second after that: faster than any player
MOST_UNHELD = 500  # presses at a seat in one game while no phone holds it
_SECOND = 1_000_000_000


class Rate:
    """Limits how often each seat does something. Thread-safe. `now_ns` is the clock, `too_fast` the error."""

    def __init__(self, now_ns: Callable[[], int], too_fast: str) -> None:
        self._now_ns = now_ns
        self._too_fast = too_fast
        self._lock = Lock()
        self._full_ns: dict[int, int] = {}  # by seat, when its burst is full again

    def count(self, seat: int) -> None:
        """Count one for a seat. Raise TooManyRequests if they come too fast."""
        with self._lock:
            now_ns = self._now_ns()
            full_ns = max(self._full_ns.get(seat, 0), now_ns) + _SECOND // PER_S
            if full_ns - now_ns > BURST * _SECOND // PER_S:
                raise TooManyRequests(self._too_fast, retry_after=1)
            self._full_ns[seat] = full_ns


class Presses:
    """Limits the presses of all seats. Thread-safe. `now_ns` is the clock; `too_many` and `too_fast` are the errors."""

    def __init__(
        self,
        now_ns: Callable[[], int],
        too_many: str = message("Nobody holds seat {seat}: take it to press its button again."),
        too_fast: str = say("That button is pressed too often: wait a second."),
    ) -> None:
        self._rate = Rate(now_ns, too_fast)
        self._too_many = too_many
        self._lock = Lock()
        self._game_id: int | None = None
        self._unheld: Counter[int] = Counter()

    def count(self, seat: int, game_id: int | None, *, held: bool) -> None:
        """Count a press. Raise TooManyRequests if there are too many in this game, or if they come too fast."""
        with self._lock:
            if game_id != self._game_id:
                self._game_id = game_id
                self._unheld.clear()
            if not held and self._unheld[seat] >= MOST_UNHELD:
                raise TooManyRequests(say(self._too_many, seat=seat), retry_after=60)
            self._rate.count(seat)
            self._unheld[seat] += not held
