"""Which zone the next touch means, if a reader is several zones at once: somebody chooses on a phone first.

A choice is for one touch. It expires when the turn changes, so nobody's card goes where another player chose.
"""

from collections.abc import Collection, Iterable, Mapping

from table.sensing.zones import is_pad
from table.values import Value
from table.view import Seat, View


class ChosenZone(Value):
    """A zone that a seat has chosen for the next touch, while that `turn` lasts."""

    seat: Seat
    zone: str
    turn: Seat | None


class ZoneChoice:
    """The choice for the next touch. `several` are the readers that are several zones of this game; usually none."""

    def __init__(self) -> None:
        self.several: Mapping[str, tuple[str, ...]] = {}
        self._chosen: ChosenZone | None = None

    def begins(self, several: Mapping[str, tuple[str, ...]]) -> None:
        """Begin a game in which these readers are several zones each."""
        self.several, self._chosen = several, None

    @property
    def zones(self) -> tuple[str, ...]:
        """The zones among which people choose."""
        return tuple(dict.fromkeys(zone for zones in self.several.values() for zone in zones))

    def choose(self, seat: int, zone: str | None, turn: int | None) -> None:
        """Choose a zone, or none, instead of what was chosen before."""
        self._chosen = None if zone is None else ChosenZone(seat, zone, turn)

    def on(self, turn: int | None) -> ChosenZone | None:
        """Return what was chosen during this turn."""
        chosen = self._chosen
        return chosen if chosen is not None and chosen.turn == turn else None

    def use(self) -> None:
        """Note that a card has touched a reader, and the choice is used up."""
        self._chosen = None


def open_zones(zones: Collection[str], view: View) -> tuple[str, ...]:
    """Return the zones that a card may be meant for now: while something is put right, only where it belongs."""
    correction = view.correction
    if correction is not None and (awaited := correction.belongs_on or correction.zone) in zones:
        return (awaited,)
    return offered(view.turn, zones, view)


def offered(seat: int | None, zones: Iterable[str], view: View) -> tuple[str, ...]:
    """Return the zones that a seat can choose: no pad of others. None: whoever it is."""
    return tuple(
        zone for zone in zones if view.takes(zone) and (seat is None or not is_pad(zone) or zone == f"seat.{seat}")
    )
