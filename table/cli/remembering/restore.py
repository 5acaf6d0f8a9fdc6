"""`cardtable restore`: puts a backup in the place of a table's files."""

from pathlib import Path

import click

from table.cli.shared import asked
from table.history.saving import backup


@click.command
@click.argument("file", type=asked.FILE, metavar="FILE", help="A backup.")
@asked.database
def restore(file: Path, database: Path) -> None:
    """Put a backup in the place of games, history, decks and tags."""
    before = backup.restore(file, database)
    click.echo(f"{database} has what {file} had.")
    if before is not None:
        click.echo(f"What was there before is in {before}.")
