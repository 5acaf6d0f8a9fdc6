"""`cardtable report`: writes the last game, its log and how the table is built into one file, without names."""

from pathlib import Path

import click

from table.cli.shared import asked
from table.reporting.report import write


@click.command
@click.argument("file", type=asked.FILE, metavar="FILE", help="Where to write the report.")
@asked.database
def report(file: Path, database: Path) -> None:
    """Write a report of the last game, without names, for whoever finds out what went wrong."""
    game = write(database, file)
    if game is None:
        click.echo(f"{file}: no game was found; the report has the log.")
        return
    click.echo(f"{file}: game {game.game_id}, {len(game.facts)} facts. cardtable replay {file} tells it again.")
    if game.is_secret:
        click.echo("This game is not over: whoever reads the report knows every hand in it.", err=True)
