"""Events: what facts mean, named in the past tense and delivered to the audiences allowed to know them.

An event is one JSON object: `seq` (its number for this audience), `t` (when it was decided), `event` (its name), and
its fields. Its class determines who may see it, and by default nobody may: an event that is neither public nor for the
host is delivered only to the audiences that its game shows it to.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache, cached_property
from types import ModuleType
from typing import Any, ClassVar, Literal, Self, TypeVar

from msgspec.structs import fields as struct_fields

from table.moves import Move
from table.values import PLAIN, Value, asdict
from table.wording import Names

K = TypeVar("K", bound=Value)
_fields = cache(struct_fields)  # msgspec computes them anew each time
_SHARED = "table.events"
EventObject = Mapping[str, Any]  # an event as it was delivered to an audience: a JSON object

_WORD = re.compile(r"(?<!^)(?=[A-Z])")  # where the next word of a class name begins


StatisticKind = Literal[
    "pressed", "missed", "last", "call_right", "call_wrong", "bluff_told", "bluff_doubted", "bluff_found_out",
]  # fmt: skip


class Statistic(Value):
    """An entry in a player's statistics; for a press in a race, `ms` is the time since the card was read."""

    seat: int
    kind: StatisticKind
    ms: float | None = None


class Event(Value, abstract=True):
    """Something that happened. Its `name` comes from its class: `CardPlayed` is delivered as `card_played`.

    A subclass of a named event is a variant of that event and has the same name. Only the fields listed in `blur` may
    become null while worlds differ on them. `plays_on` means the event shows that play continues, so the last race is
    no longer shown. `opens_secrets` means the event reveals secrets and is a highlight of the game. `lasting` means the
    event stays valid until the next event of its kind, so it keeps waiting while worlds differ on it, even if later
    events are delivered.
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
        """Set an event class's flags, and its name unless it is abstract or a variant of another event."""
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
        """Return a sentence for people, or None if `table.sentences` provides one or the event needs none."""
        return None

    def said_if_asked(self, names: Names) -> str | None:
        """Return a sentence for people who ask why; an event may have one even if `said` returns None."""
        return self.said(names)

    def hands(self) -> Move | None:
        """Return the move that players' hands make after the event, if any."""
        return None

    def statistics(self, before: Sequence["Event"]) -> tuple[Statistic, ...]:
        """Return the event's statistics; `before` are the earlier events that have not been taken back."""
        return ()

    @classmethod
    def from_json(cls, fields: Mapping[str, object]) -> Self:
        """Rebuild an event from its delivered JSON object; missing fields become null."""
        return made(cls, fields)


class Delivered(Value, dict=True):
    """An event as delivered to an audience: its number for that audience, its game time in us, and the event."""

    seq: int
    t: int
    event: Event

    @cached_property
    def json(self) -> EventObject:
        """The JSON object that the audience gets: `seq`, `t` in seconds, `event`, and the event's fields."""
        return {"seq": self.seq, "t": self.t / 1e6} | dump(self.event)

    @classmethod
    def read(cls, fields: EventObject, kinds: "Kinds") -> "Delivered":
        """Read a delivered event from a JSON object, and keep that object as its `json`."""
        event = kinds.get(fields["event"], Unknown).from_json(fields)
        one = Delivered(fields["seq"], round(fields["t"] * 1e6), event)
        one.__dict__["json"] = fields
        return one


class Unknown(Event):
    """An event of a kind that no longer exists."""


class PublicEvent(Event, abstract=True):
    """An event that everybody may know, unless the game's `show` hides parts of it from an audience."""


class HostEvent(Event, abstract=True):
    """An event only for the host, about the health of the hardware."""


Kinds = Mapping[str, type[Event]]  # events by their names


def kinds(module: ModuleType) -> Kinds:
    """Return the event classes a module defines, by name, excluding those it imports from `table.events`."""
    found = (kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Event))
    shared = _SHARED if module.__name__ != _SHARED else None
    return {kind.name: kind for kind in found if hasattr(kind, "name") and kind.__module__ != shared}


def dump(event: Event) -> dict[str, Any]:
    """Return the JSON object of an event, without `seq` or `t`.

    >>> from table.events import TurnStarted
    >>> dump(TurnStarted(seat=2))
    {'event': 'turn_started', 'seat': 2}
    """
    fields = {name: _plain(value) for name, value in asdict(event).items()}
    if fields.get("card", "") is None:  # an audience that may not know a card gets no field for it
        del fields["card"]
    return {"event": event.name} | fields


def _plain(value: Any) -> Any:
    if type(value) in PLAIN:
        return value
    match value:
        case tuple():
            return [_plain(item) for item in value]
        case Mapping():
            return {str(key): _plain(item) for key, item in value.items()}
        case Value():  # null fields of nested records are left out
            return {name: _plain(one) for name, one in asdict(value).items() if one is not None}
        case _:
            return value


def made(kind: type[K], fields: Mapping[str, object]) -> K:
    """Build a record from a JSON object; missing fields become null."""
    needed = (field for field in _fields(kind) if field.name in fields or field.required)
    return kind(**{field.name: _frozen(fields.get(field.name)) for field in needed})


def _frozen(value: Any) -> Any:
    """Convert a JSON value to field types: lists to tuples, seats to numbers."""
    match value:
        case list():
            return tuple(map(_frozen, value))
        case dict():
            return {int(key) if key.isdecimal() else key: _frozen(item) for key, item in value.items()}
        case _:
            return value
