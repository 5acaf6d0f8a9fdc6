"""What only Mito tells."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from table import events
from table.events import Event, PublicEvent


@dataclass(frozen=True)
class RoundStarted(events.RoundStarted):
    """A round began; `guard` watches over the others."""

    guard: int


@dataclass(frozen=True)
class RaceOpened(events.RaceOpened):
    """A race began: `slap` for the button, `match` for a card of the same number."""


@dataclass(frozen=True)
class PileUncovered(PublicEvent):
    """Who was caught took the top of a pile back, and another card lies open there now."""

    name: ClassVar[str] = "pile_uncovered"
    seat: int | None
    zone: str
    card: str
    top: str


@dataclass(frozen=True)
class GiftGiven(PublicEvent):
    """A player has given cards to another one, and says so; `receiver` null: to whom he liked, and nobody said."""

    name: ClassVar[str] = "gift_given"
    giver: int
    receiver: int | None
    count: int


@dataclass(frozen=True)
class NothingToDraw(PublicEvent):
    """These seats would have to draw, but no card is left anywhere: nobody owes one."""

    name: ClassVar[str] = "nothing_to_draw"
    seats: tuple[int, ...]


@dataclass(frozen=True)
class EffectCancelled(PublicEvent):
    """Nothing that a card would bring happens: it was its player's last, or was accepted when the moment had gone."""

    name: ClassVar[str] = "effect_cancelled"
    blur: ClassVar[frozenset[str]] = frozenset({"seat"})
    seat: int | None
    card: str


@dataclass(frozen=True)
class CallMade(PublicEvent):
    """The guard says that she saw somebody cheat."""

    name: ClassVar[str] = "call_made"
    seat: int


@dataclass(frozen=True)
class CallSettled(PublicEvent):
    """The accused has told the truth; `guard` holds the Guard Bug now."""

    name: ClassVar[str] = "call_settled"
    accused: int
    guilty: bool
    guard: int


@dataclass(frozen=True)
class CallWithdrawn(PublicEvent):
    """The guard takes her call back."""

    name: ClassVar[str] = "call_withdrawn"
    seat: int


@dataclass(frozen=True)
class CardsSlipped(Event):
    """Cards that were dropped as one: a secret until the round is over."""

    name: ClassVar[str] = "cards_slipped"
    blur: ClassVar[frozenset[str]] = frozenset({"seat"})
    seat: int | None
    zone: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class LogOpened(PublicEvent):
    """A round's secrets, told when it is over: who dropped which cards as one, and how many cards vanished at all."""

    name: ClassVar[str] = "log_opened"
    blur: ClassVar[frozenset[str]] = frozenset({"slipped", "vanished"})
    round: int
    slipped: tuple[Mapping[str, Any], ...] | None
    vanished: int | None


@dataclass(frozen=True)
class HandsDue(PublicEvent):
    """These seats have to count their hands, for `out` says that his is empty."""

    name: ClassVar[str] = "hands_due"
    seats: tuple[int, ...]
    out: int


@dataclass(frozen=True)
class OutWithdrawn(PublicEvent):
    """Who said that his hand is empty was wrong: the round goes on."""

    name: ClassVar[str] = "out_withdrawn"
    seat: int
