"""What can be done in Mito. An action says what somebody does; whether he may is a matter of the rules."""

from dataclasses import dataclass


@dataclass(frozen=True)
class TurnUp:
    """The draw pile's first card is turned up and starts the discard pile."""

    card: str


@dataclass(frozen=True)
class Lay:
    """A seat lays a card on the discard. `drop` is all that reached the pile with it, in the order read."""

    seat: int
    card: str
    drop: tuple[str, ...]


@dataclass(frozen=True)
class TakeBack:
    """The player who laid the last card takes it back."""

    card: str


@dataclass(frozen=True)
class Draw:
    """A seat cannot or will not play: it draws one, and its turn is over."""

    seat: int


@dataclass(frozen=True)
class SayOut:
    """A seat says: my hand is empty."""

    seat: int


@dataclass(frozen=True)
class WithdrawOut:
    """Who said "my hand is empty" was wrong."""

    seat: int


@dataclass(frozen=True)
class ShowCard:
    """A seat touches one of the cards left in its hand on its pad."""

    seat: int
    card: str


@dataclass(frozen=True)
class CountAnew:
    """A seat starts counting its hand over."""

    seat: int


@dataclass(frozen=True)
class FinishCount:
    """A seat has touched all the cards left in its hand."""

    seat: int


@dataclass(frozen=True)
class NextRound:
    """The next starter, or the host (seat 0), opens the next round."""

    seat: int


@dataclass(frozen=True)
class PutRight:
    """A refused card is off the discard again."""

    card: str


Action = (
    TurnUp | Lay | TakeBack | Draw | SayOut | WithdrawOut | ShowCard | CountAnew | FinishCount | NextRound | PutRight
)
