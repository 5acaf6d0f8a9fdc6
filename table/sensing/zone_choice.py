"""At a reader shared by several zones, a player first chooses on a phone which zone the next touch is for.

A choice applies to one touch. It expires when the turn changes, so no card goes to a zone that another player chose.
"""

from collections.abc import Collection, Iterable, Mapping

from table.sensing.zones import is_pad
from table.values import Value
from table.view import Seat, View


class ChosenZone(Value):
    """A zone that a seat has chosen for the next touch; it is valid during that `turn`."""

    seat: Seat
    zone: str
    turn: Seat | None


class ZoneChoice:
    """The choice for the next touch. `several` are the readers shared by several zones of this game; usually none."""

    def __init__(self) -> None:
        self.several: Mapping[str, tuple[str, ...]] = {}
        self._chosen: ChosenZone | None = None

    def begins(self, several: Mapping[str, tuple[str, ...]]) -> None:
        """Begin a game in which several zones share each of these readers."""
        self.several, self._chosen = several, None

    @property
    def zones(self) -> tuple[str, ...]:
        """The zones that people choose from."""
        return tuple(dict.fromkeys(zone for zones in self.several.values() for zone in zones))

    def choose(self, seat: int, zone: str | None, turn: int | None) -> None:
        """Choose a zone, or none, in place of the earlier choice."""
        self._chosen = None if zone is None else ChosenZone(seat, zone, turn)

    def on(self, turn: int | None) -> ChosenZone | None:
        """Return the choice made during this turn, if any."""
        chosen = self._chosen
        return chosen if chosen is not None and chosen.turn == turn else None

    def use(self) -> None:
        """Use up the choice, because a card has touched the reader."""
        self._chosen = None


def open_zones(zones: Collection[str], view: View) -> tuple[str, ...]:
    """Return the zones that a card may be meant for now; during a correction, only the zone that awaits the card."""
    correction = view.correction
    if correction is not None and (awaited := correction.belongs_on or correction.zone) in zones:
        return (awaited,)
    return offered(view.turn, zones, view)


def offered(seat: int | None, zones: Iterable[str], view: View) -> tuple[str, ...]:
    """Return the zones that a seat can choose, without the pads of other seats; `seat` None stands for any seat."""
    return tuple(
        zone for zone in zones if view.takes(zone) and (seat is None or not is_pad(zone) or zone == f"seat.{seat}")
    )
