"""What can be done in Mytho. An action says what somebody does; whether he may is a matter of the rules."""

from dataclasses import dataclass
from typing import Final, Literal

from table.games.lateness import Astray

Zone = Literal["visible", "hidden"]
VISIBLE: Final = "visible"
HIDDEN: Final = "hidden"
PILES: tuple[Zone, ...] = (VISIBLE, HIDDEN)


@dataclass(frozen=True)
class TurnUp:
    """The draw pile's first card is turned up and starts the visible pile."""

    card: str


@dataclass(frozen=True)
class Lay:
    """A seat lays a card on a pile; `along` with the one before, so that nobody can have meant to.

    `over` is what was open before it: nobody contests the card before any more, and who was on turn does not draw.
    `astray` is how a card came that cannot be meant as the play that is awaited.
    """

    seat: int
    card: str
    zone: Zone
    along: bool = False
    over: bool = False
    astray: Astray | None = None


@dataclass(frozen=True)
class Draw:
    """A seat says that it draws a card."""

    seat: int


@dataclass(frozen=True)
class EndTurn:
    """A seat says that its turn is over."""

    seat: int


@dataclass(frozen=True)
class Contest:
    """One of the seats `among` contests the card that was played hidden; they pressed at the same time.

    `lot` is a large number, used where there are several.
    """

    among: tuple[int, ...]
    lot: int = 0


@dataclass(frozen=True)
class LetPass:
    """Nobody contests the card that was played hidden, and nobody may any more."""


@dataclass(frozen=True)
class PutRight:
    """A card that lay where it must not is gone from there."""

    card: str


@dataclass(frozen=True)
class ShowTurned:
    """The card that was turned over lies on the visible pile."""

    card: str


@dataclass(frozen=True)
class NextRound:
    """A seat, or the host (0), opens the next round."""

    seat: int


@dataclass(frozen=True)
class Reshuffle:
    """The host says that both piles but for the reference are the draw pile again."""


@dataclass(frozen=True)
class GiveTurn:
    """The host says whose turn it is."""

    seat: int


@dataclass(frozen=True)
class DrewBefore:
    """A seat says that it drew a card and forgot to say so; or the host says so of the seat whose turn it is."""

    seat: int


Action = (
    TurnUp
    | Lay
    | Draw
    | EndTurn
    | Contest
    | LetPass
    | PutRight
    | ShowTurned
    | NextRound
    | Reshuffle
    | GiveTurn
    | DrewBefore
)
