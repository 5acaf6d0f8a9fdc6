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
    """Something a player can say on a phone now: its text, with a `choice` and its value, or with a submenu, `then`.

    `does` names what the hands must do first, such as searching the draw pile.
    """

    text: Text
    choice: str = ""
    value: int | str | None = None
    then: "tuple[Said, ...]" = ()
    does: str = ""


Movement = Literal["lay", "cheat", "sort"]  # a card is laid; two are laid as one, or one vanishes; the hand is sorted
_LEAST_MS, _MOST_MS = 300, 1500  # limits for all movements, so that durations give nothing away


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
    """Reads views the way a player looks at a table; a game with cards in front of players has its own subclass."""

    sleights = False  # whether hands may make cards vanish

    def paces(self, options: Any) -> Mapping[Movement, Pace]:
        """Return how long movements take; empty for a game in which hands are not watched."""
        return {}

    def may_not_vanish(self, view: View, seat: int, hand: Sequence[str]) -> Text | None:
        """Return a sentence saying why a seat may not make a card vanish now, or None if it may."""
        return say("No card vanishes in this game.")

    def lying_open(self, view: View) -> frozenset[str]:
        """Return the face-up cards in front of players, except the tops of piles, which are face-up in every game."""
        return frozenset()

    def laid(self, view: View, seat: int) -> Mapping[str, frozenset[str]] | None:
        """Return the cards that a seat has laid, by zone, judging from its own view.

        Return None for a game that reports every card to all players as soon as it is laid.
        """
        return None

    def sought(self, view: View, cards: Catalogue[Any]) -> frozenset[str]:
        """Return the cards for which a seat may now search the draw pile, according to its own view."""
        return frozenset()

    def reads(self, card: Card, up: int | None = None) -> str:
        """Describe a card in words; for a two-sided card, describe the side that is `up`."""
        return card.label

    def face(self, card: Card, up: int) -> int | str | None:
        """Return the face that is `up`, or None for a card with only one."""
        return None

    def draws(self, view: View, seat: int, hand: Sequence[str], cards: Catalogue[Any]) -> int:
        """Return how many cards a seat takes from the draw pile now; 0 in a game with a button for drawing."""
        return 0

    def puts_below(self, view: View, seat: int, hand: Sequence[str], cards: Catalogue[Any]) -> tuple[str, ...]:
        """Return the cards in a hand that now go under the draw pile."""
        return ()

    def takes_back(self, view: View) -> tuple[str, ...]:
        """Return the cards that a seat may take back before others learn of them, according to its own view."""
        return ()

    def fuses(self, view: View, seat: int, own: Sequence[str], cards: Catalogue[Any]) -> tuple[tuple[str, str], ...]:
        """Return the pairs of `own` cards that would be fused by touching both to their player's pad now."""
        return ()

    def says(self, view: View, seat: int, cards: Catalogue[Any]) -> tuple[Said, ...]:
        """List what a seat can now say on its phone, but not with a card or button, according to its own view."""
        return ()
