"""A game's options and choices, described for people on a page or in a terminal."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from table.games.boxes import Box
from table.games.game import Choice
from table.saying import say

PRESET = "preset"  # the option that sets others, where a game has one


def options(game: Box) -> list[dict[str, Any]]:
    """Describe every option: `name`, `default`, `meaning`, `kind` (yes_no, choice, number), possible values."""
    schema = _schema(game.options)
    return [_option(name, field, schema[name]) for name, field in game.options.model_fields.items()]


def choices(offered: Iterable[Choice]) -> list[dict[str, Any]]:
    """Describe choices: `name`, `who` makes it, its `meaning`, and its `value`, if it has one."""
    return [_choice(choice) for choice in offered]


def presets(game: Box) -> Mapping[str, Mapping[str, Any]]:
    """Return what every preset sets: all options, by name."""
    names: list[str] = next((option["values"] for option in options(game) if option["name"] == PRESET), [])
    return {name: game.options.model_validate({PRESET: name}).model_dump(exclude={PRESET}) for name in names}


@cache
def _schema(model: type[BaseModel]) -> Mapping[str, Any]:
    properties: Mapping[str, Any] = model.model_json_schema()["properties"]
    return properties


def _option(name: str, field: FieldInfo, schema: Mapping[str, Any]) -> dict[str, Any]:
    described = {"name": name, "default": field.default, "meaning": say(str(field.description)), "kind": _kind(schema)}
    least = [kind["minimum"] for kind in (schema, *schema.get("anyOf", ())) if "minimum" in kind]
    if least:
        described["least"] = least[0]
    most = [kind["maximum"] for kind in (schema, *schema.get("anyOf", ())) if "maximum" in kind]
    if most:
        described["most"] = most[0]
    values = _values(schema)
    if values:
        described |= {"values": values, "called": {value: say(words(value)) for value in values}}
    return {**described, "label": say(words(name))}


def words(name: str) -> str:
    """Return an identifier as words.

    >>> words("first_guard")
    'first guard'
    """
    return name.replace("_", " ")


def _values(schema: Mapping[str, Any]) -> list[str]:
    """Return the possible words of an option, if it is a choice of words."""
    return [schema["const"]] if "const" in schema else schema.get("enum", [])


def _kind(schema: Mapping[str, Any]) -> str:
    if _values(schema):
        return "choice"
    return "yes_no" if schema.get("type") == "boolean" else "number"


def _choice(choice: Choice) -> dict[str, Any]:
    said = {"name": choice.name, "who": say(choice.who), "meaning": say(choice.meaning)}
    if choice.for_host is not None:
        said["for_host"] = say(choice.for_host)
    return said if choice.value is None else {**said, "value": choice.value}
