"""What robots see of others' hands at an emulated table: who moved and for how long, as phones do."""

from collections.abc import Callable, Iterator

from table.ai import known
from table.emulated.movements import Moved, Movements

RESTS_NS = 900_000_000  # after that a hand has come to rest, as a rule, and of a card that it has laid was told
FRESH_NS = 6_000_000_000  # after that the moment for a call is over


class Attention:
    """The eyes of the robots at a table. `told` says how many events a seat was told by now. For one thread."""

    def __init__(self, movements: Movements | None, told: Callable[[int], int]) -> None:
        self._movements, self._told = movements, told
        self._number = 0 if movements is None else movements.number
        self._seen: list[tuple[Moved, dict[int, int]]] = []  # with what each robot's seat had been told

    def looks(self, seats: tuple[int, ...]) -> bool:
        """Check which hands have moved since, for the robots at these seats; return whether any has."""
        new = () if self._movements is None else self._movements.since(self._number)
        for moved in new:
            self._number = moved.number
            self._seen.append((moved, {seat: self._told(seat) for seat in seats}))
        return bool(new)

    def saw(self, seat: int, now_ns: int) -> tuple[known.Moved, ...]:
        """Return what a seat has seen, in its order."""
        return tuple(self._of(seat, now_ns))

    def _of(self, seat: int, now_ns: int) -> Iterator[known.Moved]:
        for moved, told in self._seen:
            if seat in told:
                rests = moved.at_ns + RESTS_NS <= now_ns < moved.at_ns + FRESH_NS
                yield known.Moved(moved.seat, moved.for_ms, told[seat], rests)

    def forgets(self) -> None:
        """Forget all that was seen: another round begins."""
        self._seen.clear()
