"""`cardtable wiring`: draws or lists the wires of a table.toml."""

from pathlib import Path

import click

from table.cli.shared import asked, output
from table.complaints import BadInput
from table.files import write_atomically
from table.settings.model import Settings, load_settings
from table.wiring import drawings
from table.wiring.conflicts import conflicts

_FORMAT = "A drawing, a list for a terminal, or JSON for programs."


@click.command
@asked.config
@click.option("--format", "how", type=click.Choice(["svg", "text", "json"]), default="text", help=_FORMAT)
@click.option("--output", "-o", "file", type=asked.FILE, metavar="FILE", help="Where to write it.")
def wiring(config: Path, how: str, file: Path | None) -> None:
    """Show every wire of a table.toml: which pin of which part goes to which pin of the board."""
    settings = load_settings(config)
    _check(settings, config)
    if how == "json":
        shown = output.as_line(drawings.wiring(settings)) + "\n"
    else:
        shown = drawings.picture(settings) if how == "svg" else drawings.text(settings)
    if file is None:
        click.echo(shown, nl=False)
        return
    if file.resolve() == config.resolve():
        raise BadInput(f"{file}: this is the table.toml that is drawn: name another file")
    write_atomically(file, shown.encode())
    click.echo(f"Written to {file}.")


def _check(settings: Settings, config: Path) -> None:
    for conflict in conflicts(settings):
        raise BadInput(f"{config}: {conflict}")
