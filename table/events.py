"""Events: what a fact means, in the past tense; told to those who may know.

An event is one JSON object: `seq` (as its audience counts), `t` (when it was decided), `event` (its name), its fields.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar


@dataclass(frozen=True)
class Event:
    """Something that has happened. `blur` names the only fields that may become null while worlds differ on them."""

    name: ClassVar[str]
    blur: ClassVar[frozenset[str]] = frozenset()


@dataclass(frozen=True)
class GameStarted(Event):
    """A game began, with these players by seat."""

    name: ClassVar[str] = "game_started"
    game: str
    players: tuple[str | None, ...]


@dataclass(frozen=True)
class RoundStarted(Event):
    """A round began; in Mito `guard` holds the Guard Bug."""

    name: ClassVar[str] = "round_started"
    round: int
    starter: int
    guard: int | None = None


@dataclass(frozen=True)
class PileStarted(Event):
    """A base card lies on a zone."""

    name: ClassVar[str] = "pile_started"
    zone: str
    card: str


@dataclass(frozen=True)
class TurnStarted(Event):
    """It is a seat's turn."""

    name: ClassVar[str] = "turn_started"
    seat: int


@dataclass(frozen=True)
class CardPlayed(Event):
    """A lawful card."""

    name: ClassVar[str] = "card_played"
    seat: int
    zone: str
    card: str


@dataclass(frozen=True)
class PlayRefused(Event):
    """A card that may not lie there, and why: `reason` for programs, `text` for people."""

    name: ClassVar[str] = "play_refused"
    seat: int | None
    zone: str
    card: str
    reason: str
    text: str


@dataclass(frozen=True)
class PressRefused(Event):
    """A press that wanted something not to be had."""

    name: ClassVar[str] = "press_refused"
    seat: int
    reason: str
    text: str


@dataclass(frozen=True)
class CorrectionOpened(Event):
    """Something lies where it must not."""

    name: ClassVar[str] = "correction_opened"
    zone: str


@dataclass(frozen=True)
class CorrectionClosed(Event):
    """It is put right."""

    name: ClassVar[str] = "correction_closed"
    zone: str


@dataclass(frozen=True)
class PlayTakenBack(Event):
    """A player took his card back before anybody played on."""

    name: ClassVar[str] = "play_taken_back"
    seat: int
    zone: str
    card: str


@dataclass(frozen=True)
class DrawOwed(Event):
    """The rules make a player draw."""

    name: ClassVar[str] = "draw_owed"
    seat: int
    count: int


@dataclass(frozen=True)
class HandsDue(Event):
    """These seats have to count their hands, for `out` says that his is empty."""

    name: ClassVar[str] = "hands_due"
    seats: tuple[int, ...]
    out: int


@dataclass(frozen=True)
class OutWithdrawn(Event):
    """Who said that his hand is empty was wrong: the round goes on."""

    name: ClassVar[str] = "out_withdrawn"
    seat: int


@dataclass(frozen=True)
class HandCounted(Event):
    """A seat's hand is counted."""

    name: ClassVar[str] = "hand_counted"
    seat: int
    points: int


@dataclass(frozen=True)
class RoundEnded(Event):
    """A round is over; `out` is who had no card left."""

    name: ClassVar[str] = "round_ended"
    round: int
    scores: Mapping[int, int]
    out: int


@dataclass(frozen=True)
class GameEnded(Event):
    """The game is over."""

    name: ClassVar[str] = "game_ended"
    totals: Mapping[int, int]
    winners: tuple[int, ...]


@dataclass(frozen=True)
class TagUnknown(Event):
    """A tag that no deck knows lies on a zone; for the host, who knows what is wrong with the hardware."""

    name: ClassVar[str] = "tag_unknown"
    zone: str
    uid: str


def dump(event: Event) -> dict[str, Any]:
    """Make the JSON object of an event, without `seq` and `t`.

    >>> dump(TurnStarted(seat=2))
    {'event': 'turn_started', 'seat': 2}
    """
    return {"event": event.name} | {field.name: _plain(getattr(event, field.name)) for field in fields(event)}


def _plain(value: Any) -> Any:
    match value:
        case tuple():
            return [_plain(item) for item in value]
        case Mapping():
            return {str(key): _plain(item) for key, item in value.items()}
        case _:
            return value
