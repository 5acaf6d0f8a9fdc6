"""What people's hands do when they are told of an event: at an emulated table they do it by themselves. Pure data."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Draw:
    """A seat takes cards from the draw pile."""

    seat: int
    count: int


@dataclass(frozen=True)
class Give:
    """A seat gives cards to another one; `receiver` None: to whom it likes."""

    giver: int
    receiver: int | None
    count: int


@dataclass(frozen=True)
class Settle:
    """A card that was laid on a zone stays there; `card` None: not everybody may know which."""

    zone: str
    card: str | None


@dataclass(frozen=True)
class ShuffleIn:
    """The cards of a zone are shuffled, and are the draw pile: all but the top one, if it lies open."""

    zone: str


@dataclass(frozen=True)
class TakeBack:
    """Everything that was done since event `to_seq`, as everybody counts, is taken back."""

    to_seq: int


@dataclass(frozen=True)
class TurnOver:
    """A seat turns the top card of its own pile over. This and what follows is done where hands lie as piles."""

    seat: int


@dataclass(frozen=True)
class PutUnder:
    """A seat puts the top card of its own pile under it."""

    seat: int


@dataclass(frozen=True)
class TakePile:
    """A seat shuffles the pile of a zone into its own; `zone` None: nobody can tell yet which."""

    seat: int
    zone: str | None


@dataclass(frozen=True)
class Refill:
    """A card begins a pile anew: so it was this one that was taken."""

    zone: str
    card: str


Move = Draw | Give | Settle | ShuffleIn | TakeBack | TurnOver | PutUnder | TakePile | Refill
