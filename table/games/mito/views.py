"""What an audience sees of a Mito game."""

from typing import Annotated, Literal

from msgspec import Meta

from table.values import Value
from table.view import RaceView, Seat, Seats, SeatView, View


class MitoSeat(SeatView, kw_only=True):
    """A seat in Mito's view. The number of cards in its hand is never shown."""

    guard: bool | None


class MitoRace(RaceView, kw_only=True):
    """A race to slap a mosquito, or to answer a cockroach."""

    race: Literal["slap", "match"] | None
    card: str | None
    there: Annotated[Seats | None, Meta(description="Seats that have pressed.")]
    answered: Annotated[
        str | None, Meta(description="Code of the card that answers a cockroach; null until one is laid.")
    ]


class Call(Value, kw_only=True):
    """The guard has called out a player for cheating."""

    by: Seat | None
    accused: Seat | None


class MitoView(View, kw_only=True):
    """What an audience sees of a game of Mito."""

    seats: tuple[MitoSeat, ...] = ()
    race: MitoRace | None = None
    fits: Annotated[tuple[int, ...] | None, Meta(description="The numbers that may be laid now.")] = ()
    may_draw: Annotated[
        bool | None, Meta(description="Whether a tap by the seat in turn draws a card; otherwise it passes.")
    ] = False
    call: Call | None = None
