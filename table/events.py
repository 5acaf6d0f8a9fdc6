"""Events that several games share: what a fact means, named in the past tense, told to those who may know.

An event is one JSON object: `seq` (as its audience counts), `t` (when it was decided), `event` (its name), its fields.
Its class says who may know it, by allow-list: an event that is neither public nor the host's is told to nobody unless
its game shows it. Events of a single game are defined with that game.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import MISSING, asdict, fields
from functools import cache
from types import ModuleType, NoneType
from typing import Any, ClassVar, Literal, Self, TypeVar

from table import moves
from table.moves import Move
from table.saying import say
from table.values import value
from table.wording import Names

K = TypeVar("K")

_PLAIN = frozenset({str, int, float, bool, NoneType})  # what JSON takes as it is
_WORD = re.compile(r"(?<!^)(?=[A-Z])")  # where the next word of a class's name begins


Deed = Literal[
    "pressed", "missed", "last", "call_right", "call_wrong", "bluff_told", "bluff_doubted", "bluff_found_out",
]  # fmt: skip


@value
class Feat:
    """Something a player did that is counted over the years; of a press in a race, `ms` from the card to it."""

    seat: int
    deed: Deed
    ms: float | None = None


@value
class Event:
    """Something that happened. Its `name` is its class's: `CardPlayed` is told as `card_played`.

    A class derived from such a one is another form of the same event: it keeps the name, and whatever it does not
    override. `blur` names the only fields that may become null while worlds differ on them. An event that `plays_on`
    shows that play has gone on, so the last race is no longer shown. One that `opens_secrets` is worth looking up.
    """

    name: ClassVar[str]
    blur: ClassVar[frozenset[str]] = frozenset()
    plays_on: ClassVar[bool] = False
    opens_secrets: ClassVar[bool] = False

    def __init_subclass__(
        cls,
        *,
        blur: Collection[str] | None = None,
        plays_on: bool | None = None,
        opens_secrets: bool | None = None,
        told: bool = True,
    ) -> None:
        """Name a kind of event, unless it is another form of one, or is not `told` but derived from."""
        super().__init_subclass__()
        if told and not hasattr(cls, "name"):
            cls.name = _WORD.sub("_", cls.__name__).lower()
        if blur is not None:
            cls.blur = frozenset(blur)
        if plays_on is not None:
            cls.plays_on = plays_on
        if opens_secrets is not None:
            cls.opens_secrets = opens_secrets

    def said(self, names: Names) -> str | None:
        """Return a sentence for people; None if the shared sentences have one, or none is needed."""
        return None

    def said_if_asked(self, names: Names) -> str | None:
        """Return a sentence for whoever asks why, even if none is shown otherwise."""
        return self.said(names)

    def hands(self) -> Move | None:
        """Return what people's hands do when they hear of it, if anything."""
        return None

    def feats(self, before: Sequence["Event"]) -> tuple[Feat, ...]:
        """Return what is to be counted of it over the years; `before` are the events that stood then."""
        return ()

    @classmethod
    def from_told(cls, told: Mapping[str, Any]) -> Self:
        """Return the event from a JSON object as an audience was told it; missing fields are null."""
        return _made(cls, told)


class PublicEvent(Event, told=False):
    """What everybody may know, unless the game's `show` gives an audience less of it."""


class HostEvent(Event, told=False):
    """What only the host is told: the health of the hardware."""


@value
class GameStarted(PublicEvent):
    """A game began, with these players by seat."""

    game: str
    players: tuple[str | None, ...]


@value
class RoundStarted(PublicEvent, plays_on=True):
    """A round began."""

    round: int
    starter: int


@value
class PileStarted(PublicEvent, plays_on=True):
    """A base card lies on a zone."""

    zone: str
    card: str


@value
class TurnStarted(PublicEvent):
    """It is a seat's turn."""

    seat: int


@value
class CardPlayed(PublicEvent, blur={"seat"}, plays_on=True):
    """A legal card was played; `seat` is null while it is not known whose it was. Not everybody may know the card."""

    seat: int | None
    zone: str
    card: str | None

    def hands(self) -> Move:
        return moves.Settle(self.zone, self.card)


@value
class PlayRefused(PublicEvent, blur={"seat", "text"}, plays_on=True):
    """A card was refused there, and why: `reason` for programs, `text` for people."""

    seat: int | None
    zone: str
    card: str | None
    reason: str
    text: str | None


@value
class PressRefused(PublicEvent):
    """A press was refused, and why."""

    seat: int
    reason: str
    text: str


@value
class CorrectionOpened(PublicEvent):
    """Something lies where it must not."""

    zone: str


@value
class CorrectionClosed(PublicEvent):
    """It was put right."""

    zone: str


@value
class PlayTakenBack(PublicEvent, blur={"seat"}):
    """A player took a card back before anybody played on; `seat` is null if it is not known whose it was."""

    seat: int | None
    zone: str
    card: str | None


@value
class CardDrawn(PublicEvent):
    """A player said that they drew."""

    seat: int
    count: int

    def hands(self) -> Move:
        return moves.Draw(self.seat, self.count)


@value
class DrawOwed(PublicEvent):
    """The rules make a player draw."""

    seat: int
    count: int

    def hands(self) -> Move:
        return moves.Draw(self.seat, self.count)


@value
class GiftOwed(PublicEvent, blur={"giver"}):
    """A player has to give cards to another; `receiver` is null if the giver chooses."""

    giver: int | None
    receiver: int | None
    count: int

    def hands(self) -> Move | None:
        """Give, once it is known who has to."""
        return None if self.giver is None else moves.Give(self.giver, self.receiver, self.count)


@value
class TurnPassed(PublicEvent):
    """A turn ended without a card: `how` is `pass`, or another way in which the game lets turns end."""

    seat: int
    how: str


@value
class PileReshuffled(PublicEvent):
    """A pile became the draw pile again, except for its top card if that lies open."""

    zone: str

    def hands(self) -> Move:
        return moves.ShuffleIn(self.zone)


@value
class RaceOpened(PublicEvent, blur={"seats"}):
    """A race began; `race` is its kind."""

    race: str
    seats: tuple[int, ...] | None


@value
class Placing:
    """When a seat was there, in ms from the reading of the card that opened the race, with the error of that time."""

    seat: int
    at_ms: float
    error_ms: float | None = None


@value
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


@value
class _Question(PublicEvent, told=False):
    """What the table cannot see, and one of these seats, or the host, can tell; `seat` is null if it is several."""

    seat: int | None
    seats: tuple[int, ...]
    choice: str
    options: tuple[int | str, ...]


@value
class QuestionAsked(_Question):
    """The table asks what it cannot see."""


@value
class QuestionSettled(_Question):
    """A question was answered; `label` is the answer in words; null if it no longer matters."""

    answer: int | str | None
    label: str | None = None


@value
class Undone(PublicEvent):
    """The host took the table back to event `to_seq`, as this audience counts."""

    to_seq: int

    def hands(self) -> Move:
        return moves.TakeBack(self.to_seq)


@value
class GamePaused(PublicEvent):
    """The host has paused the game."""


@value
class GameResumed(PublicEvent):
    """The game goes on after a pause."""


@value
class GameAborted(PublicEvent, plays_on=True):
    """The host has ended the game; nobody won."""


@value
class HandCounted(PublicEvent):
    """A seat's hand is counted."""

    seat: int
    points: int


@value
class RoundEnded(PublicEvent):
    """A round is over; `out` is the seat with no cards left, in games where that ends a round."""

    round: int
    scores: Mapping[int, int]
    out: int | None


@value
class GameEnded(PublicEvent):
    """The game is over."""

    totals: Mapping[int, int]
    winners: tuple[int, ...]


@value
class RobotAsks(PublicEvent):
    """A robot asks people to lay a card of its row: at `place` from the left, of `of` cards that lie there."""

    seat: int
    place: int
    of: int
    zone: str


@value
class RobotWaits(PublicEvent):
    """It asks for nothing any more."""

    seat: int


@value
class CardNotAskedFor(PublicEvent):
    """Another card came than the one that a robot asked for, or one of its row unasked: it does not count.

    Which one it was is for the sealed log alone.
    """

    seat: int
    zone: str
    card: str | None


@value
class HeldCardNamed(Event):
    """Somebody asked which card it was: it touched the own pad while the button was down. For that seat alone."""

    seat: int
    card: str

    def said(self, names: Names) -> str:
        """Name the card."""
        return say("In your hand: {card}.", card=names.card(self.card))


@value
class TagUnknown(HostEvent):
    """A tag that no deck knows came to a zone."""

    zone: str
    uid: str


@value
class TagUnread(PublicEvent):
    """A tag touched a zone and was gone before it could be read: it has to touch it again."""

    zone: str


@value
class ReaderLost(HostEvent):
    """A zone's reader has failed: the game waits."""

    zone: str


@value
class ReaderBack(HostEvent):
    """It works again: the game goes on."""

    zone: str


Kinds = Mapping[str, type[Event]]  # events by their names


def kinds(module: ModuleType) -> Kinds:
    """Return the events that a module defines, by name."""
    found = (kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Event))
    return {kind.name: kind for kind in found if hasattr(kind, "name")}


def standing(told: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the events that an audience was told, without those taken back."""
    if not any(event["event"] == "undone" for event in told):
        return list(told)
    kept: list[Mapping[str, Any]] = []
    for event in told:
        if event["event"] == "undone":
            kept = [before for before in kept if before["seq"] <= event["to_seq"]]
        else:
            kept.append(event)
    return kept


def dump(event: Event) -> dict[str, Any]:
    """Return the JSON object of an event, without `seq` and `t`.

    >>> dump(TurnStarted(seat=2))
    {'event': 'turn_started', 'seat': 2}
    """
    kind: Any = type(event)
    told = {name: _plain(getattr(event, name)) for name in _fields(kind)}
    if told.get("card", "") is None:  # an audience that may not know a card gets no field for it
        del told["card"]
    return {"event": event.name} | told


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _plain(value: Any) -> Any:
    if type(value) in _PLAIN:
        return value
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
