"""The actions of Mytho. An action says what a seat does; the rules decide whether it is allowed."""

from typing import Final

from table.games.kit.actions import Action, BySeat, OfCard
from table.games.kit.lateness import Astray

VISIBLE: Final = "visible"
HIDDEN: Final = "hidden"
PILES = (VISIBLE, HIDDEN)


class Lay(BySeat):
    """A seat lays a card on a pile; `along` means that it came with the previous card, presumably by accident.

    `over` means that the previous card can no longer be contested, and that the turn of a player who has already played
    is over. `astray` says why it is not the expected play: it was out of turn or too late.
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
    """One of the seats in `among` contests the hidden card; their presses are too close together to tell apart.

    `lot`, a large number, decides between several seats.
    """

    among: tuple[int, ...]
    lot: int = 0


class LetPass(Action):
    """Nobody contested the hidden card in time."""


class ShowTurned(OfCard):
    """The card that was turned over is now on the visible pile."""


class DrewBefore(BySeat):
    """A seat, or the host for the current player, reports a card that the seat drew earlier without saying so."""
