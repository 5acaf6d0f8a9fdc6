"""What can be done in Nur Mut. An action says what somebody does; whether he may is a matter of the rules."""

from dataclasses import dataclass

from table.games.lateness import Astray
from table.games.nur_mut.cards import Face


@dataclass(frozen=True)
class TurnUp:
    """A spare card is turned up and begins a pile."""

    zone: str
    card: str
    face: Face


@dataclass(frozen=True)
class TurnDown:
    """A card that began a pile is taken away again before anybody has played: it was a joker."""

    zone: str


@dataclass(frozen=True)
class Lay:
    """A seat lays a card on a pile, with this face up; `along` with the one before, which nobody means to do.

    `astray` is how a card came that cannot be meant as the play that is awaited.
    """

    seat: int
    zone: str
    card: str
    face: Face
    along: bool = False
    astray: Astray | None = None


@dataclass(frozen=True)
class Dare:
    """A seat declares Courage: it will turn its next card over."""

    seat: int


@dataclass(frozen=True)
class Fail:
    """After Courage the card does not fit.

    The seat has to take the pile `taken` (None: that with the highest number, of several the first in the order that
    the `lot` gives).
    """

    seat: int
    lot: int = 0
    taken: str | None = None


@dataclass(frozen=True)
class FailAndTake(Fail):
    """Whoever was brave says so by taking the pile `taken` away: that has happened, whatever the host has paused."""


@dataclass(frozen=True)
class TakePile:
    """The pile that has to be taken has left its place."""

    zone: str


@dataclass(frozen=True)
class Pass:
    """A seat passes."""

    seat: int


@dataclass(frozen=True)
class PutUnder:
    """A seat's card does not fit, and goes under its own pile."""

    seat: int


@dataclass(frozen=True)
class SayJoker:
    """A seat says that the card it has just laid shows the joker."""

    seat: int


@dataclass(frozen=True)
class PutRight:
    """A card that lay where it must not is gone from there."""

    card: str


@dataclass(frozen=True)
class NextRound:
    """A seat, or the host (0), opens the next round."""

    seat: int


@dataclass(frozen=True)
class GiveTurn:
    """The host says whose turn it is."""

    seat: int


@dataclass(frozen=True)
class CountPile:
    """A seat says how many cards are left in its pile."""

    seat: int
    cards: int


Action = (
    TurnUp
    | TurnDown
    | Lay
    | Dare
    | Fail
    | FailAndTake
    | TakePile
    | Pass
    | PutUnder
    | SayJoker
    | PutRight
    | NextRound
    | GiveTurn
    | CountPile
)
