"""Events specific to Mythology GO; for most of them, `text` describes the event in one sentence."""

from collections.abc import Sequence
from typing import Any, ClassVar

from table import moves
from table.event import Event, PublicEvent, Statistic
from table.games.mythology_go.actions import Forbidden
from table.moves import Move
from table.saying import Text, message, or_yours, say
from table.wording import Names


class Written(PublicEvent, abstract=True):
    """An event described by the sentence `text`; the player it is about reads `yours`, if the class defines it."""

    yours: ClassVar[str | None] = None

    @property
    def text(self) -> str:
        """The sentence, which each subclass declares as a field."""
        raise NotImplementedError

    @classmethod
    def configure(cls, *, yours: str | None = None, **more: Any) -> None:
        """Store the sentence passed as a keyword argument in the class definition."""
        super().configure(**more)
        cls.yours = yours

    def said(self, names: Names) -> str:
        text, yours = self.text, self.says_to_whom_it_is_about()
        return text if yours is None or not isinstance(text, Text) else or_yours(text, say(yours, **text.given))

    def says_to_whom_it_is_about(self) -> str | None:
        """Return the sentence for the player that the event is about, if there is one."""
        return self.yours


class ClosedPlayed(Event):
    """A face-down card was laid; only its owner may learn that it is `forbidden`. Never delivered in this form."""

    seat: int
    zone: str
    card: str
    forbidden: Forbidden | None


class ClosedRefused(Event):
    """A face-down card, or a Deity, was refused for a reason that everybody can see; only seat `knows` learns which.

    Never delivered in this form.
    """

    seat: int
    zone: str
    card: str
    reason: str
    text: str
    knows: int | None


class OpenTakenBack(Event):
    """A face-up card was taken back in the same turn, before others learned of it. Never delivered in this form."""

    seat: int
    zone: str
    card: str


class DeityDealt(Written, yours="You have a Deity."):
    """A seat has its Deity; only its owner knows which."""

    seat: int
    card: str | None
    text: str


class BeliefChosen(Written, yours="You choose the Belief {belief}."):
    """A seat has chosen its Belief."""

    seat: int
    card: str
    text: str


class CardDestroyed(PublicEvent):
    """A card on a seat's terrain was destroyed; `by` is the card that did it, null if the host ruled it."""

    seat: int
    card: str
    by: str | None
    text: str


class CardResurrected(PublicEvent):
    """A card on a seat's terrain stays, although `by` would have destroyed it; from now on it is indestructible."""

    seat: int
    card: str
    by: str | None
    text: str

    def hands(self) -> Move:
        """Return the move that puts the card back on its terrain, if it was moved to the discard."""
        return moves.GoBack(self.card)


class CardsFused(PublicEvent):
    """Two cards on a seat's terrain are now one."""

    seat: int
    cards: tuple[str, ...]
    text: str


class EffectUsed(PublicEvent):
    """A seat used the effect of a card, without playing a card."""

    seat: int
    card: str
    text: str


class CardNamed(Written, yours="You search the draw pile for {card:a}."):
    """A seat has named a card and is searching the draw pile for it."""

    seat: int
    named: str
    text: str


class SearchEnded(Written):
    """A seat has finished searching for the card it named; `found` says whether it found it."""

    seat: int
    named: str
    found: bool
    text: str

    def says_to_whom_it_is_about(self) -> str:
        return message("You found {card:a}.") if self.found else message("You found no {card}.")


class StarterDrawn(PublicEvent):
    """The table drew the seat that opens the next round from those with the fewest points (`among`)."""

    seat: int
    among: tuple[int, ...]
    text: str


class CountOpened(PublicEvent):
    """The last turn is over: all cards are turned up, and everybody declares targets and accusations.

    `text` names the players who have laid no Deity or no Belief.
    """

    seats: tuple[int, ...]
    text: str


class CardsRevealed(PublicEvent):
    """Face-down cards of a seat are now face up: those on its terrain or, later, its Deity."""

    seat: int
    cards: tuple[str, ...]
    text: str


class TargetDeclared(PublicEvent):
    """A seat has declared the `target` of one of its cards."""

    seat: int
    card: str
    target: str
    text: str


class AccusationMade(Written, yours="You say that {other} has {deity}."):
    """A seat says that another seat has a certain Deity."""

    seat: int
    accused: int
    deity: str
    text: str


class Declared(Written, yours="You have declared."):
    """A seat has declared everything, or has nothing to declare."""

    seat: int
    text: str


class AccusationSettled(PublicEvent):
    """An accusation was right or wrong; `accused` is null if the seat had to accuse somebody and did not."""

    seat: int
    accused: int | None
    deity: str | None
    right: bool
    text: str

    def statistics(self, before: Sequence[Event]) -> tuple[Statistic, ...]:
        """Record the accusation for the seat that made it, if any."""
        return () if self.accused is None else (Statistic(self.seat, "call_right" if self.right else "call_wrong"),)
