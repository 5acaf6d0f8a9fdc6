"""How often an emulated button or pad may be touched: all of it is kept in the journal, and anybody can do it.

Lifting a finger is not counted: only one that is down can be lifted.
"""

from collections import Counter
from collections.abc import Callable
from threading import Lock

from werkzeug.exceptions import TooManyRequests

BURST, PER_S = 30, 4  # presses at once, and each second after them: nobody who plays is as quick for as long
MOST_UNHELD = 500  # presses of a seat in one game, as long as no phone holds it
_SECOND = 1_000_000_000


class Presses:
    """The presses of all seats, for any thread. `now_ns` is the clock, `too_many` and `too_fast` what is said then."""

    def __init__(
        self,
        now_ns: Callable[[], int],
        too_many: str = "Nobody holds seat {seat}: take it to press its button again.",
        too_fast: str = "That button is pressed too often: wait a second.",
    ) -> None:
        self._now_ns = now_ns
        self._too_many = too_many
        self._too_fast = too_fast
        self._lock = Lock()
        self._full_ns: dict[int, int] = {}  # when a seat may be pressed as often at once as ever
        self._game_id: int | None = None
        self._unheld: Counter[int] = Counter()

    def count(self, seat: int, game_id: int | None, *, held: bool) -> None:
        """Count a press. Raise TooManyRequests if there were too many, so fast or in this game."""
        with self._lock:
            if game_id != self._game_id:
                self._game_id = game_id
                self._unheld.clear()
            if not held and self._unheld[seat] >= MOST_UNHELD:
                raise TooManyRequests(self._too_many.format(seat=seat), retry_after=60)
            now_ns = self._now_ns()
            full_ns = max(self._full_ns.get(seat, 0), now_ns) + _SECOND // PER_S
            if full_ns - now_ns > BURST * _SECOND // PER_S:
                raise TooManyRequests(self._too_fast, retry_after=1)
            self._full_ns[seat] = full_ns
            self._unheld[seat] += not held
