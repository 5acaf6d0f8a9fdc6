"""`cardtable options`: what can be agreed on before a game, and chosen during it."""

from typing import Annotated, Any

import typer
from pydantic.fields import FieldInfo

from table import games
from table.cli import output
from table.games.game import HOST_CHOICES, Choice, Game


def options(
    game: Annotated[str, typer.Argument(help="A game, as `cardtable games` names it.")],
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List a game's options and choices, each with its default and meaning."""
    found = games.find(game)
    agreed, chosen = _options(found), _choices(found)
    if json:
        output.line({"game": found.name, "options": agreed, "choices": chosen})
        return
    rows = [(entry["name"], _short(entry["default"]), _meaning(entry)) for entry in agreed]
    output.table(("option", "default", "meaning"), rows, title=f"{found.title}: options")
    rows = [(entry["name"], entry["who"], entry["meaning"]) for entry in chosen]
    output.table(("choice", "who", "meaning"), rows, title=f"\n{found.title}: choices")


def _options(game: Game[Any, Any]) -> list[dict[str, Any]]:
    schema = game.options.model_json_schema()["properties"]
    return [_option(name, field, schema[name]) for name, field in game.options.model_fields.items()]


def _option(name: str, field: FieldInfo, schema: dict[str, Any]) -> dict[str, Any]:
    described = {"name": name, "default": field.default, "meaning": field.description}
    return described | ({"values": schema["enum"]} if "enum" in schema else {})


def _choices(game: Game[Any, Any]) -> list[dict[str, Any]]:
    return [_choice(choice) for choice in (*HOST_CHOICES, *game.choices)]


def _choice(choice: Choice) -> dict[str, Any]:
    said = {"name": choice.name, "who": choice.who, "meaning": choice.meaning}
    return said if choice.value is None else {**said, "value": choice.value}


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
