"""What an audience sees of a Mythology GO game."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from table.games.mythology_go.actions import DISCARD
from table.games.mythology_go.cards import Colour
from table.values import Value
from table.view import Seat, SeatView, View

Stage = Literal["shown", "cards", "colours", "strong_weak", "doubling", "identification"]


class Terrain(Value, kw_only=True):
    """A card on a terrain: `card` is null if it is face down; `pair` is the other card of a fused pair."""

    card: str | None
    closed: bool | None
    risen: Annotated[bool | None, Meta(description="Whether the card has returned from the dead.")]
    pair: str | None


class OwnTerrain(Value, kw_only=True):
    """A card on the viewer's own terrain; `forbidden` is the reason it may not lie face down."""

    card: str
    closed: bool
    forbidden: str | None


class MgoSeat(SeatView, kw_only=True):
    """A seat; `worth` is the value of its row so far, judging by public knowledge."""

    terrain: tuple[Terrain, ...] | None
    deity: str | None
    has_deity: bool | None
    belief: str | None
    worth: int | None
    declared: Annotated[
        bool | None, Meta(description="During the count: whether the seat has declared everything; otherwise null.")
    ]


class DueView(Value, kw_only=True):
    """What is due to be destroyed, and by which card; `choice` is the seat that chooses."""

    by: str | None
    cards: tuple[str, ...] | None
    choice: Seat | None


class Own(Value, kw_only=True):
    """What only the seat itself knows about its cards."""

    terrain: tuple[OwnTerrain, ...]
    deity: str | None
    laid: Annotated[tuple[str, ...] | None, Meta(description="Cards of this turn that can still be taken back.")]
    spells: Annotated[tuple[str, ...] | None, Meta(description="Spells played in this turn.")]
    played: Annotated[int | None, Meta(description="Number of cards that the seat has played in this turn.")]
    effects: Annotated[tuple[str, ...] | None, Meta(description="Cards whose effect may be used now.")]
    names: Annotated[bool, Meta(description="Whether the seat may name a creature to search for.")]
    searches: Annotated[str | None, Meta(description="Creature that the seat searches for.")]
    aims: Annotated[
        Mapping[str, str | None],
        Meta(description="During the count: target of each card that needs one; null until it is chosen."),
    ]
    identifies: Annotated[
        bool, Meta(description="During the count: whether the seat’s Deity lets it accuse another player.")
    ]


class EffectPoints(Value):
    """The points earned by a card's effect."""

    card: str
    keyword: str
    points: int


class CountedPlayer(Value, kw_only=True):
    """One player's points: for values, effects, colours, and what is counted last."""

    name: str
    values: int
    effects: Sequence[EffectPoints]
    colours: Mapping[Colour, int]
    strong_weak: int
    doubling: int
    identification: int
    total: int


class CountStep(Value):
    """One step of a player's count: points and their reason. `card` is the card that earned them, null for a colour."""

    stage: Stage
    player: Annotated[int, Meta(description="Index of the player among the occupied seats, from 0.")]
    card: str | None
    keyword: str
    points: int
    why: str


class CountView(Value):
    """How each player's points were scored; none are shown while worlds differ on them."""

    players: Sequence[CountedPlayer]
    steps: Sequence[CountStep]


class MgoView(View, kw_only=True):
    """What an audience sees of a game of Mythology GO."""

    seats: tuple[MgoSeat, ...] = ()
    counting: bool | None = False
    places: Annotated[int, Meta(description="Maximum number of cards on a terrain.")] = 0
    draws: Annotated[int | None, Meta(description="Number of cards that the seat in turn draws.")] = 0
    due: DueView | None = None
    printed: Annotated[
        str | None, Meta(description="Spell of this turn whose printed text people carry out themselves.")
    ] = None
    count: Annotated[CountView | None, Meta(description="How everybody’s points came about, step by step.")] = None
    own: Own | UnsetType = UNSET

    def takes(self, zone: str) -> bool:
        """Return whether a card may be meant for a zone now; for the discard, only while something has to go there."""
        return zone != DISCARD or self.due is not None or self.printed is not None

    @property
    def mine(self) -> Own | None:
        """What is known only to the seat that this view is for; None in a view for any other audience."""
        return None if isinstance(self.own, UnsetType) else self.own
