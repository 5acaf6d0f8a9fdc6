"""Options that games share, and presets that set several at once."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import Field, model_validator

from table.games.game import Options, OptionValue

ONE_DOCUMENT = "Whose rules: there is only one rule book."


class OneDocument(Options):
    """Options for a game whose rules are in a single document."""

    preset: Literal["default"] = Field("default", description=ONE_DOCUMENT)


class Presets(Options):
    """Options with a `preset` field.

    `presets` maps each preset to the options it sets. Options set explicitly take precedence over the preset.
    """

    presets: ClassVar[Mapping[str, Mapping[str, OptionValue]]] = {}

    @model_validator(mode="before")
    @classmethod
    def _fill_in_the_preset(cls, given: Any) -> Any:
        preset = given.get("preset") if isinstance(given, dict) else None
        return {**cls.presets[preset], **given} if isinstance(preset, str) and preset in cls.presets else given
