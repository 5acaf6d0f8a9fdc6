"""JSON Schemas of the table's responses, derived from their types."""

from collections.abc import Iterable, Mapping
from inspect import cleandoc
from typing import Any, get_type_hints

from msgspec.json import schema_components

from table import games
from table.values import Value
from table.view import View

Schema = Mapping[str, Any]
_AMONG_OURSELVES = frozenset({"sentences"})  # internal fields of a view, which no response contains


def derived(kinds: Iterable[type[Value]]) -> dict[str, Schema]:
    """Return the schemas, by name, of the types in `kinds` and of all types used in their fields.

    A field is required unless its type includes `UnsetType`, which means that it may be left out.
    """
    _, found = schema_components(kinds, ref_template="#/components/schemas/{name}")
    return {name: _written(schema) for name, schema in found.items()}


def game_views() -> list[type[View]]:
    """Return the view type of each of the table's own games that defines one."""
    boxes: Iterable[Any] = (games.find(name) for name in games.own())
    found = (get_type_hints(box.views.view).get("return") for box in boxes)
    return [kind for kind in found if isinstance(kind, type) and issubclass(kind, View)]


def _written(schema: Schema) -> Schema:
    properties = {name: field for name, field in schema["properties"].items() if name not in _AMONG_OURSELVES}
    required = [name for name, field in properties.items() if name in schema["required"] or "default" in field]
    shown = {name: {key: part for key, part in field.items() if key != "default"} for name, field in properties.items()}
    about = {"description": cleandoc(schema["description"])} if "description" in schema else {}
    return {"type": "object", **about, "properties": shown, "required": required}
