"""The actions of Mito. An action records what a seat does; the rules decide whether it is allowed."""

from typing import Final

from table.games.kit.actions import Action, BySeat, OfCard, SeatsCard
from table.games.kit.lateness import Astray
from table.games.kit.races import CloseSlap, Slap

__all__ = ["CloseSlap", "Slap"]  # the shared race actions, used here for a mosquito

DISCARD: Final = "discard"


class Lay(Action):
    """A seat lays a card on the discard pile. `seat` is None if it is not known which one.

    `drop` lists all the cards dropped together, including this one: first the card that names the drop, then the others
    in the order in which they were read. A play accepted `late` does not start a race. `astray` says why this is not
    the expected play: it was out of turn or too late.
    """

    seat: int | None
    card: str
    drop: tuple[str, ...]
    late: bool = False
    astray: Astray | None = None


class Draw(BySeat):
    """A seat draws a card instead of playing. If it has already drawn or no cards are left, it passes instead."""


class Match(Action):
    """A player answers a cockroach with a card, which is read `at` us after the cockroach.

    `by` is their seat, if known.
    """

    card: str
    at: int = 0
    by: int | None = None

    @property
    def drop(self) -> tuple[str, ...]:
        """A tuple with only this card, because cards read during this race are never combined into a drop."""
        return (self.card,)


class CloseMatch(Action):
    """The race to answer a cockroach is over.

    `winner` is the seat that placed the card, and `among` are the seats that may have placed it. `tied` means that
    those seats pressed too close together to tell who was first.
    """

    winner: int | None = None
    among: tuple[int, ...] = ()
    tied: bool = False


class TakeAnswerBack(OfCard):
    """A player takes back the card with which they answered a cockroach, while the race is still open."""


class MakeCall(BySeat):
    """The guard says "I saw somebody cheat"."""


class Accept(BySeat):
    """A seat accepts that it is the one the guard has called out."""


class Plead(BySeat):
    """The accused admits or denies having cheated."""

    guilty: bool


class WithdrawCall(BySeat):
    """The guard withdraws the call."""


class SayOut(BySeat):
    """A seat announces that its hand is empty."""


class WithdrawOut(BySeat):
    """A seat takes back its announcement that its hand is empty."""


class ShowCard(SeatsCard):
    """A seat touches its pad with one of the cards left in its hand."""


class CountAnew(BySeat):
    """A seat starts counting its hand again from the beginning."""


class FinishCount(BySeat):
    """A seat has touched its pad with every card left in its hand."""


class Lift(OfCard):
    """A player who was caught cheating has picked up a card from the discard pile, as the rules allow."""


class Give(Action):
    """The seat `giver` reports that it gave a card to `receiver` or, if None, to the player to whom it owed one."""

    giver: int
    receiver: int | None = None
