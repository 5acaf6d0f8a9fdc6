"""What people can agree on before a game of Mito. Every default follows the rule documents; see docs/rules/mito.md."""

from typing import Any, Literal

from pydantic import Field, model_validator

from table.games.game import Options

Preset = Literal["default", "french", "english", "published"]

# What a preset sets differently from the default; an option given by hand wins over its preset.
_PRESETS: dict[Preset, dict[str, Any]] = {
    "default": {},
    "french": {"wrap": False},  # MITO-F-15: the French document knows no neighbours 5 and 1
    "english": {},
    "published": {},
}


class MitoOptions(Options):
    """The options; the descriptions are what `cardtable options mito` prints."""

    preset: Preset = Field("default", description="Whose rules: both documents, one to the letter, or as published.")
    wrap: bool = Field(True, description="A 1 may be laid on a 5, and a 5 on a 1.")
    first_guard: int = Field(1, ge=1, description="The seat that holds the Guard Bug first and opens the first round.")
    rounds: int | None = Field(None, ge=1, description="How many rounds; if nobody says, as many as players.")

    @model_validator(mode="before")
    @classmethod
    def _fill_in_the_preset(cls, given: Any) -> Any:
        preset = given.get("preset") if isinstance(given, dict) else None
        return _PRESETS[preset] | given if isinstance(preset, str) and preset in _PRESETS else given
