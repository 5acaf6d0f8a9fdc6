"""Messages checked before they are handled: every field has to be of its type, whoever sent it.

What is in them is for those to judge who handle them; here nothing comes through that would break them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_type_hints

from pydantic import ConfigDict, PydanticSchemaGenerationError, PydanticUserError, TypeAdapter, ValidationError

from table.complaints import BadInput, sentence

_CONFIG = ConfigDict(strict=True, arbitrary_types_allowed=True)


def check(thing: Any, kinds: tuple[type, ...]) -> None:
    """Check a message of one of these kinds, and the items in it. Raise BadInput, which names the field."""
    if type(thing) not in kinds:
        raise BadInput(f"nobody at the table knows what a {type(thing).__name__} is")
    kind: Any = type(thing)
    for name, adapter in _fields(kind).items():
        value = getattr(thing, name)
        try:
            adapter.validate_python(value, strict=True)
        except ValidationError as error:
            raise BadInput(f"{name}: {sentence(error)}") from None
        for inner in value if isinstance(value, list | tuple) else (value,):
            if is_dataclass(inner):
                check(inner, (type(inner),))


@cache
def _fields(kind: Any) -> Mapping[str, TypeAdapter[Any]]:
    return dict(_adapters(get_type_hints(kind, include_extras=True).items(), {field.name for field in fields(kind)}))


def _adapters(hints: Iterable[tuple[str, Any]], fields: set[str]) -> Iterable[tuple[str, TypeAdapter[Any]]]:
    for name, hint in hints:
        if name in fields:
            try:
                yield name, TypeAdapter(hint, config=_CONFIG)
            except (PydanticUserError, PydanticSchemaGenerationError):  # a type that brings a configuration of its own
                yield name, TypeAdapter(hint)
