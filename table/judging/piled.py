"""What lies on piles with an antenna under them, where an undo may leave cards that lie wrong."""

from collections.abc import Callable, Mapping

from table import moves
from table.event import Event
from table.events import PileReshuffled, RoundStarted
from table.facts import CardArrived, CardLeft, Fact, Placement


class Piled:
    """The cards on each such pile."""

    def __init__(self, placement: Mapping[str, Placement]) -> None:
        self._placement = placement
        self._cards: dict[str, frozenset[str]] = {}
        self._below: dict[str, frozenset[str]] = {}  # what still lay there when a card was last lifted

    @property
    def by_zone(self) -> Mapping[str, frozenset[str]]:
        return self._cards

    def on(self, zone: str) -> frozenset[str]:
        return self._cards.get(zone, frozenset())

    def take(self, fact: Fact) -> None:
        if isinstance(fact, CardArrived | CardLeft) and self._placement[fact.zone] == "pile":
            lying, card = self.on(fact.zone), frozenset({fact.card})
            self._cards[fact.zone] = lying | card if isinstance(fact, CardArrived) else lying - card
            if isinstance(fact, CardLeft):
                self._below[fact.zone] = lying - card

    def hear(self, event: Event, top: Callable[[str], str | None]) -> None:
        """Update the piles after an event: a new round empties them, and of a reshuffled pile the top stays.

        A pile that is taken goes with its top: what lies buried may not be seen to leave.
        """
        match event.hands():
            case moves.TakePile(zone=str() as zone):
                self._cards[zone] = self.on(zone) - self._below.pop(zone, frozenset())
        match event:
            case RoundStarted():
                self._cards.clear()
                self._below.clear()
            case PileReshuffled(zone=zone):
                self._cards[zone] = self.on(zone) & frozenset({top(zone)})
