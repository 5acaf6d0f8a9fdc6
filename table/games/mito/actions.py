"""The actions of Mito. An action says what a seat does; the rules decide whether it is allowed."""

from typing import Final

from table.games.kit.actions import Action, BySeat, OfCard, SeatsCard
from table.games.kit.lateness import Astray
from table.games.kit.races import CloseSlap, Slap

__all__ = ["CloseSlap", "Slap"]  # the shared race actions, used here for a mosquito

DISCARD: Final = "discard"


class Lay(Action):
    """A seat lays a card on the discard pile; `seat` is None if unknown.

    `drop` lists all cards dropped together, including this one: first the card that names the drop, then the others in
    the order read. A play accepted `late` starts no race. `astray` says why it is not the expected play: it was out of
    turn or too late.
    """

    seat: int | None
    card: str
    drop: tuple[str, ...]
    late: bool = False
    astray: Astray | None = None


class Draw(BySeat):
    """A seat draws a card instead of playing, or passes if it has already drawn or no cards are left."""


class Match(Action):
    """A player answers a cockroach with a card, `at` us after the cockroach was read; `by` is their seat, if known."""

    card: str
    at: int = 0
    by: int | None = None

    @property
    def drop(self) -> tuple[str, ...]:
        """Only the card itself: in this race, several cards are never read as one drop."""
        return (self.card,)


class CloseMatch(Action):
    """The race for a cockroach is over: `winner` placed the card, and `among` are the seats that may have placed it.

    `tied` means that the presses of these seats are too close together to tell apart.
    """

    winner: int | None = None
    among: tuple[int, ...] = ()
    tied: bool = False


class TakeAnswerBack(OfCard):
    """The card that answered a cockroach is taken back during the race."""


class MakeCall(BySeat):
    """The guard says "I saw somebody cheat"."""


class Accept(BySeat):
    """A seat accepts that the guard's call is meant for it."""


class Plead(BySeat):
    """The accused tells the truth."""

    guilty: bool


class WithdrawCall(BySeat):
    """The guard withdraws a call."""


class SayOut(BySeat):
    """A seat says that its hand is empty."""


class WithdrawOut(BySeat):
    """A seat withdraws the claim that its hand is empty."""


class ShowCard(SeatsCard):
    """A seat touches its pad with one of the cards left in its hand."""


class CountAnew(BySeat):
    """A seat starts counting its hand again."""


class FinishCount(BySeat):
    """A seat has touched its pad with every card left in its hand."""


class Lift(OfCard):
    """A card has left the discard because its player was caught and may take it back."""


class Give(Action):
    """A seat says that it has given a card to `receiver` or, if None, to the player to whom it owed one."""

    giver: int
    receiver: int | None = None
