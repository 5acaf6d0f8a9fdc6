"""What the hands at an emulated table must know about a game, besides how its cards are dealt."""

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import Any, Literal

from table.cards import Card, Catalogue
from table.saying import Text, say
from table.values import Value
from table.view import View


class Said(Value):
    """What a player may say on a phone now: in words, the `choice` and its value; or first which of several, `then`.

    `does` is what hands do before it is said.
    """

    text: Text
    choice: str = ""
    value: int | str | None = None
    then: "tuple[Said, ...]" = ()
    does: str = ""


Movement = Literal["lay", "cheat", "sort"]  # one card; two as one, or one that vanishes; the hand is sorted
_LEAST_MS, _MOST_MS = 300, 1500  # no movement is shorter or longer, so that no length says for certain what it was


class Pace(Value):
    """How long hands are seen to move: normally distributed, in ms, cut off at the same ends for all movements."""

    usual_ms: float
    spread_ms: float

    def drawn(self, chance: Random) -> int:
        """Return the length of one movement, in ms."""
        while not _LEAST_MS <= (length := round(chance.gauss(self.usual_ms, self.spread_ms))) <= _MOST_MS:
            pass
        return length

    def likelihood(self, for_ms: int) -> float:
        """Return how likely this length is, to be compared with that of other movements."""
        return exp(-(((for_ms - self.usual_ms) / self.spread_ms) ** 2) / 2) / self.spread_ms


class Hands:
    """Reads views as people do who look at the table; a game with cards before its players has one of its own."""

    sleights = False  # whether cards may vanish, so that hands are offered it

    def paces(self, options: Any) -> Mapping[Movement, Pace]:
        """Return how long hands are seen to move, by what they do; empty where nobody watches hands."""
        return {}

    def may_not_vanish(self, view: View, seat: int, hand: Sequence[str]) -> Text | None:
        """Return why a seat may let no card of its hand vanish now, in a sentence; None if it may."""
        return say("No card vanishes in this game.")

    def lying_open(self, view: View) -> frozenset[str]:
        """Return the cards that lie open before players; what lies on top of piles does so in every game."""
        return frozenset()

    def laid(self, view: View, seat: int) -> Mapping[str, frozenset[str]] | None:
        """Return where the cards lie that a seat has laid, by zone, as its own view shows it.

        None where everybody is told of every card as soon as it is laid.
        """
        return None

    def sought(self, view: View, cards: Catalogue[Any]) -> frozenset[str]:
        """Return the cards one of which a seat may take out of the draw pile now, as its own view shows it."""
        return frozenset()

    def reads(self, card: Card, up: int | None = None) -> str:
        """Return what is on a card to somebody who does not see it; of two sides the one that is `up`."""
        return card.label

    def face(self, card: Card, up: int) -> int | str | None:
        """Return the face of a card with two that is `up`; None where cards have one."""
        return None

    def draws(self, view: View, seat: int, hand: Sequence[str], cards: Catalogue[Any]) -> int:
        """Return how many cards a seat takes from the draw pile now; 0 where its button says that it draws."""
        return 0

    def puts_below(self, view: View, seat: int, hand: Sequence[str], cards: Catalogue[Any]) -> tuple[str, ...]:
        """Return the cards of a hand that go under the draw pile now."""
        return ()

    def takes_back(self, view: View) -> tuple[str, ...]:
        """Return the cards that a seat may take back though others have not heard of them, as its own view shows."""
        return ()

    def fuses(self, view: View, seat: int, own: Sequence[str], cards: Catalogue[Any]) -> tuple[tuple[str, str], ...]:
        """Return pairs of `own` cards that a touch of both on their player's pad makes one now."""
        return ()

    def says(self, view: View, seat: int, cards: Catalogue[Any]) -> tuple[Said, ...]:
        """List what a seat may say on its phone now that no card and no button can, as its own view shows it."""
        return ()
