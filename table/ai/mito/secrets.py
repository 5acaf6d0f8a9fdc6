"""What nobody is told in Mito: cards hidden under others or let vanish, and who saw it."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from table.ai.known import World
from table.games.mito.state import State
from table.values import Value, field, replace


class Secrets(Value):
    """Cheats that were not settled.

    `hidden` is by seat the card that it has hidden under what it laid last, or let vanish since; `seen` whom the guard
    takes for a cheat now, `back` by seat a card that its player was caught with and has to take back. `gone` are the
    cards that have vanished. `moved` is whose hand has moved last, which all see where hands are watched.
    """

    hidden: Mapping[int, str] = field(default_factory=dict)
    seen: int | None = None
    back: Mapping[int, str] = field(default_factory=dict)
    gone: AbstractSet[str] = frozenset()
    moved: int | None = None

    def laid(self, seat: int, under: str | None, *, seen: bool) -> "Secrets":
        """Note that a seat has laid a card, with another one under it or none, and whether the guard has seen that."""
        hidden = _without(self.hidden, seat) | ({} if under is None else {seat: under})
        return replace(self, hidden=hidden, seen=seat if seen else None, moved=seat)

    def vanished(self, seat: int, card: str) -> "Secrets":
        """Note that a seat has let a card vanish."""
        return replace(self, hidden={**self.hidden, seat: card}, gone=self.gone | {card}, moved=seat)

    def looked_away(self) -> "Secrets":
        """Note that the moment for a call has gone by."""
        return self if self.seen is None else replace(self, seen=None)

    def pleaded(self, seat: int, *, takes_back: bool) -> "Secrets":
        """Note the answer to a call: a culprit must take the card back."""
        card = self.hidden.get(seat)
        back = {**self.back, seat: card} if takes_back and card is not None else self.back
        return replace(self, hidden=_without(self.hidden, seat), seen=None, back=back, moved=None)

    def took_back(self, card: str) -> "Secrets":
        """Note that a culprit has taken a card back."""
        back = {seat: other for seat, other in self.back.items() if other != card}
        return replace(self, back=back, gone=self.gone - {card})

    def shuffled(self) -> "Secrets":
        """Note that the discard was shuffled: only vanished cards are where they were."""
        hidden = {seat: card for seat, card in self.hidden.items() if card in self.gone}
        back = {seat: card for seat, card in self.back.items() if card in self.gone}
        return Secrets(hidden, None, back, self.gone, self.moved)


def secrets(world: World[State]) -> Secrets:
    return world.notes if isinstance(world.notes, Secrets) else _NONE


def _without(hidden: Mapping[int, str], seat: int) -> dict[int, str]:
    return {other: card for other, card in hidden.items() if other != seat}


_NONE = Secrets()
