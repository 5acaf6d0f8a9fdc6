"""What an audience sees of a Mytho game."""

from typing import Annotated

from msgspec import Meta

from table.view import RaceView, Seat, View


class Contest(RaceView, kw_only=True):
    """The time during which a hidden card can be contested, shown as a race."""

    by: Seat | None


class MythoView(View, kw_only=True):
    """What an audience sees of a game of Mytho."""

    race: Contest | None = None
    may_draw: Annotated[bool | None, Meta(description="Whether the seat in turn may draw a card.")] = False
    fits: Annotated[
        tuple[str, ...] | None,
        Meta(description="Codes of all cards of the deck that fit on the reference, whoever holds them."),
    ] = ()
    draw: Annotated[int | None, Meta(description="Number of cards in the draw pile.")] = None
