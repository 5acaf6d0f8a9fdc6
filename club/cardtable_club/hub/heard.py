"""Parses and validates messages from tables, before anything else uses them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal, TypeVar
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from cardtable_club.publishing.address import Place
from cardtable_club.publishing.topics import Heard
from table.complaints import BadInput, sentence
from table.facts import MOST_SEATS
from table.files import parsed_json
from table.history.counting import places
from table.history.summary import Summary
from table.values import Value

MOST_BYTES = 262_144  # in a payload: 5x the largest view of a full table
MOST_KEPT_BYTES = 16_384  # in an event or a summary, both of which are stored: 2x the largest
MOST_EVENTS = 1_000_000  # in a game: the longest games have a few thousand
_MOST_GAMES = 10_000  # in a status
_MOST_POINTS = 1_000_000_000

T = TypeVar("T")


def _checked_uuid(text: str) -> str:
    if str(UUID(text)) != text:
        raise ValueError("a UUID in lower case, with dashes")
    return text


def _with_zone(text: str) -> str:
    if datetime.fromisoformat(text).tzinfo is None:
        raise ValueError("a time with its offset")
    return text


# The patterns exclude the NUL character, because databases do not accept it in text.
_Name = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=r"^[^\x00]*$")]
_Word = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=r"^[^\x00]*$")]
_Uuid = Annotated[str, AfterValidator(_checked_uuid)]
_Time = Annotated[str, StringConstraints(max_length=40), AfterValidator(_with_zone)]
_Seat = Annotated[int, Field(ge=1, le=MOST_SEATS)]
_Seq = Annotated[int, Field(ge=1, le=MOST_EVENTS)]
_Points = Annotated[int, Field(ge=-_MOST_POINTS, le=_MOST_POINTS)]
_BySeat = Annotated[str, StringConstraints(pattern="^[1-9][0-9]?$")]


class _Said(BaseModel):
    """A JSON object. Unknown fields are ignored, because newer tables may send them."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)


class Status(_Said):
    """Whether a table is online, and how many events each of its games has."""

    state: Literal["online", "offline"]
    version: _Word
    since: _Time
    games: Annotated[Mapping[_Uuid, _Seq], Field(max_length=_MOST_GAMES)]


class _Event(_Said):
    seq: _Seq
    event: _Word


class GameOver(_Said):
    """The summary of a finished game."""

    id: _Uuid
    game: _Word
    kind: Literal["people", "robots", "simulated", "practice"] = "people"
    players: Annotated[Sequence[_Name | None], Field(min_length=1, max_length=MOST_SEATS)]
    started_at: _Time
    ended_at: _Time
    rounds: Annotated[int, Field(ge=0, le=_MOST_POINTS)]
    totals: Annotated[Mapping[_BySeat, _Points], Field(max_length=MOST_SEATS)]
    winners: Annotated[Sequence[_Seat], Field(max_length=MOST_SEATS)]
    robots: Annotated[Mapping[_BySeat, _Word], Field(max_length=MOST_SEATS)]
    termination: Literal["completed", "aborted", "abandoned"]
    events: Annotated[int, Field(ge=0, le=MOST_EVENTS)]
    lasted_s: float = 0.0

    @property
    def ended_ms(self) -> int:
        """When the game ended, in ms since 1970."""
        return int(datetime.fromisoformat(self.ended_at).timestamp() * 1000)

    @property
    def people(self) -> Mapping[int, str]:
        """The names of the players by seat, excluding robots."""
        return self.summary.people

    @property
    def counts(self) -> bool:
        """Whether the game counts towards statistics: it was played by people, and not as practice."""
        return self.kind == "people" and bool(self.people)

    @property
    def is_listed(self) -> bool:
        """Whether the history lists the game. Games played by simulated people are listed, but not counted."""
        return self.kind in ("people", "simulated") and bool(self.people) and self.summary.is_whole

    @property
    def places(self) -> Mapping[int, int]:
        """The players' placings by seat, starting from 1. Equal results share a place."""
        seats = tuple(self.people)
        return dict(zip(seats, places(self.summary, seats), strict=True))

    @property
    def outcome(self) -> tuple[object, ...]:
        """The game's result without names, so that forgetting a name does not change it."""
        return self.game, self.kind, self.termination, self.ended_ms, self.places

    @property
    def summary(self) -> Summary:
        """The game's summary, as the table's own `Summary` type."""
        players = {seat: name for seat, name in enumerate(self.players, start=1) if name is not None}
        totals = {seat: self.totals.get(str(seat), 0) for seat in players}
        robots: dict[int, Any] = {int(seat): kind for seat, kind in self.robots.items()}
        winners = tuple(seat for seat in self.winners if seat in players)
        return Summary(self.game, players, robots, self.rounds, totals, winners, self.termination, self.lasted_s)


class EventHeard(Value):
    """A public event; `body` is its JSON as published."""

    place: Place
    game: str
    seq: int
    body: str


class SummaryHeard(Value):
    """A game's summary, both parsed and as published; both are None if the end of the game was taken back."""

    place: Place
    game: str
    over: GameOver | None
    body: str | None


class StatusHeard(Value):
    """A table's status. `status` is None if the table has left the club."""

    place: Place
    status: Status | None


Said = EventHeard | SummaryHeard | StatusHeard


def read(topic: Heard, payload: bytes) -> Said:
    """Return the content of a status, an event or a summary. Raise BadInput if it is invalid."""
    text = _text(payload, MOST_BYTES if topic.kind == "status" else MOST_KEPT_BYTES)
    match topic.kind, topic.game:
        case "status", None:
            return StatusHeard(topic.place, _read(_STATUS, text) if text else None)
        case "events", str(game):
            return EventHeard(topic.place, _uuid(game), _read(_EVENT, text).seq, text)
        case "games", str(game) if not text:
            return SummaryHeard(topic.place, _uuid(game), None, None)
        case "games", str(game):
            over = _read(_OVER, text)
            if over.id != _uuid(game):
                raise BadInput("id: this is another game than the topic names")
            return SummaryHeard(topic.place, game, over, text)
    raise BadInput("nothing is known of this topic")


def picture(payload: bytes) -> Mapping[str, Any]:
    """Return a table's public view, which is empty if the table has withdrawn it. Raise BadInput if it is invalid."""
    text = _text(payload)
    return _read(_PICTURE, text) if text else {}


_STATUS, _EVENT, _OVER = TypeAdapter(Status), TypeAdapter(_Event), TypeAdapter(GameOver)
_PICTURE: TypeAdapter[Mapping[str, Any]] = TypeAdapter(dict[str, Any])


def _text(payload: bytes, most: int = MOST_BYTES) -> str:
    if len(payload) > most:
        raise BadInput(f"expected {most} bytes at most, not {len(payload)}")
    try:
        text = payload.decode()
    except UnicodeDecodeError:
        raise BadInput("this is not UTF-8 text") from None
    if text:
        parsed_json(text)  # all of it: fields that are unknown here are stored and shown, too
    return text


def _read(kind: TypeAdapter[T], text: str) -> T:
    try:
        return kind.validate_json(text)
    except ValidationError as error:
        raise BadInput(sentence(error)) from None


def _uuid(game: str) -> str:
    try:
        return _checked_uuid(game)
    except ValueError:
        raise BadInput("expected the UUID of a game in the topic") from None
