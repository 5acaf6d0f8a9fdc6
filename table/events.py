"""Events that several games share: what a fact means, in the past tense; told to those who may know.

An event is one JSON object: `seq` (as its audience counts), `t` (when it was decided), `event` (its name), its fields.
Its class says who may know it, by allow-list: an event that is neither public nor the host's is told to nobody unless
its game shows it. What only one game tells stands with that game.
"""

from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from types import ModuleType
from typing import Any, ClassVar, Self, TypeVar

from table import moves
from table.moves import Move
from table.wording import Names

K = TypeVar("K")


@dataclass(frozen=True)
class Event:
    """Something that has happened. `blur` names the only fields that may become null while worlds differ on them.

    With one that `plays_on` play has gone on: the last race is shown no longer.
    """

    name: ClassVar[str]
    blur: ClassVar[frozenset[str]] = frozenset()
    plays_on: ClassVar[bool] = False

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


class PublicEvent(Event):
    """What everybody may know, unless the game's `show` gives somebody less of it."""


class HostEvent(Event):
    """What the host may know besides: how the hardware is."""


@dataclass(frozen=True)
class GameStarted(PublicEvent):
    """A game began, with these players by seat."""

    name: ClassVar[str] = "game_started"
    game: str
    players: tuple[str | None, ...]


@dataclass(frozen=True)
class RoundStarted(PublicEvent):
    """A round began."""

    name: ClassVar[str] = "round_started"
    plays_on: ClassVar[bool] = True
    round: int
    starter: int


@dataclass(frozen=True)
class PileStarted(PublicEvent):
    """A base card lies on a zone."""

    name: ClassVar[str] = "pile_started"
    plays_on: ClassVar[bool] = True
    zone: str
    card: str


@dataclass(frozen=True)
class TurnStarted(PublicEvent):
    """It is a seat's turn."""

    name: ClassVar[str] = "turn_started"
    seat: int


@dataclass(frozen=True)
class CardPlayed(PublicEvent):
    """A lawful card; `seat` is null as long as nobody can tell whose it was. Not everybody may know the card."""

    name: ClassVar[str] = "card_played"
    blur: ClassVar[frozenset[str]] = frozenset({"seat"})
    plays_on: ClassVar[bool] = True
    seat: int | None
    zone: str
    card: str | None

    def hands(self) -> Move:
        """Let it lie."""
        return moves.Settle(self.zone, self.card)


@dataclass(frozen=True)
class PlayRefused(PublicEvent):
    """A card that may not lie there, and why: `reason` for programs, `text` for people."""

    name: ClassVar[str] = "play_refused"
    blur: ClassVar[frozenset[str]] = frozenset({"seat", "text"})
    plays_on: ClassVar[bool] = True
    seat: int | None
    zone: str
    card: str | None
    reason: str
    text: str | None


@dataclass(frozen=True)
class PressRefused(PublicEvent):
    """A press that wanted something not to be had."""

    name: ClassVar[str] = "press_refused"
    seat: int
    reason: str
    text: str


@dataclass(frozen=True)
class CorrectionOpened(PublicEvent):
    """Something lies where it must not."""

    name: ClassVar[str] = "correction_opened"
    zone: str


@dataclass(frozen=True)
class CorrectionClosed(PublicEvent):
    """It is put right."""

    name: ClassVar[str] = "correction_closed"
    zone: str


@dataclass(frozen=True)
class PlayTakenBack(PublicEvent):
    """A player took his card back before anybody played on; `seat` null: nobody knows whose it was."""

    name: ClassVar[str] = "play_taken_back"
    blur: ClassVar[frozenset[str]] = frozenset({"seat"})
    seat: int | None
    zone: str
    card: str | None


@dataclass(frozen=True)
class CardDrawn(PublicEvent):
    """A player said that he drew."""

    name: ClassVar[str] = "card_drawn"
    seat: int
    count: int

    def hands(self) -> Move:
        """Draw."""
        return moves.Draw(self.seat, self.count)


@dataclass(frozen=True)
class DrawOwed(PublicEvent):
    """The rules make a player draw."""

    name: ClassVar[str] = "draw_owed"
    seat: int
    count: int

    def hands(self) -> Move:
        """Draw."""
        return moves.Draw(self.seat, self.count)


@dataclass(frozen=True)
class GiftOwed(PublicEvent):
    """A player has to give cards to another one; `receiver` null: whom the giver chooses."""

    name: ClassVar[str] = "gift_owed"
    blur: ClassVar[frozenset[str]] = frozenset({"giver"})
    giver: int | None
    receiver: int | None
    count: int

    def hands(self) -> Move | None:
        """Give, as soon as it is known who has to."""
        return None if self.giver is None else moves.Give(self.giver, self.receiver, self.count)


@dataclass(frozen=True)
class TurnPassed(PublicEvent):
    """A seat's turn is over without a card: `how` is `pass`, or how else a game lets turns end."""

    name: ClassVar[str] = "turn_passed"
    seat: int
    how: str


@dataclass(frozen=True)
class PileReshuffled(PublicEvent):
    """A pile is the draw pile again, but for its top card if that lies open."""

    name: ClassVar[str] = "pile_reshuffled"
    zone: str

    def hands(self) -> Move:
        """Shuffle."""
        return moves.ShuffleIn(self.zone)


@dataclass(frozen=True)
class RaceOpened(PublicEvent):
    """A race began; `race` is its kind, of those that a game has."""

    name: ClassVar[str] = "race_opened"
    blur: ClassVar[frozenset[str]] = frozenset({"seats"})
    race: str
    seats: tuple[int, ...] | None


@dataclass(frozen=True)
class Placing:
    """When a seat was there, in ms from the reading of the card that opened the race, and how far that may be off."""

    seat: int
    at_ms: float
    error_ms: float | None = None


@dataclass(frozen=True)
class RaceClosed(PublicEvent):
    """A race is over: who was there and when, who was last, whom nobody can tell apart, who was missing.

    `lot` is true if the table drew `last` among several.
    """

    name: ClassVar[str] = "race_closed"
    blur: ClassVar[frozenset[str]] = frozenset({"order", "last", "ties", "missing", "lot"})
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

    name: ClassVar[str] = "question_asked"
    seats: tuple[int, ...]
    choice: str
    options: tuple[int | str, ...]


@dataclass(frozen=True)
class QuestionSettled(PublicEvent):
    """A question has its answer, which people word as `label`; null if it does not matter any more."""

    name: ClassVar[str] = "question_settled"
    seats: tuple[int, ...]
    choice: str
    options: tuple[int | str, ...]
    answer: int | str | None
    label: str | None = None


@dataclass(frozen=True)
class Undone(PublicEvent):
    """The host took the table back to where this audience had been told event `to_seq`."""

    name: ClassVar[str] = "undone"
    to_seq: int

    def hands(self) -> Move:
        """Take everything back."""
        return moves.TakeBack(self.to_seq)


@dataclass(frozen=True)
class GamePaused(PublicEvent):
    """The host has paused the game."""

    name: ClassVar[str] = "game_paused"


@dataclass(frozen=True)
class GameResumed(PublicEvent):
    """The game goes on after a pause."""

    name: ClassVar[str] = "game_resumed"


@dataclass(frozen=True)
class GameAborted(PublicEvent):
    """The host has ended the game; nobody won."""

    name: ClassVar[str] = "game_aborted"
    plays_on: ClassVar[bool] = True


@dataclass(frozen=True)
class HandCounted(PublicEvent):
    """A seat's hand is counted."""

    name: ClassVar[str] = "hand_counted"
    seat: int
    points: int


@dataclass(frozen=True)
class RoundEnded(PublicEvent):
    """A round is over; `out` is who had no card left, if anybody was to get rid of them."""

    name: ClassVar[str] = "round_ended"
    round: int
    scores: Mapping[int, int]
    out: int | None


@dataclass(frozen=True)
class GameEnded(PublicEvent):
    """The game is over."""

    name: ClassVar[str] = "game_ended"
    totals: Mapping[int, int]
    winners: tuple[int, ...]


@dataclass(frozen=True)
class TagUnknown(HostEvent):
    """A tag that no deck knows lies on a zone; for the host, who knows what is wrong with the hardware."""

    name: ClassVar[str] = "tag_unknown"
    zone: str
    uid: str


@dataclass(frozen=True)
class TagUnread(PublicEvent):
    """Somebody touched a zone and was gone before the table could read him: he has to touch it again."""

    name: ClassVar[str] = "tag_unread"
    zone: str


@dataclass(frozen=True)
class ReaderLost(HostEvent):
    """A zone's reader does not work: the game waits."""

    name: ClassVar[str] = "reader_lost"
    zone: str


@dataclass(frozen=True)
class ReaderBack(HostEvent):
    """It works again: the game goes on."""

    name: ClassVar[str] = "reader_back"
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
