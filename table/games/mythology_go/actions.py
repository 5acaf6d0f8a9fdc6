"""What can be done in Mythology GO. An action says what somebody does; whether he may is a matter of the rules."""

from dataclasses import dataclass

from table.games.game import Reason
from table.games.lateness import Astray

DISCARD = "discard"


@dataclass(frozen=True)
class Forbidden:
    """Why a closed card may not lie where it does: a reason for programs, and a sentence for its owner."""

    reason: Reason
    text: str


@dataclass(frozen=True)
class Deal:
    """A seat touches the Deity that it was dealt."""

    seat: int
    card: str


@dataclass(frozen=True)
class Believe:
    """A seat touches the Belief that it has chosen."""

    seat: int
    card: str


@dataclass(frozen=True)
class Lay:
    """A seat lays a card, `closed` or open: on its terrain, or a spell on the discard.

    `astray` is how a card came that cannot be meant as the play that is awaited.
    """

    seat: int
    card: str
    zone: str
    closed: bool = False
    astray: Astray | None = None


@dataclass(frozen=True)
class TakeBack:
    """A seat takes back a card of this turn; None: the last one. `lying` are spells that lie on the discard."""

    seat: int
    card: str | None = None
    lying: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Fuse:
    """A seat merges two copies of a card with Fusion."""

    seat: int
    cards: tuple[str, str]


@dataclass(frozen=True)
class Destroy:
    """A card is laid on the discard: it lies on a terrain; or it was refused, and others do not know it if `closed`.

    `by` is whose hand it was, if that is known.
    """

    card: str
    closed: bool = False
    by: int | None = None


@dataclass(frozen=True)
class EndTurn:
    """A seat has played."""

    seat: int


@dataclass(frozen=True)
class UseEffect:
    """A seat uses what a card on its terrain can do, without playing one."""

    seat: int
    card: str


@dataclass(frozen=True)
class NameCard:
    """A seat names, by its name, the card that it searches the draw pile for."""

    seat: int
    name: str


@dataclass(frozen=True)
class EndSearch:
    """A seat has searched the draw pile, and found the card or not."""

    seat: int
    found: bool


@dataclass(frozen=True)
class Aim:
    """At the count a seat says which card another one is meant for."""

    seat: int
    card: str
    target: str


@dataclass(frozen=True)
class Accuse:
    """At the count a seat says which Deity, by its name, somebody has."""

    seat: int
    accused: int
    deity: str


@dataclass(frozen=True)
class Declare:
    """A seat has declared everything, or has nothing to declare.

    `lot` is a large number, used where the round is over and several have the fewest points.
    """

    seat: int
    lot: int = 0


@dataclass(frozen=True)
class PutRight:
    """A card that lay where it must not is gone from there."""

    card: str


@dataclass(frozen=True)
class NextRound:
    """A seat, or the host (0), opens the next round."""

    seat: int


@dataclass(frozen=True)
class Reshuffle:
    """The host says that the discard was shuffled into the draw pile."""


@dataclass(frozen=True)
class GiveTurn:
    """The host says whose turn it is."""

    seat: int


@dataclass(frozen=True)
class Misspoken:
    """A choice said nothing that could be understood; `text` says what was expected."""

    seat: int
    text: str


Action = (
    Deal
    | Believe
    | Lay
    | TakeBack
    | Fuse
    | Destroy
    | EndTurn
    | UseEffect
    | NameCard
    | EndSearch
    | Aim
    | Accuse
    | Declare
    | PutRight
    | NextRound
    | GiveTurn
    | Reshuffle
    | Misspoken
)
