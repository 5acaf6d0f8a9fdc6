"""`cardtable restore`: replaces a table's files with a backup; a running table applies it at its next start."""

from pathlib import Path

import click

from table.cli.shared import asked
from table.history.saving import backup, receiving
from table.keeping.ownership import TableRunsError


@click.command
@click.argument("file", type=asked.FILE, metavar="FILE", help="A backup.")
@asked.database
def restore(file: Path, database: Path) -> None:
    """Put a backup in the place of games, history, decks and tags."""
    try:
        before = backup.restore(file, database)
    except TableRunsError:
        receiving.accept(file, database)
        click.echo(f"A table is using {database}: it has what {file} had when it is started next.")
        return
    for waiting in receiving.accepted(database):  # this one, in the place of an older one
        waiting.unlink()
    click.echo(f"{database} has what {file} had.")
    if before is not None:
        click.echo(f"What was there before is in {before}.")
