"""`cardtable forget`: removes every trace of a name from the table's files; the games stay."""

from pathlib import Path

import click

from table.cli.shared import asked
from table.complaints import BadInput
from table.forgotten import SOMEBODY
from table.history.archive import path_of
from table.history.saving import forgetting
from table.keeping.journal import Journal
from table.keeping.ownership import TableRunsError


@click.command
@click.argument("name", metavar="NAME", type=asked.NAME, help="Whose name to forget.")
@asked.database
def forget(name: str, database: Path) -> None:
    """Forget a name: its games stay, played by somebody."""
    if not database.exists() and not path_of(database).exists():
        raise BadInput(f"{database}: there is no such database")
    try:
        with Journal(database) as journal:
            found = forgetting.forget(name, database, journal)
    except TableRunsError:
        why = "a table is using this database: its host’s page can forget a name; or stop it first"
        raise BadInput(f"{database}: {why}") from None
    games = "1 game was" if found == 1 else f"{found} games were"
    click.echo(f"{games} played by {SOMEBODY}. Backups that you made yourself still have the name.")
