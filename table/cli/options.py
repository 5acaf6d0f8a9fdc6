"""`cardtable options`: lists a game's options, and the choices during it."""

from typing import Any

import click

from table import games, languages
from table.cli.shared import asked, output
from table.games import described
from table.games.game import HOST_CHOICES


@click.command
@asked.game()
@asked.as_json("Print JSON.")
@asked.language
def options(game: str, as_json: bool, language: str) -> None:
    """List a game's options and choices, each with its default and meaning."""
    found = games.find(game)
    spoken = languages.find(language, "--lang")
    agreed = spoken.of(described.options(found))
    chosen = spoken.of(described.choices((*HOST_CHOICES, *found.choices)))
    if as_json:
        output.line({"game": found.name, "options": [_plain(one) for one in agreed], "choices": chosen})
        return
    rows = [(entry["name"], _short(entry["default"]), _meaning(entry)) for entry in agreed]
    output.table(("option", "default", "meaning"), rows, title=f"{found.title}: options")
    rows = [(entry["name"], entry["who"], entry["meaning"]) for entry in chosen]
    output.table(("choice", "who", "meaning"), rows, title=f"\n{found.title}: choices")


def _plain(option: dict[str, Any]) -> dict[str, Any]:
    """Return an option for programs, without what people call it."""
    return {name: one for name, one in option.items() if name not in ("label", "called")}


def _meaning(option: dict[str, Any]) -> str:
    values = f" ({', '.join(option['values'])})" if "values" in option else ""
    return f"{option['meaning']}{values}"


def _short(default: Any) -> str:
    match default:
        case None:
            return "-"
        case bool():
            return "true" if default else "false"
        case _:
            return str(default)
