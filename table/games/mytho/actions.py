"""The actions of Mytho. An action says what a seat does; the rules decide whether it is allowed."""

from typing import Final

from table.games.kit.actions import Action, BySeat, OfCard
from table.games.kit.lateness import Astray

VISIBLE: Final = "visible"
HIDDEN: Final = "hidden"
PILES = (VISIBLE, HIDDEN)


class Lay(BySeat):
    """A seat lays a card on a pile; `along` means it came with the previous card, so presumably by accident.

    `over` means the previous card can no longer be contested, and the turn of a player who has played is over. `astray`
    says why it cannot be the awaited play: it came out of turn or too late.
    """

    card: str
    zone: str
    along: bool = False
    over: bool = False
    astray: Astray | None = None


class Draw(BySeat):
    """A seat says that it draws a card."""


class EndTurn(BySeat):
    """A seat says that its turn is over."""


class Contest(Action):
    """One of the seats `among` contests the hidden card; their presses are too close together to tell apart.

    `lot`, a large number, chooses between several seats.
    """

    among: tuple[int, ...]
    lot: int = 0


class LetPass(Action):
    """Nobody contested the hidden card in time."""


class ShowTurned(OfCard):
    """The card that was turned over lies on the visible pile."""


class DrewBefore(BySeat):
    """A seat, or the host for the seat in turn, reports a card that the seat drew earlier without saying so."""
