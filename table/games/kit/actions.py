"""Actions that every card game has. An action says what a seat does; the rules decide whether it is allowed."""

from table.values import Value


class Action(Value):
    """Something that somebody does, or that happens."""


class BySeat(Action):
    """Something that a seat does; the host is seat 0."""

    seat: int


class OfCard(Action):
    """Something that happens to a card."""

    card: str


class SeatsCard(BySeat):
    """Something that a seat does with a card."""

    card: str


class ByHost(Action):
    """Something that the host says."""


class NextRound(BySeat):
    """A seat, or the host (0), opens the next round."""


class TurnUp(OfCard):
    """The draw pile's first card is turned up and begins a pile."""


class PutRight(OfCard):
    """A misplaced card has been taken away."""


class GiveTurn(ByHost):
    """The host says whose turn it is."""

    seat: int


class Reshuffle(ByHost):
    """The host says that the played cards were shuffled and form the draw pile again."""
