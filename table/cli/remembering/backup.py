"""`cardtable backup`: writes games, history, decks and tags into one file, even while a table runs."""

from pathlib import Path

import click

from table.cli.shared import asked
from table.history.saving.backup import back_up


@click.command
@click.argument("file", type=asked.FILE, metavar="FILE", help="Where to write the backup.")
@asked.database
def backup(file: Path, database: Path) -> None:
    """Write games, history, decks and tags into one file."""
    back_up(database, file)
    click.echo(f"{file} has everything that {database} had just now.")
