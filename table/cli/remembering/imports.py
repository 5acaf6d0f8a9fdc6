"""`cardtable import`: adds table scripts to the history as finished games."""

from pathlib import Path

import click

from table.cli.shared import asked
from table.history.importing import import_scripts


@click.command("import")
@click.argument("scripts", type=asked.FILE, nargs=-1, required=True, metavar="SCRIPT...", help="Table scripts.")
@asked.database
def import_(scripts: tuple[Path, ...], database: Path) -> None:
    """Take table scripts into the history as finished games, each once: all of them, or none."""
    for path, game_id in zip(scripts, import_scripts(scripts, database), strict=True):
        click.echo(f"{path} is game {game_id}.")
