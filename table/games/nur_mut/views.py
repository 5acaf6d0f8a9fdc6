"""What an audience sees of a Nur Mut game."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from table.games.nur_mut.cards import Face
from table.view import PileView, SeatView, View


class NurMutPile(PileView, kw_only=True):
    """One of the three piles.

    `shows` is the card on top, or the one that was on top until the pile was taken. While players are being asked which
    pile that was, `top` and `count` are null, but `shows` still has the cards in question.
    """

    face: Annotated[Face | None, Meta(description="Visible face of the top card; null if unknown.")] = None
    faces: Annotated[tuple[Face, ...] | None, Meta(description="Both faces of the top card.")] = None
    shows: str | None = None
    fits: Annotated[tuple[Face | None, ...] | None, Meta(description="Faces that fit on this pile.")] = ()

    @property
    def in_sight(self) -> tuple[str, ...]:
        """The cards that players see on the pile, or are asked about."""
        return tuple(card for card in (self.top, self.shows) if card is not None)


class NurMutSeat(SeatView, kw_only=True):
    """A seat, and whether it has passed."""

    passed: bool | None


class NurMutView(View, kw_only=True):
    """What an audience sees of a game of Nur Mut."""

    piles: Mapping[str, NurMutPile] = {}
    seats: tuple[NurMutSeat, ...] = ()
    courage: Annotated[bool | None, Meta(description="Whether the seat in turn has declared Courage.")] = False
    lot: Annotated[
        tuple[str, ...] | None,
        Meta(description="Piles in random order, which decides between equally high ones after Courage has failed."),
    ] = None
