"""What the hands of players at an emulated table need to know about a game, apart from how it is dealt."""

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import Any, Literal

from table.cards import Card, Catalogue
from table.saying import Text, say
from table.values import Value
from table.view import View


class Said(Value):
    """Something a player can now say on a phone: its text, and either a `choice` with its value or a submenu (`then`).

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
    """How long a movement takes, in ms: a normal distribution cut off at limits that are the same for all movements."""

    usual_ms: float
    spread_ms: float

    def drawn(self, chance: Random) -> int:
        """Return a random duration, in ms."""
        while not _LEAST_MS <= (length := round(chance.gauss(self.usual_ms, self.spread_ms))) <= _MOST_MS:
            pass
        return length

    def likelihood(self, for_ms: int) -> float:
        """Return how likely this movement is to take `for_ms` ms, relative to other movements."""
        return exp(-(((for_ms - self.usual_ms) / self.spread_ms) ** 2) / 2) / self.spread_ms


USUAL_PACES: Mapping[Movement, Pace] = {"lay": Pace(600, 130), "sort": Pace(800, 260)}


class Hands:
    """Reads a view as a player would look at the table; a game with cards in front of players defines a subclass."""

    sleights = False  # whether hands may make cards vanish, so that players watch each other's hands

    def paces(self, options: Any) -> Mapping[Movement, Pace]:
        """Return how long the movements of this game's hands take."""
        return USUAL_PACES

    def may_not_vanish(self, view: View, seat: int, hand: Sequence[str]) -> Text | None:
        """Return a sentence saying why a seat may not make a card vanish now, or None if it may."""
        return say("No card vanishes in this game.")

    def lying_open(self, view: View) -> frozenset[str]:
        """Return the cards lying face up in front of players.

        The top cards of piles are not included, because they are face up in every game.
        """
        return frozenset()

    def laid(self, view: View, seat: int) -> Mapping[str, frozenset[str]] | None:
        """Return the cards that a seat has laid in each zone, going by the seat's own view.

        Return None for a game in which every card laid is immediately reported to all players.
        """
        return None

    def sought(self, view: View, cards: Catalogue[Any]) -> frozenset[str]:
        """Return the cards for which a seat may search the draw pile now, going by the seat's own view."""
        return frozenset()

    def reads(self, card: Card, up: int | None = None) -> str:
        """Describe a card in words. If it has two sides, describe the side that is `up`."""
        return card.label

    def face(self, card: Card, up: int) -> int | str | None:
        """Return the face whose number is `up`, or None for a card with only one face."""
        return None

    def draws(self, view: View, seat: int, hand: Sequence[str], cards: Catalogue[Any]) -> int:
        """Return how many cards a seat must take from the draw pile now.

        In games where players press a button to draw, this is 0.
        """
        return 0

    def puts_below(self, view: View, seat: int, hand: Sequence[str], cards: Catalogue[Any]) -> tuple[str, ...]:
        """Return the cards in a hand that must go under the draw pile now."""
        return ()

    def takes_back(self, view: View) -> tuple[str, ...]:
        """Return the cards that a seat may take back before others learn of them, going by the seat's own view."""
        return ()

    def destroys(self, view: View, seat: int) -> Mapping[str, str]:
        """Return cards in front of players that a seat has to take away now, or may, and the zone for each."""
        return {}

    def fuses(self, view: View, seat: int, own: Sequence[str], cards: Catalogue[Any]) -> tuple[tuple[str, str], ...]:
        """Return pairs of a player's `own` cards that the player could fuse now by touching both to their pad."""
        return ()

    def says(self, view: View, seat: int, cards: Catalogue[Any]) -> tuple[Said, ...]:
        """List what a seat can say on its phone now, but not with a card or a button, going by its own view."""
        return ()
