"""`cardtable export`: prints a finished game as a script for `cardtable replay`."""

from pathlib import Path

import click

from table.cli.shared import asked
from table.complaints import BadInput
from table.history.archive import Archive, path_of
from table.history.record import Record
from table.history.recorder import recorded
from table.keeping.records import Records


@click.command
@click.argument("game_id", type=click.IntRange(1, 1_000_000_000), metavar="GAME_ID", help="The number of the game.")
@asked.database
def export(game_id: int, database: Path) -> None:
    """Print a recorded game as a table script, one fact a line."""
    record = _in_archive(database, game_id) or _in_journal(database, game_id)
    if record.kept:
        click.echo("Part of this game was told under older rules, so a replay differs.", err=True)
    for body in record.facts:
        click.echo(body)


def _in_archive(database: Path, game_id: int) -> Record | None:
    if not path_of(database).exists():
        return None
    with Archive(database) as archive:
        return archive.record(game_id) if game_id in archive.all_ids() else None


def _in_journal(database: Path, game_id: int) -> Record:
    if path_of(database).exists() and not database.exists():
        raise BadInput(f"{database}: there is no game {game_id}")
    with Records.read(database) as records:
        if records.game(game_id).ended_at is None:
            raise BadInput(f"game {game_id} is not over: its facts would reveal every secret")
        return recorded(records, game_id)
