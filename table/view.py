"""What an audience sees of the table: a record with named fields, written as one JSON object for phones.

Each game derives its view from `View` and adds fields. A field, or an item of a sequence, is null while worlds differ
on it, even if its type does not allow null.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Self, TypeVar

from msgspec import UNSET, Meta, UnsetType

from table.facts import RobotKind
from table.values import Value, fields, replace

V = TypeVar("V")

Seat = Annotated[int, Meta(ge=1)]
Seats = tuple[Seat, ...]
JsonObject = Mapping[str, Any]


class Owed(Value, kw_only=True):
    """Cards that a seat owes another seat; `to` is null if the giver may choose the receiver."""

    to: Annotated[Seat | None, Meta(description="Seat that receives the cards; null if any seat may receive them.")]
    count: int


class SeatView(Value, kw_only=True):
    """A seat at the table."""

    seat: Seat
    name: str | None = None
    score: int | None = 0
    hand: Annotated[int | None, Meta(description="Number of cards in hand; null if it must stay unknown.")] = None
    robot: Annotated[
        RobotKind | UnsetType | None,
        Meta(description="Kind of the robot that plays here; null for a person."),
    ] = UNSET
    owes: Annotated[
        tuple[Owed, ...] | UnsetType | None,
        Meta(description="Cards that this seat still owes other seats."),
    ] = UNSET
    counting: Annotated[
        int | UnsetType | None,
        Meta(description="Number of cards counted so far, while this hand is being counted; null otherwise."),
    ] = UNSET

    @property
    def owed(self) -> tuple[Owed, ...] | None:
        """The cards that this seat owes; None if its game does not show them."""
        return None if isinstance(self.owes, UnsetType) else self.owes or ()

    @property
    def counted(self) -> int | None:
        """How many cards of this seat's hand have been counted; None if the hand is not being counted."""
        return None if isinstance(self.counting, UnsetType) else self.counting


class PileView(Value, kw_only=True):
    """A pile."""

    top: Annotated[str | None, Meta(description="The code of the card on top.")] = None
    count: int | None = 0
    wrong: Annotated[
        int | UnsetType | None,
        Meta(description="For a face-down pile: number of cards on it that must be taken off."),
    ] = UNSET

    @property
    def in_sight(self) -> tuple[str, ...]:
        """The cards on this pile that people can see or are being asked about."""
        return () if self.top is None else (self.top,)


class RaceView(Value, kw_only=True):
    """An open race: a slap, a match, or the time in which a card can be contested."""

    race: Literal["slap", "match", "contest"] | None
    seats: Seats | None
    by: Annotated[Seat | UnsetType | None, Meta(description="Seat whose card is contested.")] = UNSET
    closes_at: Annotated[
        float | None,
        Meta(description="When the race ends by itself, in seconds of game time; null if it has no time limit."),
    ] = None
    left_s: Annotated[
        float | UnsetType, Meta(description="Seconds until the race ends by itself; absent if it has no time limit.")
    ] = UNSET


class CorrectionView(Value, kw_only=True):
    """The misplaced cards on a zone."""

    zone: str
    cards: Annotated[
        tuple[str, ...] | None,
        Meta(description="Codes of the misplaced cards that this audience may know; empty if it may know none."),
    ] = ()
    to: Annotated[
        str | UnsetType,
        Meta(description="Zone to which the turned-over card must be moved; its code is already the `top` there."),
    ] = UNSET
    faces: Annotated[
        Mapping[str, int | str] | UnsetType,
        Meta(description="Visible face of each card, for cards with two faces."),
    ] = UNSET

    @property
    def belongs_on(self) -> str | None:
        """The zone where the turned-over card belongs; None if no card was turned over."""
        return None if isinstance(self.to, UnsetType) else self.to

    @property
    def named(self) -> tuple[str, ...]:
        """The misplaced cards that this audience may know."""
        return tuple(card for card in self.cards or () if card is not None)


class TakeBackView(Value, kw_only=True):
    """The seat whose last play may be taken back, and the zone of that play."""

    seat: Seat | None
    zone: str | None


class AnswerView(Value, kw_only=True):
    """An answer to a question."""

    answer: int | str
    label: str
    cards: Annotated[tuple[str, ...], Meta(description="Codes of the cards that the question is about.")] = ()


class QuestionView(Value, kw_only=True):
    """A question about something that the table cannot see."""

    choice: str
    seats: Seats
    text: str
    options: tuple[AnswerView, ...]


class GestureView(Value, kw_only=True):
    """What a button gesture means."""

    choice: Annotated[str, Meta(description="Name of the choice that the gesture makes, such as `pass`.")]
    says: Annotated[str, Meta(description="Short label of that choice, in one or two words.")]


class AskedView(Value, kw_only=True):
    """A card that a robot is asking someone to lay: position `place` from the left, out of `of` in its row."""

    seat: Seat
    place: int
    of: int
    zone: str


class View(Value, kw_only=True):
    """What an audience sees of the table. The defaults describe a table without a game and without seats.

    A game gives its prompt as separate `sentences`, because worlds may agree on only some of them; audiences get them
    joined as `prompt`.
    """

    game: str | None = None
    round: int | None = None
    rounds: int | UnsetType | None = UNSET
    running: Annotated[
        bool | None, Meta(description="Whether a round is in progress, from its first card to its end.")
    ] = False
    turn: Seat | None = None
    piles: Mapping[str, PileView] = {}
    seats: tuple[SeatView, ...] = ()
    waiting: Annotated[Seats | None, Meta(description="The seats whose buttons the game waits for.")] = ()
    headline: Annotated[str | UnsetType | None, Meta(description="State of the game, in two or three words.")] = UNSET
    prompt: Annotated[str, Meta(description="What to do now, and who must do it.")] = ""
    race: RaceView | None = None
    correction: CorrectionView | None = None
    take_back: TakeBackView | None = None
    question: QuestionView | None = None
    doubt: Annotated[
        QuestionView | UnsetType | None, Meta(description="Question that will be asked unless further play answers it.")
    ] = UNSET
    winners: Seats | None = None
    paused: bool = False
    over: bool = False
    notice: Annotated[
        str | None,
        Meta(description="Notice about something that has no effect on the game, such as an unknown card."),
    ] = None
    last: Annotated[JsonObject | None, Meta(description="The latest event.")] = None
    gestures: Annotated[
        Mapping[str, GestureView] | UnsetType,
        Meta(description="For a seat: what a `tap`, `hold` or `double` press of its button means now."),
    ] = UNSET
    undo_to: Annotated[
        int | UnsetType | None,
        Meta(description="For the host: number of the event that an undo would go back to; null if there is none."),
    ] = UNSET
    sentences: tuple[str | None, ...] | UnsetType = UNSET

    @classmethod
    def of(cls, view: "View") -> Self:
        """Return a view with this game's type. Raise TypeError if it is another game's view."""
        if not isinstance(view, cls):
            raise TypeError(f"expected a {cls.__name__}, not a {type(view).__name__}")
        return view

    @property
    def doubted(self) -> QuestionView | None:
        """The question that will be asked unless further play answers it, if any."""
        return None if isinstance(self.doubt, UnsetType) else self.doubt

    @property
    def awaited(self) -> Seats:
        """The seats whose buttons the game is certain to be waiting for."""
        return tuple(seat for seat in self.waiting or () if seat is not None)

    def takes(self, zone: str) -> bool:
        """Return whether a card could be meant for a zone now; always True unless a game overrides this."""
        return True

    def says(self, gesture: str) -> GestureView | None:
        """Return what a gesture of this seat's button means; None if it means nothing."""
        return None if isinstance(self.gestures, UnsetType) else self.gestures.get(gesture)

    def at(self, seat: int) -> SeatView | None:
        """Return a seat; None if it is not in this game."""
        return next((place for place in self.seats if place.seat == seat), None)


def closed(view: View) -> View:
    """Return a view in which nobody can act any more."""
    return replace(view, turn=None, waiting=(), running=False, race=None, correction=None, take_back=None)


def agreed(views: Sequence[V]) -> V:
    """Merge several worlds' views: a field on which they differ becomes null; nested records merge field by field."""
    merged: V = _merged(views)
    return merged


def _merged(parts: Sequence[Any]) -> Any:
    first = parts[0]
    if all(part == first for part in parts):
        return first
    if any(type(part) is not type(first) for part in parts):
        return None
    match first:
        case Value():
            return type(first)(**{name: _merged([getattr(part, name) for part in parts]) for name in fields(first)})
        case dict() if all(part.keys() == first.keys() for part in parts):
            return {key: _merged([part[key] for part in parts]) for key in first}
        case tuple() if all(len(part) == len(first) for part in parts):
            return tuple(_merged(items) for items in zip(*parts, strict=True))
        case _:
            return None
