"""Short-lived notices about cards that are unknown or could not be read."""

from table.facts import PHONE, SECOND, CardArrived, Fact, TagArrived, TagUnread, is_made_up
from table.games.game import Setup
from table.saying import Text, noun, or_by_hand, own, say
from table.values import Value
from table.wording import pad_of, zone_name

_LASTS = 6 * SECOND


class _Notice(Value):
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
        return None if self._notice is None else self._notice.text

    def due(self) -> int | None:
        """Return when the notice expires, in us."""
        return None if self._notice is None else self._notice.until

    def fall_due(self, now: int) -> None:
        """Drop the notice if it has expired."""
        if self._notice is not None and self._notice.until <= now:
            self._notice = None

    def take(self, fact: Fact) -> None:
        """Update the notices. A card that arrives where an unknown one is asked about ends that notice."""
        match fact:
            case TagArrived() | TagUnread():
                asks = fact.zone if isinstance(fact, TagArrived) and fact.asked else None
                self._notice = _Notice(self._said(fact), fact.t + _LASTS, asks)
            case CardArrived() if self._notice is not None and self._notice.asks == fact.zone:
                self._notice = None

    def _said(self, fact: TagArrived | TagUnread) -> Text:
        place = place_of(fact.zone, self._setup)
        if isinstance(fact, TagUnread):
            return or_by_hand(
                say("A card on {place:the} could not be read: touch it again, a little longer.", place=place),
                say("A card on {place:the} could not be read: take it back, and lay it again.", place=place),
            )
        if fact.uid == PHONE or is_made_up(fact.uid):
            return say("A phone or a bank card lies on {place:the}: take it away.", place=place)
        if fact.asked:
            what = say("say on a phone which card it is, or take it away; it does not count yet")
            return say("The table does not know the card on {place:the}: {what}.", place=place, what=what)
        return say("The table does not know the card on {place:the}: take it away, it does not count.", place=place)


def place_of(zone: str, setup: Setup) -> Text:
    """Return the name of a zone for people, without an article; a pile that has a number takes none."""
    kind, _, number = zone.partition(".")
    if kind == "seat":
        return pad_of(setup.name(int(number)))
    pile = (
        own("{pile} {number}", pile=noun(kind), number=number) if number else noun("{zone} pile", zone=zone_name(zone))
    )
    return or_by_hand(noun("{zone} pad", zone=zone_name(zone)), pile) if setup.placement[zone] == "tap" else pile
