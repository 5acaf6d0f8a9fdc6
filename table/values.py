"""Fast immutable records, for facts, events, actions, states, views and messages."""

import copyreg
from collections.abc import Mapping, Sequence
from operator import attrgetter
from types import NoneType
from typing import TYPE_CHECKING, Any, ClassVar, NotRequired, TypeAlias, dataclass_transform, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType, field, to_builtins
from msgspec.structs import asdict
from msgspec.structs import fields as _fields

if TYPE_CHECKING:
    from dataclasses import replace  # so that mypy checks field names
else:
    from msgspec.structs import replace

__all__ = ["PLAIN", "Json", "Value", "asdict", "field", "fields", "replace", "to_builtins", "to_json"]

# JSON that is passed on unchanged. JSON that the code reads has a record of its own, so no field has this type.
Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"

PLAIN = frozenset({str, int, float, bool, NoneType})  # types that map to JSON unchanged

copyreg.pickle(UnsetType, lambda _: (UnsetType, ()))  # otherwise pickle searches all modules for `UNSET`

_CONFIG = frozenset({"kw_only", "dict"})  # class keywords for msgspec; all others are for `configure`


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class _ValueType(msgspec.StructMeta):
    """The metaclass of records; it passes class keywords that are not for msgspec on to `configure`."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any], **said: Any) -> Any:
        uncompared = said.pop("uncompared", ())
        config = {key: said.pop(key) for key in _CONFIG & said.keys()}
        made: Any = super().__new__(cls, name, bases, body, frozen=True, **config)
        made.uncompared = frozenset().union(uncompared, *(getattr(base, "uncompared", ()) for base in bases))
        if made.uncompared and (names := [name for name in fields(made) if name not in made.uncompared]):
            _compare_by(made, names)
        made.configure(**said)
        return made


class Value(msgspec.Struct, metaclass=_ValueType):
    """An immutable record: `class Point(Value): x: int`. `replace` copies it with some fields changed.

    The class keyword `uncompared` names fields that `==`, `hash` and `repr` ignore, in derived classes as well. With
    `kw_only`, fields are passed by name. A class with a `cached_property` needs `dict=True`. Types are not checked when
    a record is created.
    """

    uncompared: ClassVar[frozenset[str]]

    @classmethod
    def configure(cls) -> None:
        """Handle class keywords, such as `class Event(Value, abstract=True)`; derived classes add parameters."""

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, handler: Any) -> Any:
        """Let pydantic build a record from an object that has the same fields, and serialize it back to one."""
        from pydantic import ConfigDict, with_config
        from pydantic_core import core_schema
        from typing_extensions import TypedDict  # before Python 3.12 pydantic rejects `typing.TypedDict`

        hints = get_type_hints(cls, include_extras=True)
        known = {one.name: hints[one.name] if one.required else NotRequired[hints[one.name]] for one in _fields(cls)}
        body: Any = TypedDict(cls.__name__, known)  # type: ignore[misc]
        schema = handler(with_config(getattr(cls, "__pydantic_config__", ConfigDict()))(body))
        to_json = core_schema.wrap_serializer_function_ser_schema(
            lambda record, write: write(asdict(record)), schema=schema
        )
        return core_schema.no_info_wrap_validator_function(
            lambda given, read: given if isinstance(given, cls) else cls(**read(given)), schema, serialization=to_json
        )


def _compare_by(cls: type[Value], names: Sequence[str]) -> None:
    """Make the records of a class compare, hash and print only by these fields."""
    key = attrgetter(*names)

    def equal(self: Any, other: object) -> bool:
        return self is other or (key(self) == key(other) if type(self) is type(other) else NotImplemented)

    def shown(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    cls.__eq__, cls.__hash__, cls.__repr__ = equal, lambda self: hash(key(self)), shown  # type: ignore[method-assign]


def fields(kind: type[Value] | Value) -> tuple[str, ...]:
    """Return the field names of a record or of a record class."""
    return kind.__struct_fields__


def to_json(record: Value) -> dict[str, Any]:
    """Return the JSON object of a record without unset fields; it keeps `Text` values, which are translated later."""
    plain: dict[str, Any] = _plain(record)
    return plain


def _plain(part: Any) -> Any:
    if type(part) in PLAIN:
        return part
    match part:
        case Value():
            named = ((name, getattr(part, name)) for name in fields(part))
            return {name: _plain(value) for name, value in named if value is not UNSET}
        case Mapping():
            return {key: _plain(value) for key, value in part.items()}
        case tuple() | list():
            return [_plain(item) for item in part]
        case _:
            return part
