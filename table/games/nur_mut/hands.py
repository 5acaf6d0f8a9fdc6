"""What emulated hands need to know about Nur Mut: which face a card shows."""

from table.cards import Card
from table.games.hands import Hands
from table.games.nur_mut.cards import Face, NurMutCard, face_name


class TwoFaced(Hands):
    """Reads cards with two faces."""

    def reads(self, card: Card, up: int | None = None) -> str:
        """Return the name of the face that is up or, if unknown, the card's label, which names both faces."""
        assert isinstance(card, NurMutCard), "a card of this box"  # noqa: S101 - an invariant
        return card.label if up is None else face_name(card.faces[up])

    def face(self, card: Card, up: int) -> Face:
        assert isinstance(card, NurMutCard), "a card of this box"  # noqa: S101 - an invariant
        return card.faces[up]
