"""Events that several games share: what a fact means, in the past tense; told to those who may know.

An event is one JSON object: `seq` (as its audience counts), `t` (when it was decided), `event` (its name), its fields.
Its class says who may know it, by allow-list: an event that is neither public nor the host's is told to nobody unless
its game shows it. What only one game tells stands with that game.
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
    """Something that has happened. Its class's name is its `name`: `CardPlayed` is told as `card_played`.

    A class that derives from such a one is another form of the same event: it keeps the name, and what it does not
    say otherwise. `blur` names the only fields that may become null while worlds differ on them. With one that
    `plays_on` play has gone on: the last race is shown no longer.
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
        """Say it in a sentence to people; None where what all games share says it, or it goes without saying."""
        return None

    def said_if_asked(self, names: Names) -> str | None:
        """Say it to whoever asks why, though it may go without saying."""
        return self.said(names)

    def hands(self) -> Move | None:
        """Tell what people's hands do when they are told of it, if anything."""
        return None

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Self:
        """Read what an audience was told, a JSON object; what is missing there is null."""
        return _made(cls, told)


class PublicEvent(Event, told=False):
    """What everybody may know, unless the game's `show` gives somebody less of it."""


class HostEvent(Event, told=False):
    """What the host may know besides: how the hardware is."""


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
    """A lawful card; `seat` is null as long as nobody can tell whose it was. Not everybody may know the card."""

    seat: int | None
    zone: str
    card: str | None

    def hands(self) -> Move:
        return moves.Settle(self.zone, self.card)


@dataclass(frozen=True)
class PlayRefused(PublicEvent, blur={"seat", "text"}, plays_on=True):
    """A card that may not lie there, and why: `reason` for programs, `text` for people."""

    seat: int | None
    zone: str
    card: str | None
    reason: str
    text: str | None


@dataclass(frozen=True)
class PressRefused(PublicEvent):
    """A press that wanted something not to be had."""

    seat: int
    reason: str
    text: str


@dataclass(frozen=True)
class CorrectionOpened(PublicEvent):
    """Something lies where it must not."""

    zone: str


@dataclass(frozen=True)
class CorrectionClosed(PublicEvent):
    """It is put right."""

    zone: str


@dataclass(frozen=True)
class PlayTakenBack(PublicEvent, blur={"seat"}):
    """A player took his card back before anybody played on; `seat` null: nobody knows whose it was."""

    seat: int | None
    zone: str
    card: str | None


@dataclass(frozen=True)
class CardDrawn(PublicEvent):
    """A player said that he drew."""

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
    """A player has to give cards to another one; `receiver` null: whom the giver chooses."""

    giver: int | None
    receiver: int | None
    count: int

    def hands(self) -> Move | None:
        """Give, as soon as it is known who has to."""
        return None if self.giver is None else moves.Give(self.giver, self.receiver, self.count)


@dataclass(frozen=True)
class TurnPassed(PublicEvent):
    """A seat's turn is over without a card: `how` is `pass`, or how else a game lets turns end."""

    seat: int
    how: str


@dataclass(frozen=True)
class PileReshuffled(PublicEvent):
    """A pile is the draw pile again, but for its top card if that lies open."""

    zone: str

    def hands(self) -> Move:
        return moves.ShuffleIn(self.zone)


@dataclass(frozen=True)
class RaceOpened(PublicEvent, blur={"seats"}):
    """A race began; `race` is its kind, of those that a game has."""

    race: str
    seats: tuple[int, ...] | None


@dataclass(frozen=True)
class Placing:
    """When a seat was there, in ms from the reading of the card that opened the race, and how far that may be off."""

    seat: int
    at_ms: float
    error_ms: float | None = None


@dataclass(frozen=True)
class RaceClosed(PublicEvent, blur={"order", "last", "ties", "missing", "lot"}):
    """A race is over: who was there and when, who was last, whom nobody can tell apart, who was missing.

    `lot` is true if the table drew `last` among several.
    """

    race: str
    order: tuple[Placing, ...] | None
    last: int | None = None
    ties: tuple[tuple[int, ...], ...] | None = ()
    missing: tuple[int, ...] | None = ()
    lot: bool | None = False

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Self:
        """Read the times, too."""
        order = told.get("order")
        return super().of({**told, "order": order and tuple(_made(Placing, one) for one in order)})


@dataclass(frozen=True)
class QuestionAsked(PublicEvent):
    """What the table cannot see and has to be told by one of these seats, or the host."""

    seats: tuple[int, ...]
    choice: str
    options: tuple[int | str, ...]


@dataclass(frozen=True)
class QuestionSettled(PublicEvent):
    """A question has its answer, which people word as `label`; null if it does not matter any more."""

    seats: tuple[int, ...]
    choice: str
    options: tuple[int | str, ...]
    answer: int | str | None
    label: str | None = None


@dataclass(frozen=True)
class Undone(PublicEvent):
    """The host took the table back to where this audience had been told event `to_seq`."""

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
    """A round is over; `out` is who had no card left, if anybody was to get rid of them."""

    round: int
    scores: Mapping[int, int]
    out: int | None


@dataclass(frozen=True)
class GameEnded(PublicEvent):
    """The game is over."""

    totals: Mapping[int, int]
    winners: tuple[int, ...]


@dataclass(frozen=True)
class TagUnknown(HostEvent):
    """A tag that no deck knows lies on a zone; for the host, who knows what is wrong with the hardware."""

    zone: str
    uid: str


@dataclass(frozen=True)
class TagUnread(PublicEvent):
    """Somebody touched a zone and was gone before the table could read him: he has to touch it again."""

    zone: str


@dataclass(frozen=True)
class ReaderLost(HostEvent):
    """A zone's reader does not work: the game waits."""

    zone: str


@dataclass(frozen=True)
class ReaderBack(HostEvent):
    """It works again: the game goes on."""

    zone: str


Kinds = Mapping[str, type[Event]]  # events by their names


def kinds(module: ModuleType) -> Kinds:
    """Find the events that a module defines, by name."""
    found = (kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Event))
    return {kind.name: kind for kind in found if hasattr(kind, "name")}


def dump(event: Event) -> dict[str, Any]:
    """Make the JSON object of an event, without `seq` and `t`.

    >>> dump(TurnStarted(seat=2))
    {'event': 'turn_started', 'seat': 2}
    """
    told = {field.name: _plain(getattr(event, field.name)) for field in fields(event)}
    if told.get("card", "") is None:  # an audience that may not know a card is told of none
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
    """Make a dataclass of an object, and let what it lacks be null."""
    needed = (field for field in fields(kind) if field.name in told or field.default is MISSING)  # type: ignore[arg-type]
    return kind(**{field.name: told.get(field.name) for field in needed})
