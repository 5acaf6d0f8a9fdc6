"""What hands do to say an action to the table: how cards and a button are used is the game's, and so its mind knows."""

from typing import Any

from table.values import value


@value
class Lay:
    """Lay cards of the hand on a pile, as one; on the seat's own pad, where cards lie before players.

    With `pressed` the button is down meanwhile.
    """

    cards: tuple[str, ...]
    zone: str
    pressed: bool = False


@value
class Tap:
    """Tap the button."""


@value
class Hold:
    """Hold the button down."""


@value
class Double:
    """Tap the button twice."""


@value
class Say:
    """Say something on a phone."""

    choice: str
    value: Any = None


@value
class TakeCards:
    """Take cards from the draw pile."""

    count: int


@value
class PutBelow:
    """Put cards of the hand under the draw pile."""

    cards: tuple[str, ...]


@value
class Hand:
    """Give a card of the hand to another seat."""

    card: str
    to: int


@value
class Take:
    """Touch a card that lies on a pile again, and take it back."""

    card: str


@value
class Touch:
    """Touch the own pad with cards as one that lie before the seat."""

    cards: tuple[str, ...]


@value
class Move:
    """Move an open card to another pile."""

    card: str
    zone: str


@value
class Search:
    """Search the draw pile for the card that was named, and say by a `choice` whether it was there."""

    choice: str
    found: str
    missing: str


@value
class Show:
    """Touch the own pad with every card of the hand, one after another."""


@value
class Vanish:
    """Let a card of the hand vanish."""

    card: str


@value
class Fetch:
    """Take back a card that has vanished."""

    card: str


@value
class Sort:
    """Move the hand as if to sort it."""


@value
class Deal:
    """Collect all cards, shuffle, and deal."""


Gesture = (
    Deal | Lay | Tap | Hold | Double | Say | TakeCards | PutBelow | Hand | Touch | Move | Take | Search | Show | Vanish
    | Fetch | Sort
)  # fmt: skip
