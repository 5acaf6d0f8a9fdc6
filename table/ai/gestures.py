"""The gestures a robot's hands make to carry out an action: which cards to touch, which button to press."""

from math import log
from random import Random
from typing import Any

from table.values import Value


class Lay(Value):
    """Lay cards from the hand together on a pile, or on the seat's own pad if cards stay in front of players.

    `pressed` means that the button is held down while doing so.
    """

    cards: tuple[str, ...]
    zone: str
    pressed: bool = False


class Tap(Value): ...


class Hold(Value): ...


class Double(Value):
    """Tap the button twice."""


class Say(Value):
    """Make a choice on a phone."""

    choice: str
    value: Any = None


class TakeCards(Value):
    """Take cards from the draw pile."""

    count: int


class PutBelow(Value):
    """Put cards from the hand under the draw pile."""

    cards: tuple[str, ...]


class Hand(Value):
    """Give a card from the hand to another seat."""

    card: str
    to: int


class Take(Value):
    """Touch a pile's pad again with a card from that pile, and take the card back."""

    card: str


class Touch(Value):
    """Pick up cards from in front of the seat and touch them together to the player's own pad."""

    cards: tuple[str, ...]


class Move(Value):
    """Move a face-up card to another pile."""

    card: str
    zone: str


class Search(Value):
    """Search the draw pile for the named card and make a `choice` that reports whether it was found."""

    choice: str
    found: str
    missing: str


class Show(Value):
    """Touch the player's own pad with every card in the hand, one after another."""


class Vanish(Value):
    """Make a card from the hand vanish: a cheat."""

    card: str


class Fetch(Value):
    """Take back a card that has vanished."""

    card: str


class Sort(Value):
    """Move the hand as if sorting it."""


class Deal(Value):
    """Collect all cards, shuffle, and deal."""


Gesture = (
    Deal | Lay | Tap | Hold | Double | Say | TakeCards | PutBelow | Hand | Touch | Move | Take | Search | Show | Vanish
    | Fetch | Sort
)  # fmt: skip


# -- Reaction times of people and robots

_USUAL_S, _SPREAD, _QUICKEST_S = 0.45, 0.3, 0.18  # a log-normal distribution, like people's reaction times

FIDGETS_S = (6.0, 30.0)  # how long a hand rests between unprompted movements


def reaction_s(chance: Random) -> float:
    """Draw a person's reaction time, in s."""
    return max(_QUICKEST_S, chance.lognormvariate(log(_USUAL_S), _SPREAD))
