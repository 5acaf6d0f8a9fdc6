"""What hands at an emulated table need to know about a game, apart from the deal."""

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import Any, Literal

from table.cards import Card, Catalogue
from table.saying import Text, say
from table.values import Value
from table.view import View


class Said(Value):
    """Something a player may say on a phone now: its text, with a `choice` and its value, or with a menu, `then`.

    `does` names what hands must do first, such as searching the draw pile.
    """

    text: Text
    choice: str = ""
    value: int | str | None = None
    then: "tuple[Said, ...]" = ()
    does: str = ""


Movement = Literal["lay", "cheat", "sort"]  # a card is laid; two are laid as one, or one vanishes; the hand is sorted
_LEAST_MS, _MOST_MS = 300, 1500  # the limits of all movements, so that no duration gives one away


class Pace(Value):
    """The duration of a movement, in ms: a normal distribution, with the same limits for all movements."""

    usual_ms: float
    spread_ms: float

    def drawn(self, chance: Random) -> int:
        """Return a random duration, in ms."""
        while not _LEAST_MS <= (length := round(chance.gauss(self.usual_ms, self.spread_ms))) <= _MOST_MS:
            pass
        return length

    def likelihood(self, for_ms: int) -> float:
        """Return the relative likelihood of a duration, to compare movements."""
        return exp(-(((for_ms - self.usual_ms) / self.spread_ms) ** 2) / 2) / self.spread_ms


class Hands:
    """Reads views as people would look at a table; a game with cards in front of players has its own subclass."""

    sleights = False  # whether hands may make cards vanish

    def paces(self, options: Any) -> Mapping[Movement, Pace]:
        """Return the durations of movements; empty for a game in which nobody watches hands."""
        return {}

    def may_not_vanish(self, view: View, seat: int, hand: Sequence[str]) -> Text | None:
        """Return the reason a seat may not make a card vanish now, as a sentence; None if it may do so."""
        return say("No card vanishes in this game.")

    def lying_open(self, view: View) -> frozenset[str]:
        """Return the face-up cards in front of players, without the tops of piles, which are face-up in every game."""
        return frozenset()

    def laid(self, view: View, seat: int) -> Mapping[str, frozenset[str]] | None:
        """Return the cards that a seat has laid, by zone, from its own view.

        None in a game in which every card is reported to all as soon as it is laid.
        """
        return None

    def sought(self, view: View, cards: Catalogue[Any]) -> frozenset[str]:
        """Return the cards that a seat may now search the draw pile for, to take one, according to its own view."""
        return frozenset()

    def reads(self, card: Card, up: int | None = None) -> str:
        """Return a description of a card in words; for a two-sided card, of the side that is `up`."""
        return card.label

    def face(self, card: Card, up: int) -> int | str | None:
        """Return the face that is `up`; None for cards with one face."""
        return None

    def draws(self, view: View, seat: int, hand: Sequence[str], cards: Catalogue[Any]) -> int:
        """Return how many cards a seat takes from the draw pile now; 0 in a game with a button for drawing."""
        return 0

    def puts_below(self, view: View, seat: int, hand: Sequence[str], cards: Catalogue[Any]) -> tuple[str, ...]:
        """Return the cards from a hand that go under the draw pile now."""
        return ()

    def takes_back(self, view: View) -> tuple[str, ...]:
        """Return the cards that a seat may take back before others learn of them, according to its own view."""
        return ()

    def fuses(self, view: View, seat: int, own: Sequence[str], cards: Catalogue[Any]) -> tuple[tuple[str, str], ...]:
        """Return the pairs of `own` cards that are fused if both touch their player's pad now."""
        return ()

    def says(self, view: View, seat: int, cards: Catalogue[Any]) -> tuple[Said, ...]:
        """List what a seat can now say only on its phone, not with a card or a button, according to its own view."""
        return ()
