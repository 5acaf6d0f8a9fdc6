"""`cardtable pin`: prints the host's PIN of the installed table."""

from contextlib import suppress
from pathlib import Path

import click

from table.cli import terminal
from table.complaints import BadInput
from table.keeping.pin import read_pin
from table.settings.model import load_settings
from table.settings.places import CONFIGURATION, DATABASE


@click.command
@click.option("--config", type=terminal.FILE, default=CONFIGURATION, help="The table.toml of the service.")
@click.option("--database", type=terminal.DATABASE, help="The database of a table without a table.toml.")
def pin(config: Path, database: Path | None) -> None:
    """Print the host's PIN. Only root, and the user that the table runs as, may read it."""
    database = database or _database(config)
    terminal.works_as_owner(database)
    kept = read_pin(database)
    if kept is None:
        raise BadInput("there is no PIN yet: the table makes it when it starts: sudo systemctl start cardtable")
    click.echo(kept)


def _database(config: Path) -> Path:
    """Return the database that the PIN is kept next to: the one in table.toml or, without a valid file, the default."""
    with suppress(BadInput):
        if config.exists():
            return load_settings(config).table.database
    return DATABASE
