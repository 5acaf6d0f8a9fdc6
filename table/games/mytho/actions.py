"""The actions of Mytho. An action records what a seat does; the rules decide whether it is allowed."""

from typing import Final

from table.games.kit.actions import Action, BySeat, OfCard
from table.games.kit.lateness import Astray

VISIBLE: Final = "visible"
HIDDEN: Final = "hidden"
PILES = (VISIBLE, HIDDEN)


class Lay(BySeat):
    """A seat lays a card on a pile.

    `along` means that the card came together with the previous one, presumably by accident. `over` means that the
    previous card can no longer be contested, and that the turn is over if its player has already played. `astray` says
    why this is not the expected play: it was out of turn or too late.
    """

    card: str
    zone: str
    along: bool = False
    over: bool = False
    astray: Astray | None = None


class Draw(BySeat):
    """A seat reports drawing a card."""


class EndTurn(BySeat):
    """A seat ends its turn."""


class Contest(Action):
    """A player contests the hidden card.

    If several seats are `among` those that pressed, their presses are too close together to tell who was first, and
    `lot`, a large number, picks one of them.
    """

    among: tuple[int, ...]
    lot: int = 0


class LetPass(Action):
    """Nobody contested the hidden card in time."""


class ShowTurned(OfCard):
    """The card that was turned over has been moved to the visible pile."""


class DrewBefore(BySeat):
    """A seat reports that it drew a card earlier without telling the table.

    The host can report this for the current player.
    """
