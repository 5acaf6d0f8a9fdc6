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


class Presses:
    """Limits how often each seat does something. Thread-safe. `now_ns` is the clock; the others are the errors."""

    def __init__(
        self,
        now_ns: Callable[[], int],
        too_many: str = message("Nobody holds seat {seat}: take it to press its button again."),
        too_fast: str = say("That button is pressed too often: wait a second."),
    ) -> None:
        self._now_ns = now_ns
        self._too_many = too_many
        self._too_fast = too_fast
        self._lock = Lock()
        self._full_ns: dict[int, int] = {}  # by seat, when its burst is full again
        self._game_id: int | None = None
        self._unheld: Counter[int] = Counter()

    def count(self, seat: int, game_id: int | None, *, held: bool) -> None:
        """Count one. Raise TooManyRequests if there are too many in this game, or if they come too fast."""
        with self._lock:
            if game_id != self._game_id:
                self._game_id = game_id
                self._unheld.clear()
            if not held and self._unheld[seat] >= MOST_UNHELD:
                raise TooManyRequests(say(self._too_many, seat=seat), retry_after=60)
            now_ns = self._now_ns()
            full_ns = max(self._full_ns.get(seat, 0), now_ns) + _SECOND // PER_S
            if full_ns - now_ns > BURST * _SECOND // PER_S:
                raise TooManyRequests(self._too_fast, retry_after=1)
            self._full_ns[seat] = full_ns
            self._unheld[seat] += not held
