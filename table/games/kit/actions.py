"""Actions common to all card games. An action says what a seat does; the rules decide whether it is allowed."""

from table.values import Value


class Action(Value):
    """Something that is done, or that happens."""


class BySeat(Action):
    """Something done by a seat; the host is seat 0."""

    seat: int


class OfCard(Action):
    """Something that happens to a card."""

    card: str


class SeatsCard(BySeat):
    """Something done by a seat with a card."""

    card: str


class ByHost(Action):
    """Something said by the host."""


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
    """The host says that the played cards have been shuffled into a new draw pile."""
