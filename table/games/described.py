"""A game's options and choices, described for display on a page or in a terminal."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, convert
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from table.games.boxes import Box
from table.games.game import Choice, ChoiceValue, OptionValue
from table.saying import say
from table.values import Value, field

PRESET = "preset"  # the option that sets other options, if a game has one
Kind = Literal["yes_no", "choice", "number"]


class DescribedOption(Value, kw_only=True):
    """The description of an option: its `kind`, its possible values and their labels."""

    name: str
    default: OptionValue
    meaning: str
    kind: Kind
    least: int | float | UnsetType = UNSET
    most: int | float | UnsetType = UNSET
    values: tuple[str, ...] | UnsetType = UNSET
    called: Annotated[Mapping[str, str] | UnsetType, Meta(description="Label of each of the `values`.")] = UNSET
    label: str


class DescribedChoice(Value, kw_only=True):
    """The description of a choice: who can make it, and what it means."""

    name: str
    who: str
    meaning: str
    for_host: Annotated[str | UnsetType, Meta(description="Meaning when the host makes the choice, if it differs.")] = (
        UNSET
    )
    value: Annotated[ChoiceValue | UnsetType, Meta(description="Kind of value that is sent with the choice.")] = UNSET


def options(game: Box) -> list[DescribedOption]:
    """Describe all options of a game."""
    schema = _schema(game.options)
    return [_option(name, field, schema[name]) for name, field in game.options.model_fields.items()]


def choices(offered: Iterable[Choice]) -> list[DescribedChoice]:
    """Describe the given choices."""
    return [
        DescribedChoice(
            name=choice.name,
            who=say(choice.who),
            meaning=say(choice.meaning),
            for_host=UNSET if choice.for_host is None else say(choice.for_host),
            value=UNSET if choice.value is None else choice.value,
        )
        for choice in offered
    ]


def presets(game: Box) -> Mapping[str, Mapping[str, OptionValue]]:
    """Return the names of a game's presets, with the options that each one sets."""
    preset = next((option.values for option in options(game) if option.name == PRESET), UNSET)
    names = () if isinstance(preset, UnsetType) else preset
    return {name: game.options.model_validate({PRESET: name}).model_dump(exclude={PRESET}) for name in names}


class _Bounds(Value):
    """The JSON Schema constraints on an option's values or, in `any_of`, on values of one type."""

    type: str | None = None
    const: str | None = None
    enum: tuple[str, ...] = ()
    minimum: int | float | UnsetType = UNSET
    maximum: int | float | UnsetType = UNSET
    any_of: tuple["_Bounds", ...] = field(default=(), name="anyOf")

    @property
    def words(self) -> tuple[str, ...]:
        """The possible values, if they are words."""
        return self.enum if self.const is None else (self.const,)


@cache
def _schema(model: type[BaseModel]) -> Mapping[str, _Bounds]:
    return convert(model.model_json_schema()["properties"], dict[str, _Bounds])


def _option(name: str, field: FieldInfo, schema: _Bounds) -> DescribedOption:
    kinds = (schema, *schema.any_of)
    values = schema.words
    return DescribedOption(
        name=name,
        default=field.default,
        meaning=say(str(field.description)),
        kind="choice" if values else "yes_no" if schema.type == "boolean" else "number",
        least=next((kind.minimum for kind in kinds if kind.minimum is not UNSET), UNSET),
        most=next((kind.maximum for kind in kinds if kind.maximum is not UNSET), UNSET),
        values=values or UNSET,
        called={value: say(words(value)) for value in values} if values else UNSET,
        label=say(words(name)),
    )


def words(name: str) -> str:
    """Return an identifier with its underscores replaced by spaces.

    >>> words("first_guard")
    'first guard'
    """
    return name.replace("_", " ")
