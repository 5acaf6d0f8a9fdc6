"""The actions of Mythology GO. An action says what a seat does; the rules decide whether it is allowed."""

from table.games.game import Reason
from table.games.kit.actions import Action, BySeat, SeatsCard
from table.games.kit.lateness import Astray
from table.values import Value

DISCARD = "discard"


class Forbidden(Value):
    """The reason a face-down card may not lie where it does: a code for programs, and a sentence for its owner."""

    reason: Reason
    text: str


class Deal(SeatsCard):
    """A seat touches its pad with the Deity that it was dealt."""


class Believe(SeatsCard):
    """A seat touches its pad with the Belief that it has chosen."""


class Lay(BySeat):
    """A seat lays a card, `closed` (face down) or face up: on its terrain, or a spell on the discard.

    `astray` says why it cannot be the awaited play: it came out of turn or too late.
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
    """A card is laid on the discard, to be destroyed; `by` is the seat whose hand laid it, if known.

    `closed` means it was refused before, and others may not learn which card it is.
    """

    card: str
    closed: bool = False
    by: int | None = None


class EndTurn(BySeat):
    """A seat ends its turn."""


class UseEffect(SeatsCard):
    """A seat uses the effect of a card on its terrain, without playing a card."""


class NameCard(BySeat):
    """A seat names the card for which it searches the draw pile."""

    name: str


class EndSearch(BySeat):
    """A seat has searched the draw pile, and has `found` the card or not."""

    found: bool


class Aim(BySeat):
    """At the count, a seat names the other card at which its own card aims."""

    card: str
    target: str


class Accuse(BySeat):
    """At the count, a seat says which Deity another seat has."""

    accused: int
    deity: str


class Declare(BySeat):
    """A seat has declared everything, or has nothing to declare.

    `lot`, a large number, breaks the tie if this ends the round and several seats tie for the fewest points.
    """

    lot: int = 0


class Misspoken(BySeat):
    """A choice had a value that could not be understood; `text` says what was expected."""

    text: str
