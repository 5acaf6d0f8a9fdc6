"""Facts: what the table sensed, named in the past tense. They are the input log from which everything else follows.

Times are whole microseconds since the game started, so that adding 0.25 s is exact; in JSON they are seconds.
A fact is one JSON object: `t`, `fact` (its kind), and its own fields.
"""

from functools import lru_cache
from json import dumps
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetPydanticSchema,
    PlainSerializer,
    TypeAdapter,
    ValidationError,
)
from pydantic_core import CoreSchema
from pydantic_core.core_schema import no_info_after_validator_function

from table.cards import MOST_IN_A_DECK
from table.complaints import BadInput, sentence, short
from table.values import Value, asdict, field

SECOND = 1_000_000
LONGEST_S = 10**9  # some thirty years: no game lasts longer

Placement = Literal["tap", "pile"]
MOST_SEATS = 16
_MOST_LETTERS = 200
Seat = Annotated[int, Field(ge=1, le=MOST_SEATS)]
Name = Annotated[str, Field(max_length=_MOST_LETTERS)]  # a limit for any kind of name
RobotKind = Literal["easy", "keen"]
Seats = Annotated[list[Seat], Field(max_length=MOST_SEATS)]
Robots = Annotated[dict[Annotated[str, Field(pattern="^[1-9][0-9]?$")], RobotKind], Field(max_length=MOST_SEATS)]
_Options = Annotated[dict[Name, Any], Field(max_length=100)]
_Cards = Annotated[list[Annotated[dict[Name, Any], Field(max_length=100)]], Field(max_length=MOST_IN_A_DECK)]


PHONE = "08"  # stored in a fact in place of a phone's random UID


def is_made_up(uid: str) -> bool:
    """Return whether a UID, in hex, is random: phones make up a new UID each time (ISO/IEC 14443-3, 6.5.4).

    >>> is_made_up("08a1b2c3"), is_made_up("08a1b2c3d4e5f6")
    (True, False)
    """
    return len(uid) == 8 and uid.startswith("08")


def micros(seconds: float) -> int:
    """Return seconds as whole microseconds.

    >>> micros(2.3) + micros(0.25)
    2550000
    """
    return round(seconds * SECOND)


def _time(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= LONGEST_S:
        raise ValueError("a number of seconds, 0 or more")
    return micros(value)


def _error(_source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
    in_ms = handler.generate_schema(Annotated[float, Field(ge=0, le=60_000, allow_inf_nan=False)])
    return no_info_after_validator_function(lambda ms: micros(ms / 1000), in_ms)


# The error bound of a stamp: microseconds in memory, milliseconds in JSON.
_Error = Annotated[
    int,
    GetPydanticSchema(_error),
    PlainSerializer(lambda us: us / 1000, return_type=float),
]
Error = Annotated[_Error | None, Field(alias="error_ms")]
# Microseconds in memory, seconds in JSON.
Micros = Annotated[int, BeforeValidator(_time), PlainSerializer(lambda t: t / SECOND, return_type=float)]


class Fact(Value):
    """What was seen at `t`, in microseconds since the game started."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")
    t: Micros


class Agreed(Value):
    """What people agreed on for a game: its options, its cards if not the shipped ones, its `players` if different."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")
    options: _Options = field(default_factory=dict)
    catalogue: _Cards | None = None
    players: Annotated[list[Name | None], Field(max_length=MOST_SEATS)] | None = None


class GameStarted(Fact):
    """People sat down: their names by seat (None for an empty seat), what they agreed on, and their cards.

    In a practice game, and while only robots are playing (`auto`), `instead_of` describes the real game that follows.
    `robots` are the kinds of robots, by seat. `rows` means that the robots' cards lie in rows and are laid by people,
    as at every table with real cards.
    """

    game: Name
    players: Annotated[list[Name | None], Field(max_length=MOST_SEATS)]
    options: _Options = field(default_factory=dict)
    catalogue: _Cards | None = None
    seed: Annotated[int, Field(ge=-(2**63), lt=2**63)] = 0
    placement: Annotated[dict[Name, Placement], Field(max_length=100)] = field(default_factory=dict)
    shared: Annotated[dict[Name, Name], Field(max_length=100)] | None = (
        None  # missing pads, and the zone that stands in for each
    )
    instead_of: Agreed | None = None
    auto: bool | None = None
    robots: Robots | None = None
    rows: bool | None = None
    fact: Literal["game_started"] = "game_started"


class CardArrived(Fact):
    """A card arrived at a zone. `by` is the seat that laid it, `face` the upper face of a two-sided card.

    At a real table `by` and `face` are None, because readers cannot detect them.
    """

    zone: Name
    card: Name
    by: Seat | None = None
    face: Annotated[int, Field(ge=0, le=99)] | Name | None = None
    fact: Literal["card_arrived"] = "card_arrived"


class Laying(NamedTuple):
    """What an emulated table knows about a touch in addition to the tag: whose hand it was, and which face is up."""

    by: int | None = None
    face: int | str | None = None


class CardLeft(Fact):
    """A card left a zone."""

    zone: Name
    card: Name
    fact: Literal["card_left"] = "card_left"


class TagArrived(Fact):
    """A tag that is in no deck arrived at a zone. `uid` is lower-case hex; `asked`: people may say which card it is."""

    zone: Name
    uid: Annotated[str, Field(pattern=r"^([0-9a-f]{2})+$", max_length=40)]
    asked: bool | None = None
    fact: Literal["tag_arrived"] = "tag_arrived"


class TagUnread(Fact):
    """A tag left a zone before it could be read.

    `one_by_one` means the zone's reader may read neither of two tags placed there at the same time.
    """

    zone: Name
    one_by_one: bool | None = None
    fact: Literal["tag_unread"] = "tag_unread"


class ZoneUnsaid(Fact):
    """A card touched a reader shared by several `zones`, and nobody had chosen one of them."""

    zones: Annotated[list[Name], Field(min_length=2, max_length=100)]
    fact: Literal["zone_unsaid"] = "zone_unsaid"


class ReaderLost(Fact):
    """A zone's reader has failed."""

    zone: Name
    fact: Literal["reader_lost"] = "reader_lost"


class ReaderBack(Fact):
    """A zone's reader works again."""

    zone: Name
    fact: Literal["reader_back"] = "reader_back"


class ButtonDown(Fact):
    """A seat's button went down; `error` is the error bound of the stamp, in us (`error_ms` in JSON).

    `was_down` means that the button was already down when the table first checked, for an unknown time. `held` means
    that a phone reported the press only after it had become a hold by the phone's own clock.
    """

    seat: Seat
    error: Error = None
    was_down: bool | None = None
    held: bool | None = None
    fact: Literal["button_down"] = "button_down"


class ButtonUp(Fact):
    """A seat's button came up."""

    seat: Seat
    error: Error = None
    fact: Literal["button_up"] = "button_up"


class ChoiceMade(Fact):
    """Somebody made a choice that neither a card nor a button can express; seat 0 is the host."""

    seat: Annotated[int, Field(ge=0, le=MOST_SEATS)]
    choice: Name
    value: Any = None
    fact: Literal["choice_made"] = "choice_made"


class RobotSeated(Fact):
    """A robot of this `kind` took over a seat during a game.

    If `kind` is None, a person took it over, perhaps with a new `name`.
    """

    seat: Seat
    kind: RobotKind | None = None
    name: Name | None = None
    fact: Literal["robot_seated"] = "robot_seated"


class SeatLeft(Fact):
    """The player at a seat left the game; the people at the other `seats` decide whether anybody takes over.

    `kind` is the kind of robot that can take over, or None if no robot can.
    """

    seat: Seat
    seats: Seats
    kind: RobotKind | None = None
    fact: Literal["seat_left"] = "seat_left"


class EndAsked(Fact):
    """The player at `seat` wants to end the game; all `seats` must agree."""

    seat: Seat
    seats: Seats
    fact: Literal["end_asked"] = "end_asked"


class RobotAsked(Fact):
    """A robot asked someone to move a card from its row to a zone or, if `place` is None, withdrew its request.

    Places are numbered from the left, starting at 1.
    """

    seat: Seat
    place: Annotated[int, Field(ge=1, le=MOST_IN_A_DECK)] | None = None
    zone: Name | None = None
    fact: Literal["robot_asked"] = "robot_asked"


class TimePassed(Fact):
    """The clock advanced to `t`, and all deadlines up to that time passed."""

    fact: Literal["time_passed"] = "time_passed"


class TableResumed(Fact):
    """The table resumed a game after a break; what buttons did during the break is unknown."""

    fact: Literal["table_resumed"] = "table_resumed"


HOLD = micros(0.6)  # a press this long is a hold, a shorter one a tap
DROP = micros(0.25)  # cards that reach a pile within this time were dropped together
DOUBLE_GAP = micros(0.4)  # a second press this soon after a tap makes it a double


class Press(NamedTuple):
    """The identity of a press: whose button went down, and when. Each press has at most one meaning."""

    seat: int
    t: int


class Pressed(Fact):
    """A button went down; `error` is the error bound of the stamp, in us, if known."""

    press: Press
    error: int | None = None


class FoundDown(Fact):
    """A button was already down when the table looked, so the press is not a tap, hold or double."""

    press: Press


class Tapped(Fact):
    """A button came up before the press became a hold."""

    press: Press


class Held(Fact):
    """A button has been down long enough for a hold."""

    press: Press


class Released(Fact):
    """A button came up after a hold, or after it was found down."""

    press: Press


class Spent(Fact):
    """A player touched their own pad with a card while their button was down, so the press is not a gesture."""

    press: Press


class Doubled(Fact):
    """A button went down a second time soon after a tap; `press` is the second press; `Tapped` or `Held` follows."""

    press: Press
    first: Press


_Seen = Annotated[
    GameStarted
    | CardArrived
    | CardLeft
    | TagArrived
    | TagUnread
    | ZoneUnsaid
    | ReaderLost
    | ReaderBack
    | ButtonDown
    | ButtonUp
    | ChoiceMade
    | RobotSeated
    | RobotAsked
    | SeatLeft
    | EndAsked
    | TimePassed
    | TableResumed,
    Field(discriminator="fact"),
]
_FACTS: TypeAdapter[Fact] = TypeAdapter(_Seen, config=ConfigDict(defer_build=True))  # built on first use


def parse(text: str | bytes) -> Fact:
    """Parse a fact from a JSON object. Raise BadInput, naming the field, if it is not valid.

    >>> parse('{"t": 1, "fact": "card_arived"}')
    Traceback (most recent call last):
    table.complaints.BadInput: fact: expected one of game_started, card_arrived, ..., not 'card_arived'
    """
    try:
        return _FACTS.validate_json(text)
    except ValidationError as error:
        raise BadInput(sentence(error, json=text, tag="fact")) from None


def dump(fact: Fact) -> dict[str, Any]:
    """Return the JSON object of a fact: `t`, `fact`, and its own fields except those that are None.

    >>> dump(CardArrived(2_550_000, "discard", "number4.1"))
    {'t': 2.55, 'fact': 'card_arrived', 'zone': 'discard', 'card': 'number4.1'}
    """
    raw: dict[str, Any] = _FACTS.dump_python(fact, mode="json", by_alias=True, exclude_none=True, warnings="error")
    return {"t": raw.pop("t"), "fact": raw.pop("fact")} | raw


def check_readable(fact: Fact) -> None:
    """Raise BadInput if a fact changes when it is written and read back, because its game could then not be resumed.

    A fact that differs from an earlier one only in its time is not checked again.
    """
    kind: Any = type(fact)
    besides = tuple((name, type(value), value) for name, value in asdict(fact).items() if name != "t")
    if type(fact.t) is not int or not 0 <= fact.t <= LONGEST_S * SECOND or not _is_hashable(besides):
        _check_readable(fact)
    else:
        _check_besides(kind, besides)


@lru_cache(maxsize=4096)
def _check_besides(kind: Any, besides: tuple[tuple[str, type, Any], ...]) -> None:
    _check_readable(kind(0, **{name: value for name, _, value in besides}))


def _is_hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _check_readable(fact: Fact) -> None:
    try:
        same = parse(dumps(dump(fact))) == fact
    except BadInput:
        raise
    except (ValueError, TypeError, RecursionError) as error:
        raise BadInput(f"{fact_name(fact)}: this cannot be written down: {short(error)}") from None
    if not same:
        raise BadInput(f"{fact_name(fact)}: this could not be read back once it is written down")


def readable(fact: Fact) -> str:
    """Return a fact as JSON; if that fails, a JSON object with only its type."""
    try:
        return dumps(dump(fact))
    except (ValueError, TypeError, RecursionError):
        return dumps({"unreadable": repr(type(fact))})


def fact_name(fact: Fact) -> str:
    """Return the kind of a fact."""
    return str(getattr(fact, "fact", type(fact).__name__))
