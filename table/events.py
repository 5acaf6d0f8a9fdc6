"""Events that several games share: what a fact means, named in the past tense, told to those who may know.

An event is one JSON object: `seq` (as its audience counts), `t` (when it was decided), `event` (its name), its fields.
Its class says who may know it, by allow-list: an event that is neither public nor the host's is told to nobody unless
its game shows it. Events of a single game are defined with that game.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from types import ModuleType
from typing import Any, ClassVar, Self, TypeVar

from table import moves
from table.moves import Move
from table.wording import Names

K = TypeVar("K")

_WORD = re.compile(r"(?<!^)(?=[A-Z])")  # where the next word of a class's name begins


@dataclass(frozen=True)
class Event:
    """Something that happened. Its `name` is its class's: `CardPlayed` is told as `card_played`.

    A class derived from such a one is another form of the same event: it keeps the name, and whatever it does not
    override. `blur` names the only fields that may become null while worlds differ on them. An event that `plays_on`
    shows that play has gone on, so the last race is no longer shown.
    """

    name: ClassVar[str]
    blur: ClassVar[frozenset[str]] = frozenset()
    plays_on: ClassVar[bool] = False

    def __init_subclass__(
        cls, *, blur: Collection[str] | None = None, plays_on: bool | None = None, told: bool = True
    ) -> None:
        """Name a kind of event, unless it is another form of one, or is not `told` but derived from."""
        super().__init_subclass__()
        if told and not hasattr(cls, "name"):
            cls.name = _WORD.sub("_", cls.__name__).lower()
        if blur is not None:
            cls.blur = frozenset(blur)
        if plays_on is not None:
            cls.plays_on = plays_on

    def said(self, names: Names) -> str | None:
        """Return a sentence for people; None if the shared sentences have one, or none is needed."""
        return None

    def said_if_asked(self, names: Names) -> str | None:
        """Return a sentence for whoever asks why, even if none is shown otherwise."""
        return self.said(names)

    def hands(self) -> Move | None:
        """Return what people's hands do when they hear of it, if anything."""
        return None

    @classmethod
    def from_told(cls, told: Mapping[str, Any]) -> Self:
        """Return the event from a JSON object as an audience was told it; missing fields are null."""
        return _made(cls, told)


class PublicEvent(Event, told=False):
    """What everybody may know, unless the game's `show` gives an audience less of it."""


class HostEvent(Event, told=False):
    """What only the host is told: the health of the hardware."""


@dataclass(frozen=True)
class GameStarted(PublicEvent):
    """A game began, with these players by seat."""

    game: str
    players: tuple[str | None, ...]


@dataclass(frozen=True)
class RoundStarted(PublicEvent, plays_on=True):
    """A round began."""

    round: int
    starter: int


@dataclass(frozen=True)
class PileStarted(PublicEvent, plays_on=True):
    """A base card lies on a zone."""

    zone: str
    card: str


@dataclass(frozen=True)
class TurnStarted(PublicEvent):
    """It is a seat's turn."""

    seat: int


@dataclass(frozen=True)
class CardPlayed(PublicEvent, blur={"seat"}, plays_on=True):
    """A legal card was played; `seat` is null while it is not known whose it was. Not everybody may know the card."""

    seat: int | None
    zone: str
    card: str | None

    def hands(self) -> Move:
        return moves.Settle(self.zone, self.card)


@dataclass(frozen=True)
class PlayRefused(PublicEvent, blur={"seat", "text"}, plays_on=True):
    """A card was refused there, and why: `reason` for programs, `text` for people."""

    seat: int | None
    zone: str
    card: str | None
    reason: str
    text: str | None


@dataclass(frozen=True)
class PressRefused(PublicEvent):
    """A press was refused, and why."""

    seat: int
    reason: str
    text: str


@dataclass(frozen=True)
class CorrectionOpened(PublicEvent):
    """Something lies where it must not."""

    zone: str


@dataclass(frozen=True)
class CorrectionClosed(PublicEvent):
    """It was put right."""

    zone: str


@dataclass(frozen=True)
class PlayTakenBack(PublicEvent, blur={"seat"}):
    """A player took a card back before anybody played on; `seat` is null if it is not known whose it was."""

    seat: int | None
    zone: str
    card: str | None


@dataclass(frozen=True)
class CardDrawn(PublicEvent):
    """A player said that they drew."""

    seat: int
    count: int

    def hands(self) -> Move:
        return moves.Draw(self.seat, self.count)


@dataclass(frozen=True)
class DrawOwed(PublicEvent):
    """The rules make a player draw."""

    seat: int
    count: int

    def hands(self) -> Move:
        return moves.Draw(self.seat, self.count)


@dataclass(frozen=True)
class GiftOwed(PublicEvent, blur={"giver"}):
    """A player has to give cards to another; `receiver` is null if the giver chooses."""

    giver: int | None
    receiver: int | None
    count: int

    def hands(self) -> Move | None:
        """Give, once it is known who has to."""
        return None if self.giver is None else moves.Give(self.giver, self.receiver, self.count)


@dataclass(frozen=True)
class TurnPassed(PublicEvent):
    """A turn ended without a card: `how` is `pass`, or another way in which the game lets turns end."""

    seat: int
    how: str


@dataclass(frozen=True)
class PileReshuffled(PublicEvent):
    """A pile became the draw pile again, except for its top card if that lies open."""

    zone: str

    def hands(self) -> Move:
        return moves.ShuffleIn(self.zone)


@dataclass(frozen=True)
class RaceOpened(PublicEvent, blur={"seats"}):
    """A race began; `race` is its kind."""

    race: str
    seats: tuple[int, ...] | None


@dataclass(frozen=True)
class Placing:
    """When a seat was there, in ms from the reading of the card that opened the race, with the error of that time."""

    seat: int
    at_ms: float
    error_ms: float | None = None


@dataclass(frozen=True)
class RaceClosed(PublicEvent, blur={"order", "last", "ties", "missing", "lot"}):
    """A race is over: who was there and when, who was last, whom nobody can tell apart, who was missing.

    `lot` is true if `last` was drawn in a tie-break.
    """

    race: str
    order: tuple[Placing, ...] | None
    last: int | None = None
    ties: tuple[tuple[int, ...], ...] | None = ()
    missing: tuple[int, ...] | None = ()
    lot: bool | None = False

    @classmethod
    def from_told(cls, told: Mapping[str, Any]) -> Self:
        """Return the event with its times."""
        order = told.get("order")
        return super().from_told({**told, "order": order and tuple(_made(Placing, one) for one in order)})


@dataclass(frozen=True)
class QuestionAsked(PublicEvent):
    """The table asks what it cannot see; one of these seats, or the host, has to answer."""

    seats: tuple[int, ...]
    choice: str
    options: tuple[int | str, ...]


@dataclass(frozen=True)
class QuestionSettled(PublicEvent):
    """A question was answered; `label` is the answer in words; null if it no longer matters."""

    seats: tuple[int, ...]
    choice: str
    options: tuple[int | str, ...]
    answer: int | str | None
    label: str | None = None


@dataclass(frozen=True)
class Undone(PublicEvent):
    """The host took the table back to event `to_seq`, as this audience counts."""

    to_seq: int

    def hands(self) -> Move:
        return moves.TakeBack(self.to_seq)


@dataclass(frozen=True)
class GamePaused(PublicEvent):
    """The host has paused the game."""


@dataclass(frozen=True)
class GameResumed(PublicEvent):
    """The game goes on after a pause."""


@dataclass(frozen=True)
class GameAborted(PublicEvent, plays_on=True):
    """The host has ended the game; nobody won."""


@dataclass(frozen=True)
class HandCounted(PublicEvent):
    """A seat's hand is counted."""

    seat: int
    points: int


@dataclass(frozen=True)
class RoundEnded(PublicEvent):
    """A round is over; `out` is the seat with no cards left, in games where that ends a round."""

    round: int
    scores: Mapping[int, int]
    out: int | None


@dataclass(frozen=True)
class GameEnded(PublicEvent):
    """The game is over."""

    totals: Mapping[int, int]
    winners: tuple[int, ...]


@dataclass(frozen=True)
class RobotAsks(PublicEvent):
    """A robot asks people to lay a card of its row: at `place` from the left, of `of` cards that lie there."""

    seat: int
    place: int
    of: int
    zone: str


@dataclass(frozen=True)
class RobotWaits(PublicEvent):
    """It asks for nothing any more."""

    seat: int


@dataclass(frozen=True)
class CardNotAskedFor(PublicEvent):
    """Another card came than the one that a robot asked for, or one of its row unasked: it does not count.

    Which one it was is for the sealed log alone.
    """

    seat: int
    zone: str
    card: str | None


@dataclass(frozen=True)
class TagUnknown(HostEvent):
    """A tag that no deck knows came to a zone."""

    zone: str
    uid: str


@dataclass(frozen=True)
class TagUnread(PublicEvent):
    """A tag touched a zone and was gone before it could be read: it has to touch it again."""

    zone: str


@dataclass(frozen=True)
class ReaderLost(HostEvent):
    """A zone's reader has failed: the game waits."""

    zone: str


@dataclass(frozen=True)
class ReaderBack(HostEvent):
    """It works again: the game goes on."""

    zone: str


Kinds = Mapping[str, type[Event]]  # events by their names


def kinds(module: ModuleType) -> Kinds:
    """Return the events that a module defines, by name."""
    found = (kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Event))
    return {kind.name: kind for kind in found if hasattr(kind, "name")}


def dump(event: Event) -> dict[str, Any]:
    """Return the JSON object of an event, without `seq` and `t`.

    >>> dump(TurnStarted(seat=2))
    {'event': 'turn_started', 'seat': 2}
    """
    told = {field.name: _plain(getattr(event, field.name)) for field in fields(event)}
    if told.get("card", "") is None:  # an audience that may not know a card gets no field for it
        del told["card"]
    return {"event": event.name} | told


def _plain(value: Any) -> Any:
    match value:
        case Placing():
            return {name: at for name, at in asdict(value).items() if at is not None}
        case tuple():
            return [_plain(item) for item in value]
        case Mapping():
            return {str(key): _plain(item) for key, item in value.items()}
        case _:
            return value


def _made(kind: type[K], told: Mapping[str, Any]) -> K:
    """Return a dataclass made from an object; missing fields are null."""
    needed = (field for field in fields(kind) if field.name in told or field.default is MISSING)  # type: ignore[arg-type]
    return kind(**{field.name: told.get(field.name) for field in needed})
