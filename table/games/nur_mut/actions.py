"""The actions of Nur Mut. An action says what a seat does; the rules decide whether it is allowed."""

from table.games.kit.actions import Action, BySeat
from table.games.kit.lateness import Astray
from table.games.nur_mut.cards import Face


class TurnUp(Action):
    """A spare card is turned up and begins a pile."""

    zone: str
    card: str
    face: Face
    known: bool = False


class TurnDown(Action):
    """A card that began a pile is taken away again before anybody has played, because it was a joker."""

    zone: str


class Lay(BySeat):
    """A seat lays a card on a pile, with this face up; `along` means that it slipped along with the last one.

    Seat 0 means that no seat has the turn and that it is not known who laid the card. `astray` says how the play was
    mistimed, out of turn or too late; None if it was not. `known` means that the face is not a guess.
    """

    zone: str
    card: str
    face: Face
    along: bool = False
    astray: Astray | None = None
    known: bool = False


class Dare(BySeat):
    """A seat declares Courage: it will turn its next card over."""


class Fail(BySeat):
    """After Courage, a seat's card does not fit.

    The seat has to take the pile `taken` or, if None, the pile with the highest number; in a tie, the first one in
    the order drawn by `lot`.
    """

    lot: int = 0
    taken: str | None = None


class FailAndTake(Fail):
    """A seat shows that Courage failed by taking the pile `taken`; this counts even during a pause."""


class TakePile(Action):
    """The pile that must be taken has been removed."""

    zone: str


class Pass(BySeat):
    """A seat passes."""


class PutUnder(BySeat):
    """A seat's card does not fit, and goes under its own pile."""


class SayJoker(BySeat):
    """A seat says that the card it has just laid shows the joker."""


class CountPile(BySeat):
    """A seat says how many cards are left in its pile."""

    cards: int
