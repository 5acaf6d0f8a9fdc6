"""What hands have to know of Mythology GO: what lies on terrains, and which card is searched for."""

from collections.abc import Mapping
from typing import Any

from table.cards import Catalogue
from table.games.hands import Hands
from table.games.mythology_go.actions import DISCARD


class TerrainHands(Hands):
    """Reads the terrains in a picture."""

    def lying_open(self, view: Mapping[str, Any]) -> frozenset[str]:
        """Name the open cards of all terrains."""
        rows = (seat.get("terrain", ()) for seat in view.get("seats", ()))
        return frozenset(one["card"] for row in rows for one in row if one["card"])

    def laid(self, view: Mapping[str, Any], seat: int) -> Mapping[str, frozenset[str]] | None:
        """Put before a seat what it knows to lie there: others hear of the open cards of a turn when it ends."""
        if (own := view.get("own")) is None:
            return None
        wrong, zone = view.get("correction") or {"zone": "", "cards": ()}, f"seat.{seat}"
        before = {own["deity"], *(one["card"] for one in own["terrain"])}
        before |= {one["belief"] for one in view["seats"] if one["seat"] == seat}
        lying = {zone: before, DISCARD: {*own["laid"]} - before}  # what is laid and lies elsewhere are spells
        lying[wrong["zone"]] = lying.get(wrong["zone"], set()) | {*wrong["cards"]}
        return {on: frozenset(card for card in cards if card) for on, cards in lying.items()}

    def sought(self, view: Mapping[str, Any], cards: Catalogue[Any]) -> frozenset[str]:
        """Name the copies of the card that a Djinn was told to bring."""
        named = (view.get("own") or {}).get("searches")
        return frozenset(code for code, card in cards.items() if named is not None and card.name == named)
