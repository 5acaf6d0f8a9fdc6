"""Events: what facts mean, named in the past tense and delivered to those who may know.

An event is one JSON object: `seq` (as its audience counts), `t` (when it was decided), `event` (its name), its fields.
Its class says who may know it, by allow-list: an event that is neither public nor the host's is delivered to nobody
unless its game shows it.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from types import ModuleType, NoneType
from typing import Any, ClassVar, Literal, Self, TypeVar

from msgspec.structs import fields as struct_fields

from table.moves import Move
from table.values import Value, asdict
from table.wording import Names

K = TypeVar("K", bound=Value)
_SHARED = "table.events"
EventObject = Mapping[str, Any]  # an event as an audience got it: a JSON object

_PLAIN = frozenset({str, int, float, bool, NoneType})  # what JSON takes as it is
_WORD = re.compile(r"(?<!^)(?=[A-Z])")  # where the next word of a class's name begins


StatisticKind = Literal[
    "pressed", "missed", "last", "call_right", "call_wrong", "bluff_told", "bluff_doubted", "bluff_found_out",
]  # fmt: skip


class Statistic(Value):
    """Something a player did that statistics count; for a press in a race, `ms` from the card to it."""

    seat: int
    kind: StatisticKind
    ms: float | None = None


class Event(Value, abstract=True):
    """Something that happened. Its `name` is its class's: `CardPlayed` is delivered as `card_played`.

    A subclass of an event is another form of it: it keeps the name, and whatever it does not override. `blur` names the
    only fields that may become null while worlds differ on them. An event that `plays_on` shows that play has gone on,
    so the last race is no longer shown. One that `opens_secrets` is worth looking up. One that is `lasting` holds until
    the next of its kind: while worlds differ on it, it waits, whatever comes.
    """

    name: ClassVar[str]
    blur: ClassVar[frozenset[str]] = frozenset()
    plays_on: ClassVar[bool] = False
    opens_secrets: ClassVar[bool] = False
    lasting: ClassVar[bool] = False

    @classmethod
    def configure(
        cls,
        *,
        blur: Collection[str] | None = None,
        plays_on: bool | None = None,
        opens_secrets: bool | None = None,
        lasting: bool | None = None,
        abstract: bool = False,
    ) -> None:
        """Register a kind of event, unless it is a variant of another or only a base class."""
        if not abstract and not hasattr(cls, "name"):
            cls.name = _WORD.sub("_", cls.__name__).lower()
        if blur is not None:
            cls.blur = frozenset(blur)
        if plays_on is not None:
            cls.plays_on = plays_on
        if opens_secrets is not None:
            cls.opens_secrets = opens_secrets
        if lasting is not None:
            cls.lasting = lasting

    def said(self, names: Names) -> str | None:
        """Return a sentence for people; None if the shared sentences have one, or none is needed."""
        return None

    def said_if_asked(self, names: Names) -> str | None:
        """Return a sentence for why, even if none is shown otherwise."""
        return self.said(names)

    def hands(self) -> Move | None:
        """Return the moves of people's hands after it, if any."""
        return None

    def statistics(self, before: Sequence["Event"]) -> tuple[Statistic, ...]:
        """Return the event's statistics; `before` are the earlier events that still stand."""
        return ()

    @classmethod
    def from_json(cls, fields: Mapping[str, object]) -> Self:
        """Return the event from a JSON object that an audience got; missing fields are null."""
        return made(cls, fields)


class Delivered(Value, dict=True):
    """An event as an audience got it: its number for that audience, when it was decided (us of the game), the event."""

    seq: int
    t: int
    event: Event

    @cached_property
    def json(self) -> EventObject:
        """The JSON object that the audience gets: `seq`, `t` in seconds, `event`, its fields."""
        return {"seq": self.seq, "t": self.t / 1e6} | dump(self.event)

    @classmethod
    def read(cls, fields: EventObject, kinds: "Kinds") -> "Delivered":
        """Read one from the JSON object that the audience got, which it keeps."""
        event = kinds.get(fields["event"], Unknown).from_json(fields)
        one = Delivered(fields["seq"], round(fields["t"] * 1e6), event)
        one.__dict__["json"] = fields
        return one


class Unknown(Event):
    """An event of a kind that no longer exists."""


class PublicEvent(Event, abstract=True):
    """What everybody may know, unless the game's `show` gives an audience less of it."""


class HostEvent(Event, abstract=True):
    """What only the host gets: the health of the hardware."""


Kinds = Mapping[str, type[Event]]  # events by their names


def kinds(module: ModuleType) -> Kinds:
    """Return the events that a module has, by name; without those that it imports of the ones that games share."""
    found = (kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Event))
    shared = _SHARED if module.__name__ != _SHARED else None
    return {kind.name: kind for kind in found if hasattr(kind, "name") and kind.__module__ != shared}


def dump(event: Event) -> dict[str, Any]:
    """Return the JSON object of an event, without `seq` and `t`.

    >>> from table.events import TurnStarted
    >>> dump(TurnStarted(seat=2))
    {'event': 'turn_started', 'seat': 2}
    """
    fields = {name: _plain(value) for name, value in asdict(event).items()}
    if fields.get("card", "") is None:  # an audience that may not know a card gets no field for it
        del fields["card"]
    return {"event": event.name} | fields


def _plain(value: Any) -> Any:
    if type(value) in _PLAIN:
        return value
    match value:
        case tuple():
            return [_plain(item) for item in value]
        case Mapping():
            return {str(key): _plain(item) for key, item in value.items()}
        case Value():  # what is null in it is left out
            return {name: _plain(one) for name, one in asdict(value).items() if one is not None}
        case _:
            return value


def made(kind: type[K], fields: Mapping[str, object]) -> K:
    """Return a value from a JSON object; missing fields are null."""
    needed = (field for field in struct_fields(kind) if field.name in fields or field.required)
    return kind(**{field.name: _frozen(fields.get(field.name)) for field in needed})


def _frozen(value: Any) -> Any:
    """Return a JSON value with the types of fields: lists as tuples, seats as numbers."""
    match value:
        case list():
            return tuple(map(_frozen, value))
        case dict():
            return {int(key) if key.isdecimal() else key: _frozen(item) for key, item in value.items()}
        case _:
            return value
