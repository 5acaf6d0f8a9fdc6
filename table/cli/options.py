"""`cardtable options`: lists a game's options, and the choices during it."""

from collections.abc import Mapping

import click
from msgspec import UnsetType

from table import games, languages
from table.cli.shared import asked, output
from table.games import described
from table.games.game import HOST_CHOICES, OptionValue
from table.languages.language import Language
from table.values import Json, written


@click.command
@asked.game()
@asked.as_json("Print JSON.")
@asked.language
def options(game: str, as_json: bool, language: str) -> None:
    """List a game's options and choices, each with its default and meaning."""
    found = games.find(game)
    spoken = languages.find(language, "--lang")
    agreed = described.options(found)
    chosen = described.choices((*HOST_CHOICES, *found.choices))
    if as_json:
        output.line(spoken.of({"game": found.name, "options": [_plain(one) for one in agreed], "choices": chosen}))
        return
    rows = [(entry.name, _short(entry.default), _meaning(spoken, entry)) for entry in agreed]
    output.table(("option", "default", "meaning"), rows, title=f"{found.title}: options")
    rows = [(entry.name, spoken.says(entry.who), spoken.says(entry.meaning)) for entry in chosen]
    output.table(("choice", "who", "meaning"), rows, title=f"\n{found.title}: choices")


def _plain(option: described.DescribedOption) -> Mapping[str, Json]:
    """Return an option for programs, without what people call it."""
    return {name: one for name, one in written(option).items() if name not in ("label", "called")}


def _meaning(spoken: Language, option: described.DescribedOption) -> str:
    values = "" if isinstance(option.values, UnsetType) else f" ({', '.join(option.values)})"
    return f"{spoken.says(option.meaning)}{values}"


def _short(default: OptionValue) -> str:
    match default:
        case None:
            return "-"
        case bool():
            return "true" if default else "false"
        case _:
            return str(default)
