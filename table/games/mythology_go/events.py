"""What only Mythology GO tells; `text` says it to people."""

from dataclasses import dataclass
from typing import ClassVar

from table.events import Event, PublicEvent
from table.games.mythology_go.actions import Forbidden


@dataclass(frozen=True)
class ClosedPlayed(Event):
    """A closed card was laid. To all but its owner it is any card; to him it may be `forbidden`. Never told itself."""

    name: ClassVar[str] = "closed_played"
    seat: int
    zone: str
    card: str
    forbidden: Forbidden | None


@dataclass(frozen=True)
class ClosedRefused(Event):
    """A closed card, or a Deity, was refused for a reason that everybody can see; one seat `knows` which it is.

    Never told itself.
    """

    name: ClassVar[str] = "closed_refused"
    seat: int
    zone: str
    card: str
    reason: str
    text: str
    knows: int | None


@dataclass(frozen=True)
class OpenTakenBack(Event):
    """An open card was taken back before its turn was over: others have not heard of it. Never told itself."""

    name: ClassVar[str] = "open_taken_back"
    seat: int
    zone: str
    card: str


@dataclass(frozen=True)
class DeityDealt(PublicEvent):
    """A seat has its Deity; which it is its owner knows alone."""

    name: ClassVar[str] = "deity_dealt"
    seat: int
    card: str | None
    text: str


@dataclass(frozen=True)
class BeliefChosen(PublicEvent):
    """A seat has chosen its Belief."""

    name: ClassVar[str] = "belief_chosen"
    seat: int
    card: str
    text: str


@dataclass(frozen=True)
class CardDestroyed(PublicEvent):
    """A card of a seat's terrain was destroyed."""

    name: ClassVar[str] = "card_destroyed"
    seat: int
    card: str
    text: str


@dataclass(frozen=True)
class CardResurrected(PublicEvent):
    """A card of a seat's terrain was to be destroyed, and stays; from now on it is indestructible."""

    name: ClassVar[str] = "card_resurrected"
    seat: int
    card: str
    text: str


@dataclass(frozen=True)
class CardsFused(PublicEvent):
    """Two cards of a seat's terrain are one now."""

    name: ClassVar[str] = "cards_fused"
    seat: int
    cards: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class EffectUsed(PublicEvent):
    """A seat used what a card can do, without playing one."""

    name: ClassVar[str] = "effect_used"
    seat: int
    card: str
    text: str


@dataclass(frozen=True)
class CardNamed(PublicEvent):
    """A seat named a card, by its name, and searches the draw pile for it."""

    name: ClassVar[str] = "card_named"
    seat: int
    named: str
    text: str


@dataclass(frozen=True)
class SearchEnded(PublicEvent):
    """A seat found the card that it had named, or not."""

    name: ClassVar[str] = "search_ended"
    seat: int
    named: str
    found: bool
    text: str


@dataclass(frozen=True)
class StarterDrawn(PublicEvent):
    """The table drew who opens the next round: `seat`, of those `among` who have the fewest points."""

    name: ClassVar[str] = "starter_drawn"
    seat: int
    among: tuple[int, ...]
    text: str


@dataclass(frozen=True)
class CountOpened(PublicEvent):
    """The last turn is over: all cards are turned up, and everybody declares targets and accusations.

    `text` names whoever has laid no Deity or no Belief.
    """

    name: ClassVar[str] = "count_opened"
    seats: tuple[int, ...]
    text: str


@dataclass(frozen=True)
class CardsRevealed(PublicEvent):
    """Cards of a seat that lay closed lie open: those of its terrain, or later its Deity."""

    name: ClassVar[str] = "cards_revealed"
    seat: int
    cards: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class TargetDeclared(PublicEvent):
    """A card of a seat is meant for another card."""

    name: ClassVar[str] = "target_declared"
    seat: int
    card: str
    target: str
    text: str


@dataclass(frozen=True)
class AccusationMade(PublicEvent):
    """A seat says that another one has a certain Deity, by its name."""

    name: ClassVar[str] = "accusation_made"
    seat: int
    accused: int
    deity: str
    text: str


@dataclass(frozen=True)
class Declared(PublicEvent):
    """A seat has declared everything, or has nothing to declare."""

    name: ClassVar[str] = "declared"
    seat: int
    text: str


@dataclass(frozen=True)
class AccusationSettled(PublicEvent):
    """An accusation was right or not; `accused` is null where somebody had to accuse and did not."""

    name: ClassVar[str] = "accusation_settled"
    seat: int
    accused: int | None
    deity: str | None
    right: bool
    text: str
