"""Short-lived notices about cards that the table does not know, or could not read."""

from table.facts import PHONE, SECOND, CardArrived, Fact, TagArrived, TagUnread, is_made_up
from table.games.game import Setup
from table.values import value

_LASTS = 6 * SECOND


@value
class _Notice:
    """A notice about something on the table."""

    text: str
    until: int
    asks: str | None = None  # the zone of an unknown card that people are asked about


class Notices:
    """The notice shown now; a newer one replaces it."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._notice: _Notice | None = None

    @property
    def text(self) -> str | None:
        """What is shown."""
        return None if self._notice is None else self._notice.text

    def due(self) -> int | None:
        """Return when the notice expires, in us."""
        return None if self._notice is None else self._notice.until

    def fall_due(self, now: int) -> None:
        """Drop the notice if it has expired."""
        if self._notice is not None and self._notice.until <= now:
            self._notice = None

    def take(self, fact: Fact) -> None:
        """Take in a fact. A card that arrives where an unknown one is asked about ends that notice."""
        match fact:
            case TagArrived() | TagUnread():
                asks = fact.zone if isinstance(fact, TagArrived) and fact.asked else None
                self._notice = _Notice(self._said(fact), fact.t + _LASTS, asks)
            case CardArrived() if self._notice is not None and self._notice.asks == fact.zone:
                self._notice = None

    def _said(self, fact: TagArrived | TagUnread) -> str:
        place = place_of(fact.zone, self._setup)
        if isinstance(fact, TagUnread):
            return f"A card on {place} could not be read: touch it again, a little longer."
        if fact.uid == PHONE or is_made_up(fact.uid):
            return f"A phone lies on {place}: take it away."
        if fact.asked:
            say = "say on a phone which card it is, or take it away; it does not count yet"
            return f"The table does not know the card on {place}: {say}."
        return f"The table does not know the card on {place}: take it away, it does not count."


def place_of(zone: str, setup: Setup) -> str:
    """Return the name of a zone for people."""
    kind, _, seat = zone.partition(".")
    if kind == "seat":
        return f"{setup.name(int(seat))}’s pad"
    return f"the {zone.replace('.', ' ')} {'pad' if setup.placement[zone] == 'tap' else 'pile'}"
