"""What hands do to say an action to the table: how cards and a button are used is the game's, and so its mind knows."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Lay:
    """Lay cards of the hand on a pile, as one; on the seat's own pad, where cards lie before players.

    With `pressed` the button is down meanwhile.
    """

    cards: tuple[str, ...]
    zone: str
    pressed: bool = False


@dataclass(frozen=True)
class Tap:
    """Tap the button."""


@dataclass(frozen=True)
class Hold:
    """Hold the button down."""


@dataclass(frozen=True)
class Double:
    """Tap the button twice."""


@dataclass(frozen=True)
class Say:
    """Say something on a phone."""

    choice: str
    value: Any = None


@dataclass(frozen=True)
class TakeCards:
    """Take cards from the draw pile."""

    count: int


@dataclass(frozen=True)
class PutBelow:
    """Put cards of the hand under the draw pile."""

    cards: tuple[str, ...]


@dataclass(frozen=True)
class Hand:
    """Give a card of the hand to another seat."""

    card: str
    to: int


@dataclass(frozen=True)
class Take:
    """Touch a card that lies on a pile again, and take it back."""

    card: str


@dataclass(frozen=True)
class Touch:
    """Touch the own pad with cards as one that lie before the seat."""

    cards: tuple[str, ...]


@dataclass(frozen=True)
class Move:
    """Move an open card to another pile."""

    card: str
    zone: str


@dataclass(frozen=True)
class Search:
    """Search the draw pile for the card that was named, and say by a `choice` whether it was there."""

    choice: str
    found: str
    missing: str


@dataclass(frozen=True)
class Show:
    """Touch the own pad with every card of the hand, one after another."""


@dataclass(frozen=True)
class Deal:
    """Collect all cards, shuffle, and deal."""


Gesture = Deal | Lay | Tap | Hold | Double | Say | TakeCards | PutBelow | Hand | Touch | Move | Take | Search | Show
