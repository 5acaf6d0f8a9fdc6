"""The actions of Mythology GO. An action says what a seat does; the rules decide whether it is allowed."""

from table.games.game import Reason
from table.games.kit.actions import Action, BySeat, SeatsCard
from table.games.kit.lateness import Astray
from table.values import Value

DISCARD = "discard"


class Forbidden(Value):
    """Why a face-down card may not lie where it does: a code for programs, and a sentence for its owner."""

    reason: Reason
    text: str


class Deal(SeatsCard):
    """A seat touches its pad with the Deity that it was dealt."""


class Believe(SeatsCard):
    """A seat touches its pad with the Belief that it has chosen."""


class Lay(BySeat):
    """A seat lays a card on its terrain, `closed` (face down) or face up, or lays a spell on the discard.

    `astray` says how the play was mistimed, out of turn or too late; None if it was not.
    """

    card: str
    zone: str
    closed: bool = False
    astray: Astray | None = None


class TakeBack(BySeat):
    """A seat takes back `card`, played this turn, or its latest if None. `lying` are the spells on the discard."""

    card: str | None = None
    lying: frozenset[str] = frozenset()


class Fuse(BySeat):
    """A seat merges two copies of a card with Fusion."""

    cards: tuple[str, str]


class Destroy(Action):
    """A card is laid on the discard to be destroyed; `by` is the seat that laid it, if known.

    `closed` means that the card was refused before and that the other players may not learn which one it is.
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
    """A seat has finished searching the draw pile; `found` says whether it found the card."""

    found: bool


class Aim(BySeat):
    """At the count, a seat names the target that one of its cards aims at."""

    card: str
    target: str


class Accuse(BySeat):
    """At the count, a seat says which Deity another seat has."""

    accused: int
    deity: str


class Declare(BySeat):
    """A seat has declared everything, or has nothing to declare.

    `lot`, a large number, breaks the tie if this ends the round and several seats have the fewest points.
    """

    lot: int = 0


class Misspoken(BySeat):
    """A choice had a value that could not be understood; `text` says what was expected."""

    text: str
