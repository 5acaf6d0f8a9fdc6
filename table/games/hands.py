"""What hands at an emulated table have to know of a game besides how its cards are dealt; of most games nothing."""

from collections.abc import Mapping
from typing import Any

from table.cards import Catalogue


class Hands:
    """Reads pictures as people do who look at the table; a game with cards before its players has one of its own."""

    def lying_open(self, view: Mapping[str, Any]) -> frozenset[str]:
        """Name the cards that lie open before players; what lies on top of piles does so in every game."""
        return frozenset()

    def laid(self, view: Mapping[str, Any], seat: int) -> Mapping[str, frozenset[str]] | None:
        """Tell where the cards lie that a seat has laid, by zone, as its own picture shows it.

        None where everybody is told of every card as soon as it is laid.
        """
        return None

    def sought(self, view: Mapping[str, Any], cards: Catalogue[Any]) -> frozenset[str]:
        """Name the cards one of which a seat may take out of the draw pile now, as its own picture shows it."""
        return frozenset()
