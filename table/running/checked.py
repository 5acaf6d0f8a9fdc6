"""Checks messages before they are handled: every field must have the right type.

No value of the wrong type ever reaches a handler; whether the values make sense is for the handlers to check.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, get_type_hints

from msgspec import Struct
from pydantic import ConfigDict, PydanticSchemaGenerationError, PydanticUserError, TypeAdapter, ValidationError

from table.complaints import BadInput, sentence
from table.saying import say
from table.values import fields

_CONFIG = ConfigDict(strict=True, arbitrary_types_allowed=True)


def check(thing: Any, kinds: tuple[type, ...]) -> None:
    """Check the type of a message and of its fields. Raise BadInput, naming the field, if a type is wrong."""
    if type(thing) not in kinds:
        raise BadInput(say("nobody at the table knows what a {name__} is", name__=type(thing).__name__))
    kind: Any = type(thing)
    for name, validate in _fields(kind).items():
        value = getattr(thing, name)
        try:
            validate(value, strict=True)
        except ValidationError as error:
            raise BadInput(say("{name}: {error}", name=name, error=sentence(error, value))) from None
        for inner in value if isinstance(value, list | tuple) else (value,):
            if isinstance(inner, Struct):
                check(inner, (type(inner),))


@cache
def _fields(kind: Any) -> Mapping[str, Callable[..., Any]]:
    """Return a function for each field that validates its value."""
    hints, names = get_type_hints(kind, include_extras=True), set(fields(kind))
    return {name: adapter.validator.validate_python for name, adapter in _adapters(hints.items(), names)}


def _adapters(hints: Iterable[tuple[str, Any]], fields: set[str]) -> Iterable[tuple[str, TypeAdapter[Any]]]:
    for name, hint in hints:
        if name in fields:
            try:
                yield name, TypeAdapter(hint, config=_CONFIG)
            except (PydanticUserError, PydanticSchemaGenerationError):  # a type with its own configuration
                yield name, TypeAdapter(hint)
