"""Events: what a fact means, in the past tense; told to those who may know.

An event is one JSON object: `seq` (as its audience counts), `t` (when it was decided), `event` (its name), its fields.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
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
    """A round began; `guard` is who watches over the others, in a game that has such an office."""

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
    """A lawful card; `seat` is null as long as nobody can tell whose it was. Not everybody may know the card."""

    name: ClassVar[str] = "card_played"
    blur: ClassVar[frozenset[str]] = frozenset({"seat"})
    seat: int | None
    zone: str
    card: str | None


@dataclass(frozen=True)
class FacePlayed(CardPlayed):
    """A lawful card that has two faces; `face` is the one that is up, null as long as nobody can tell."""

    blur: ClassVar[frozenset[str]] = frozenset({"seat", "face"})
    face: int | str | None


@dataclass(frozen=True)
class PlayRefused(Event):
    """A card that may not lie there, and why: `reason` for programs, `text` for people."""

    name: ClassVar[str] = "play_refused"
    blur: ClassVar[frozenset[str]] = frozenset({"seat", "text"})
    seat: int | None
    zone: str
    card: str | None
    reason: str
    text: str | None


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
    """A player took his card back before anybody played on; `seat` null: nobody knows whose it was."""

    name: ClassVar[str] = "play_taken_back"
    blur: ClassVar[frozenset[str]] = frozenset({"seat"})
    seat: int | None
    zone: str
    card: str | None


@dataclass(frozen=True)
class PileUncovered(Event):
    """Who was caught took the top of a pile back, and another card lies open there now."""

    name: ClassVar[str] = "pile_uncovered"
    seat: int | None
    zone: str
    card: str
    top: str


@dataclass(frozen=True)
class CardDrawn(Event):
    """A player said that he drew."""

    name: ClassVar[str] = "card_drawn"
    seat: int
    count: int


@dataclass(frozen=True)
class DrawOwed(Event):
    """The rules make a player draw."""

    name: ClassVar[str] = "draw_owed"
    seat: int
    count: int


@dataclass(frozen=True)
class GiftOwed(Event):
    """A player has to give cards to another one; `receiver` null: whom the giver chooses."""

    name: ClassVar[str] = "gift_owed"
    blur: ClassVar[frozenset[str]] = frozenset({"giver"})
    giver: int | None
    receiver: int | None
    count: int


@dataclass(frozen=True)
class NothingToDraw(Event):
    """These seats would have to draw, but no card is left anywhere: nobody owes one."""

    name: ClassVar[str] = "nothing_to_draw"
    seats: tuple[int, ...]


@dataclass(frozen=True)
class GiftGiven(Event):
    """A player has given cards to another one, and says so; `receiver` null: to whom he liked, and nobody said."""

    name: ClassVar[str] = "gift_given"
    giver: int
    receiver: int | None
    count: int


@dataclass(frozen=True)
class EffectCancelled(Event):
    """Nothing that a card would bring happens: it was its player's last, or was accepted when the moment had gone."""

    name: ClassVar[str] = "effect_cancelled"
    blur: ClassVar[frozenset[str]] = frozenset({"seat"})
    seat: int | None
    card: str


@dataclass(frozen=True)
class TurnPassed(Event):
    """A seat's turn is over without a card: `how` is `pass`, or `under` if a card went under its own pile."""

    name: ClassVar[str] = "turn_passed"
    seat: int
    how: str


@dataclass(frozen=True)
class CourageDeclared(Event):
    """A player will turn his next card over instead of looking at it."""

    name: ClassVar[str] = "courage_declared"
    seat: int


@dataclass(frozen=True)
class CourageRewarded(Event):
    """The card of who was brave fits: he has another turn."""

    name: ClassVar[str] = "courage_rewarded"
    seat: int


@dataclass(frozen=True)
class CourageFailed(Event):
    """It does not fit: he takes the pile `zone`, which shows the highest number; with `lot` it was drawn of several.

    `zone` is null as long as nobody can tell which it is.
    """

    name: ClassVar[str] = "courage_failed"
    blur: ClassVar[frozenset[str]] = frozenset({"zone", "lot"})
    seat: int
    zone: str | None
    lot: bool | None = False


@dataclass(frozen=True)
class PileTaken(Event):
    """A pile has gone into a player's own."""

    name: ClassVar[str] = "pile_taken"
    blur: ClassVar[frozenset[str]] = frozenset({"zone"})
    seat: int
    zone: str | None


@dataclass(frozen=True)
class PileRefilled(Event):
    """A pile that was taken is begun anew; `face` is the one that is up, null as long as nobody can tell."""

    name: ClassVar[str] = "pile_refilled"
    blur: ClassVar[frozenset[str]] = frozenset({"seat", "face"})
    seat: int | None
    zone: str
    card: str
    face: int | str | None


@dataclass(frozen=True)
class PileReshuffled(Event):
    """A pile is the draw pile again, but for its top card if that lies open."""

    name: ClassVar[str] = "pile_reshuffled"
    zone: str


@dataclass(frozen=True)
class RaceOpened(Event):
    """A race began: `slap` for the button, `match` for a card of the same number."""

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
class RaceClosed(Event):
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


@dataclass(frozen=True)
class CallMade(Event):
    """The guard says that she saw somebody cheat."""

    name: ClassVar[str] = "call_made"
    seat: int


@dataclass(frozen=True)
class CallSettled(Event):
    """The accused has told the truth; `guard` holds the Guard Bug now."""

    name: ClassVar[str] = "call_settled"
    accused: int
    guilty: bool
    guard: int


@dataclass(frozen=True)
class CallWithdrawn(Event):
    """The guard takes her call back."""

    name: ClassVar[str] = "call_withdrawn"
    seat: int


@dataclass(frozen=True)
class ContestMade(Event):
    """A player doubts the card that was played face down."""

    name: ClassVar[str] = "contest_made"
    seat: int


@dataclass(frozen=True)
class ContestSettled(Event):
    """The card was turned over: whether it fits, as its player let everybody believe."""

    name: ClassVar[str] = "contest_settled"
    challenger: int
    player: int
    truthful: bool
    card: str


@dataclass(frozen=True)
class CardsSlipped(Event):
    """Cards that were dropped as one: a secret until the round is over."""

    name: ClassVar[str] = "cards_slipped"
    blur: ClassVar[frozenset[str]] = frozenset({"seat"})
    seat: int | None
    zone: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class LogOpened(Event):
    """A round's secrets, told when it is over: who dropped which cards as one, and how many cards vanished at all."""

    name: ClassVar[str] = "log_opened"
    blur: ClassVar[frozenset[str]] = frozenset({"slipped", "vanished"})
    round: int
    slipped: tuple[Mapping[str, Any], ...] | None
    vanished: int | None


@dataclass(frozen=True)
class QuestionAsked(Event):
    """What the table cannot see and has to be told by one of these seats, or the host."""

    name: ClassVar[str] = "question_asked"
    seats: tuple[int, ...]
    choice: str
    options: tuple[int | str, ...]


@dataclass(frozen=True)
class QuestionSettled(Event):
    """A question has its answer, which people word as `label`; null if it does not matter any more."""

    name: ClassVar[str] = "question_settled"
    seats: tuple[int, ...]
    choice: str
    options: tuple[int | str, ...]
    answer: int | str | None
    label: str | None = None


@dataclass(frozen=True)
class Undone(Event):
    """The host took the table back to where this audience had been told event `to_seq`."""

    name: ClassVar[str] = "undone"
    to_seq: int


@dataclass(frozen=True)
class GamePaused(Event):
    """The host has paused the game."""

    name: ClassVar[str] = "game_paused"


@dataclass(frozen=True)
class GameResumed(Event):
    """The game goes on after a pause."""

    name: ClassVar[str] = "game_resumed"


@dataclass(frozen=True)
class GameAborted(Event):
    """The host has ended the game; nobody won."""

    name: ClassVar[str] = "game_aborted"


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
    """A round is over; `out` is who had no card left, if anybody was to get rid of them."""

    name: ClassVar[str] = "round_ended"
    round: int
    scores: Mapping[int, int]
    out: int | None


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


@dataclass(frozen=True)
class TagUnread(Event):
    """Somebody touched a zone and was gone before the table could read him: he has to touch it again."""

    name: ClassVar[str] = "tag_unread"
    zone: str


@dataclass(frozen=True)
class ReaderLost(Event):
    """A zone's reader does not work: the game waits."""

    name: ClassVar[str] = "reader_lost"
    zone: str


@dataclass(frozen=True)
class ReaderBack(Event):
    """It works again: the game goes on."""

    name: ClassVar[str] = "reader_back"
    zone: str


# What everybody may know in every game, and what the host may besides.
OF_THE_HOST = (QuestionAsked, QuestionSettled, Undone, GamePaused, GameResumed, GameAborted, TagUnread)
OF_THE_HARDWARE = (TagUnknown, ReaderLost, ReaderBack)


def dump(event: Event) -> dict[str, Any]:
    """Make the JSON object of an event, without `seq` and `t`.

    >>> dump(TurnStarted(seat=2))
    {'event': 'turn_started', 'seat': 2}
    """
    told = {field.name: _plain(getattr(event, field.name)) for field in fields(event)}
    for absent in ("card", "guard"):  # an audience that may not know a card is told of none; few games have a guard
        if told.get(absent, "") is None:
            del told[absent]
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
