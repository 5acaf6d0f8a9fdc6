"""The actions of Mito. An action says what a seat does; the rules say whether it may."""

from typing import Final

from table.games.kit.actions import Action, BySeat, OfCard, SeatsCard
from table.games.kit.lateness import Astray
from table.games.kit.races import CloseSlap, Slap

__all__ = ["CloseSlap", "Slap"]  # races for a mosquito, as those of every game

DISCARD: Final = "discard"


class Lay(Action):
    """A seat (None: unknown) lays a card on the discard.

    `drop` is all that reached the pile with it, in the order read. A play accepted `late` begins no race.
    `astray` is how a card came that cannot be the awaited play.
    """

    seat: int | None
    card: str
    drop: tuple[str, ...]
    late: bool = False
    astray: Astray | None = None


class Draw(BySeat):
    """A seat cannot or will not play: it draws one, and its turn is over."""


class Match(Action):
    """Somebody answers a cockroach with a card, `at` us after it was read; `by` is its seat, if known."""

    card: str
    at: int = 0
    by: int | None = None

    @property
    def drop(self) -> tuple[str, ...]:
        """All that reached the pile with it: in a race no two cards are dropped as one."""
        return (self.card,)


class CloseMatch(Action):
    """The race for a cockroach is over: `winner` placed the card, of those `among` who may have.

    `tied`: their presses are too close together to tell apart.
    """

    winner: int | None = None
    among: tuple[int, ...] = ()
    tied: bool = False


class TakeAnswerBack(OfCard):
    """The card that answered a cockroach is taken back while the race is on."""


class MakeCall(BySeat):
    """The guard says that she saw somebody cheat."""


class Accept(BySeat):
    """A seat accepts that the guard's call is meant for it."""


class Plead(BySeat):
    """The accused tells the truth."""

    guilty: bool


class WithdrawCall(BySeat):
    """The guard was wrong."""


class SayOut(BySeat):
    """A seat says: my hand is empty."""


class WithdrawOut(BySeat):
    """Who said "my hand is empty" was wrong."""


class ShowCard(SeatsCard):
    """A seat touches one of the cards left in its hand on its pad."""


class CountAnew(BySeat):
    """A seat starts counting its hand over."""


class FinishCount(BySeat):
    """A seat has touched all the cards left in its hand."""


class Lift(OfCard):
    """A card has left the discard because its player was caught and may take it back."""


class Give(Action):
    """A seat says that it has given a card; `receiver` None: to the player it owed one."""

    giver: int
    receiver: int | None = None
