"""What lies on piles with an antenna under them; an undo may make some of it lie wrong."""

from collections.abc import Callable, Mapping

from table.events import Event, PileReshuffled, RoundStarted
from table.facts import CardArrived, CardLeft, Fact, Placement


class Piled:
    """The cards on each such pile."""

    def __init__(self, placement: Mapping[str, Placement]) -> None:
        self._placement = placement
        self._cards: dict[str, frozenset[str]] = {}

    @property
    def by_zone(self) -> Mapping[str, frozenset[str]]:
        """What lies on each pile now."""
        return self._cards

    def on(self, zone: str) -> frozenset[str]:
        """What lies on one pile now."""
        return self._cards.get(zone, frozenset())

    def take(self, fact: Fact) -> None:
        """Take in a fact."""
        if isinstance(fact, CardArrived | CardLeft) and self._placement[fact.zone] == "pile":
            lying, card = self.on(fact.zone), frozenset({fact.card})
            self._cards[fact.zone] = lying | card if isinstance(fact, CardArrived) else lying - card

    def hear(self, event: Event, top: Callable[[str], str | None]) -> None:
        """Take in an event: a new round collects all cards, and of a reshuffled pile only the top stays."""
        match event:
            case RoundStarted():
                self._cards.clear()
            case PileReshuffled(zone=zone):
                self._cards[zone] = self.on(zone) & frozenset({top(zone)})
