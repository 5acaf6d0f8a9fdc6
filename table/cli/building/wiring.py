"""`cardtable wiring`: draws, lists or tells what a table.toml says is wired."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from table.cli import output
from table.cli.building.plan import written
from table.cli.playing.sitting import Config
from table.complaints import BadInput
from table.settings.model import Settings, load_settings
from table.wiring import drawings
from table.wiring.conflicts import conflicts


class Format(StrEnum):
    """How wires are shown."""

    SVG = "svg"
    TEXT = "text"
    JSON = "json"


def wiring(
    config: Config,
    how: Annotated[Format, typer.Option("--format", help="A drawing, a list for a terminal, or JSON for programs.")] = (
        Format.TEXT
    ),
    file: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write it.")] = None,
) -> None:
    """Show every wire of a table.toml: which pin of which part goes to which pin of the board."""
    settings = load_settings(config)
    _check(settings, config)
    if how is Format.JSON:
        shown = output.as_line(drawings.wiring(settings)) + "\n"
    else:
        shown = drawings.picture(settings) if how is Format.SVG else drawings.text(settings)
    if file is None:
        typer.echo(shown, nl=False)
        return
    written(file, shown)
    typer.echo(f"Written to {file}.")


def _check(settings: Settings, config: Path) -> None:
    for conflict in conflicts(settings):
        raise BadInput(f"{config}: {conflict.what}: {conflict.sentence}; {conflict.cure}")
