"""What happens at a game of Mito that nobody is told: cards hidden under others, and who has seen it."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from table.games.mito.state import State
from table.minds.known import World
from table.values import replace, value

_NAME = "secrets"


@value
class Secrets:
    """Cheats that were not settled.

    `hidden` is by seat the card under what that seat laid last, `seen` whom the guard has just seen hide one, `back` by
    seat a card that its player was caught with and has to take back.
    """

    hidden: Mapping[int, str] = field(default_factory=dict)
    seen: int | None = None
    back: Mapping[int, str] = field(default_factory=dict)

    def laid(self, seat: int, under: str | None, *, seen: bool) -> "Secrets":
        """Note that a seat has laid a card, with another one under it or none, and whether the guard has seen that."""
        if not self.hidden and under is None and not seen:
            return self.looked_away()
        hidden = _without(self.hidden, seat) | ({} if under is None else {seat: under})
        return replace(self, hidden=hidden, seen=seat if seen else None)

    def looked_away(self) -> "Secrets":
        """Note that the moment for a call has gone by."""
        return self if self.seen is None else replace(self, seen=None)

    def pleaded(self, seat: int, *, guilty: bool) -> "Secrets":
        """Note what somebody said to a call: what he was caught with he has to take back."""
        under = self.hidden.get(seat)
        back = {**self.back, seat: under} if guilty and under is not None else self.back
        return Secrets(_without(self.hidden, seat), None, back)

    def took_back(self, card: str) -> "Secrets":
        """Note that a culprit has taken a card back."""
        return replace(self, back={seat: other for seat, other in self.back.items() if other != card})


def secrets(world: World[State]) -> Secrets:
    """Return the secrets of a world."""
    found: Secrets = world.notes.get(_NAME, _NONE)
    return found


def noted(found: Secrets) -> Mapping[str, Any]:
    """Return secrets as the notes of a world."""
    return {_NAME: found}


def _without(hidden: Mapping[int, str], seat: int) -> dict[int, str]:
    return {other: card for other, card in hidden.items() if other != seat}


_NONE = Secrets()
