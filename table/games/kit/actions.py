"""Actions common to all card games. An action records what a seat does; the rules decide whether it is allowed."""

from table.values import Value


class Action(Value):
    """Something that a seat or the host does, or that happens on the table."""


class BySeat(Action):
    """An action performed by a seat. Seat 0 is the host."""

    seat: int


class OfCard(Action):
    """An action that concerns a card but no particular seat."""

    card: str


class SeatsCard(BySeat):
    """An action that a seat performs with a card."""

    card: str


class ByHost(Action):
    """A statement by the host."""


class NextRound(BySeat):
    """A seat, or the host (0), opens the next round."""


class TurnUp(OfCard):
    """The first card of the draw pile is turned up to begin another pile."""


class PutRight(OfCard):
    """A misplaced card has been removed from where it lay."""


class GiveTurn(ByHost):
    """The host says whose turn it is."""

    seat: int


class Reshuffle(ByHost):
    """The host says that the played cards have been shuffled into a new draw pile."""
