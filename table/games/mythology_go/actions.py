"""The actions of Mythology GO. An action says what a seat does; the rules say whether it may."""

from table.games.game import Reason
from table.games.kit.actions import Action, BySeat, SeatsCard
from table.games.kit.lateness import Astray
from table.values import Value

DISCARD = "discard"


class Forbidden(Value):
    """Why a closed card may not lie where it does: a reason for programs, and a sentence for its owner."""

    reason: Reason
    text: str


class Deal(SeatsCard):
    """A seat touches the Deity that it was dealt."""


class Believe(SeatsCard):
    """A seat touches the Belief that it has chosen."""


class Lay(BySeat):
    """A seat lays a card, `closed` or open: on its terrain, or a spell on the discard.

    `astray` is how a card came that cannot be meant as the play that is awaited.
    """

    card: str
    zone: str
    closed: bool = False
    astray: Astray | None = None


class TakeBack(BySeat):
    """A seat takes back a card of this turn; None: the last one. `lying` are spells that lie on the discard."""

    card: str | None = None
    lying: frozenset[str] = frozenset()


class Fuse(BySeat):
    """A seat merges two copies of a card with Fusion."""

    cards: tuple[str, str]


class Destroy(Action):
    """A card is laid on the discard: it lies on a terrain; or it was refused, and others do not know it if `closed`.

    `by` is whose hand it was, if that is known.
    """

    card: str
    closed: bool = False
    by: int | None = None


class EndTurn(BySeat):
    """A seat has played."""


class UseEffect(SeatsCard):
    """A seat uses what a card on its terrain can do, without playing one."""


class NameCard(BySeat):
    """A seat names, by its name, the card that it searches the draw pile for."""

    name: str


class EndSearch(BySeat):
    """A seat has searched the draw pile, and found the card or not."""

    found: bool


class Aim(BySeat):
    """At the count a seat says which card another one is meant for."""

    card: str
    target: str


class Accuse(BySeat):
    """At the count a seat says which Deity, by its name, somebody has."""

    accused: int
    deity: str


class Declare(BySeat):
    """A seat has declared everything, or has nothing to declare.

    `lot` is a large number, used where the round is over and several have the fewest points.
    """

    lot: int = 0


class Misspoken(BySeat):
    """A choice said nothing that could be understood; `text` says what was expected."""

    text: str
